/**
 * Conditions as trees; conditionParser.ts has their language.
 *
 *   Condition
 *   evaluate                       the meaning, by walking the tree; compiled forms are tested against it
 *   featuresIn, versionsIn         the features and version patterns that a condition names
 *   printCondition                 tree -> text, parsed back to the same tree
 *   unmetParts                     which parts keep a condition from holding
 */
import { matches } from './lcdv.ts';

export type Condition =
  | { readonly kind: 'true' }
  | { readonly kind: 'feature'; readonly id: string }
  | { readonly kind: 'version'; readonly pattern: string }
  | { readonly kind: 'not'; readonly of: Condition }
  /** at least two parts when parsed; none: `and` holds, `or` does not */
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] };

/** Does the condition hold for these features (a feature id is true when `has` says so) and this version? */
export function evaluate(condition: Condition, has: (featureId: string) => boolean, version: string): boolean {
  switch (condition.kind) {
    case 'true':
      return true;
    case 'feature':
      return has(condition.id);
    case 'version':
      return matches(condition.pattern, version);
    case 'not':
      return !evaluate(condition.of, has, version);
    case 'and':
      return condition.of.every((part) => evaluate(part, has, version));
    case 'or':
      return condition.of.some((part) => evaluate(part, has, version));
  }
}

function eachLeaf(condition: Condition, visit: (leaf: Condition) => void): void {
  if (condition.kind === 'and' || condition.kind === 'or') for (const part of condition.of) eachLeaf(part, visit);
  else if (condition.kind === 'not') eachLeaf(condition.of, visit);
  else visit(condition);
}

/** The feature ids that conditions name, each once, in order of appearance. @param besides ids to leave out */
export function featuresIn(conditions: Iterable<Condition>, besides?: ReadonlySet<string>): ReadonlySet<string> {
  const ids = new Set<string>();
  const add = (leaf: Condition) => void (leaf.kind === 'feature' && !besides?.has(leaf.id) && ids.add(leaf.id));
  for (const condition of conditions) eachLeaf(condition, add);
  return ids;
}

/** The LCDV patterns that a condition names, each once, in order of appearance. */
export function versionsIn(condition: Condition): string[] {
  const patterns = new Set<string>();
  eachLeaf(condition, (leaf) => leaf.kind === 'version' && patterns.add(leaf.pattern));
  return [...patterns];
}

/** The condition as text with only the brackets it needs; parsing it again gives the same tree. */
export function printCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'true':
      return 'true';
    case 'feature':
      return condition.id;
    case 'version':
      return `version(${condition.pattern})`;
    case 'not':
      return `not ${printPart(condition.of, 'not')}`;
    case 'and':
    case 'or':
      return condition.of.map((part) => printPart(part, condition.kind)).join(` ${condition.kind} `);
  }
}

function printPart(part: Condition, inside: 'and' | 'or' | 'not'): string {
  const text = printCondition(part);
  const bare = inside === 'or' ? part.kind !== 'or' : part.kind !== 'or' && part.kind !== 'and';
  return bare ? text : `(${text})`;
}

/**
 * The smallest parts that keep a condition from holding: of an `and` those of its parts that fail, of an `or` all,
 * of a `not` the whole. Empty when the condition holds. Each part once, in order of appearance.
 */
export function unmetParts(condition: Condition, has: (featureId: string) => boolean, version: string): Condition[] {
  const unmet = new Map<string, Condition>();
  const visit = (part: Condition): void => {
    if (part.kind === 'and' || part.kind === 'or') {
      for (const inner of part.of) if (!evaluate(inner, has, version)) visit(inner);
    } else unmet.set(printCondition(part), part);
  };
  if (!evaluate(condition, has, version)) visit(condition);
  return [...unmet.values()];
}
