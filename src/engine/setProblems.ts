/**
 * What only a whole set can tell about its meta files.
 *
 *   SetProblem
 *   setProblems
 */
import type { SetMeta } from './meta.ts';

export interface SetProblem {
  /** `rules-ext.xml` or `rules-int.xml` */
  readonly file: string;
  /** where in it: the place of the rules' family, and of its rule */
  readonly family: number;
  readonly rule?: number;
  readonly reason: string;
}

/**
 * What only a whole set can tell: rules that name layers or families that the set does not declare. A set whose layers
 * have not been delivered yet is not judged: its rules may come first.
 */
export function setProblems(meta: SetMeta): SetProblem[] {
  const problems: SetProblem[] = [];
  for (const viewport of ['exterior', 'interior'] as const) {
    const declared = meta.layers[viewport];
    const wanted = meta.rules[viewport];
    if (!declared || !wanted) continue;
    const file = `rules-${viewport.slice(0, 3)}.xml`;
    const families = new Map(declared.families.map(({ name, layers }) => [name, new Set(layers.map((l) => l.name))]));
    for (const [family, { name, rules }] of wanted.families.entries()) {
      const names = families.get(name);
      if (!names) {
        problems.push({ file, family, reason: `the rules name the layer family ${name}, which is not declared` });
        continue;
      }
      for (const [rule, { layer }] of rules.entries()) {
        if (names.has(layer)) continue;
        const reason = `a rule of ${name} names the layer ${layer}, which this family does not declare`;
        problems.push({ file, family, rule, reason });
      }
    }
  }
  return problems;
}
