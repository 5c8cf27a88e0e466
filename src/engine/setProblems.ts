/**
 * Checks that need all meta files of a set.
 *
 *   SetProblem, SetProblems
 *   setProblems
 */
import type { SetMeta } from './meta.ts';

export interface SetProblem {
  /** `rules-ext.xml` or `rules-int.xml` */
  readonly file: string;
  /** indexes of the rule family, and of the rule in it */
  readonly family: number;
  readonly rule?: number;
  readonly reason: string;
}

export interface SetProblems {
  /** up to `most` of each file, in its order */
  readonly problems: readonly SetProblem[];
  /** problems beyond those */
  readonly unlisted: number;
}

/**
 * Finds rules that name layers or families which the set does not declare. A set without layers is not checked: its rules may
 * have been delivered first.
 */
export function setProblems(meta: SetMeta, most = Number.POSITIVE_INFINITY): SetProblems {
  const problems: SetProblem[] = [];
  let unlisted = 0;
  for (const viewport of ['exterior', 'interior'] as const) {
    const declared = meta.layers[viewport];
    const wanted = meta.rules[viewport];
    if (!declared || !wanted) continue;
    const file = `rules-${viewport.slice(0, 3)}.xml`;
    let left = most;
    // Making a sentence for each of a million rules would take too long.
    const add = (problem: () => Omit<SetProblem, 'file'>) => {
      if (left > 0) problems.push({ file, ...problem() });
      else unlisted += 1;
      left -= 1;
    };
    const families = new Map(declared.families.map(({ name, layers }) => [name, new Set(layers.map((l) => l.name))]));
    for (const [family, { name, rules }] of wanted.families.entries()) {
      const names = families.get(name);
      if (!names) {
        add(() => ({ family, reason: `the rules name the layer family ${name}, which is not declared` }));
        continue;
      }
      for (const [rule, { layer }] of rules.entries()) {
        if (names.has(layer)) continue;
        add(() => ({
          family,
          rule,
          reason: `a rule of ${name} names the layer ${layer}, which this family does not declare`,
        }));
      }
    }
  }
  return { problems, unlisted };
}
