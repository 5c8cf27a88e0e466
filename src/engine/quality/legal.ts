/**
 * The legal configurations of a version as a satisfiability problem: exactly those that the engine computes. A variable
 * for each feature says that it is chosen; standard options are defined from them, family by family as the engine
 * completes them. The only file that knows the solver.
 *
 *   Legal              one version's problem
 *     holds            a condition on the effective options, as a formula
 *     find             a configuration for which a formula is true; undefined: proven that there is none
 */
import Logic, { type Operand, type Solution, type Solver } from 'logic-solver';
import type { Condition } from '../conditions.ts';
import { matches } from '../lcdv.ts';
import type { FeatureFamily } from '../meta.ts';
import type { MetaConditions } from '../metaConditions.ts';

type Literal = (feature: string) => Operand;

export class Legal {
  readonly version: string;
  readonly #solver: Solver = new Logic.Solver();
  /** the effective option of each declared feature */
  readonly #effective = new Map<string, Operand>();
  readonly #families = new Map<string, Operand>();
  readonly #held = new Map<Condition, Operand>();

  constructor(conditions: MetaConditions, version: string) {
    this.version = version;
    const byFamily = Map.groupBy(conditions.features, ({ family }) => family);
    const standards = Map.groupBy(conditions.standards, ({ family }) => family);
    const declared = new Set(conditions.features.map(({ feature }) => feature.id));
    const offered = new Map(
      conditions.features.map(({ family, feature, offered: condition }) => {
        const own = new Set(family.features.map(({ id }) => id));
        const chosen: Literal = (id) => (declared.has(id) && !own.has(id) ? id : Logic.FALSE);
        return [feature.id, this.#formula(condition, chosen)] as const;
      }),
    );
    for (const [family, features] of byFamily) {
      const ids = features.map(({ feature }) => feature.id);
      this.#solver.require(Logic.atMostOne(...ids));
      for (const id of ids) this.#solver.require(Logic.implies(id, offered.get(id) ?? Logic.FALSE));
      this.#complete(family, ids, standards.get(family) ?? [], offered, declared);
    }
  }

  /** Families before this one are completed; of itself and those after it only what is chosen counts. */
  #complete(
    family: FeatureFamily,
    ids: readonly string[],
    standards: MetaConditions['standards'],
    offered: ReadonlyMap<string, Operand>,
    declared: ReadonlySet<string>,
  ): void {
    const soFar: Literal = (id) => this.#effective.get(id) ?? (declared.has(id) ? id : Logic.FALSE);
    let taken: Operand = Logic.or(...ids);
    const effective = new Map<string, Operand[]>(ids.map((id) => [id, [id]]));
    for (const { feature, holds } of standards) {
      const now = Logic.and(this.#formula(holds, soFar), offered.get(feature) ?? Logic.FALSE);
      effective.get(feature)?.push(Logic.and(now, Logic.not(taken)));
      taken = Logic.or(taken, now);
    }
    for (const [id, ways] of effective) this.#effective.set(id, Logic.or(...ways));
    this.#families.set(family.id, taken);
  }

  #formula(condition: Condition, literal: Literal): Operand {
    switch (condition.kind) {
      case 'true':
        return Logic.TRUE;
      case 'feature':
        return literal(condition.id);
      case 'version':
        return matches(condition.pattern, this.version) ? Logic.TRUE : Logic.FALSE;
      case 'not':
        return Logic.not(this.#formula(condition.of, literal));
      case 'and':
        return Logic.and(...condition.of.map((part) => this.#formula(part, literal)));
      case 'or':
        return Logic.or(...condition.of.map((part) => this.#formula(part, literal)));
    }
  }

  /** The condition on the effective options. */
  holds(condition: Condition): Operand {
    // One formula a condition: the solver knows a formula that it saw before.
    const known = this.#held.get(condition);
    if (known) return known;
    const formula = this.#formula(condition, (id) => this.#effective.get(id) ?? Logic.FALSE);
    this.#held.set(condition, formula);
    return formula;
  }

  /** The family has an effective option; undefined when the set declares no such family. */
  hasOption(family: string): Operand | undefined {
    return this.#families.get(family);
  }

  /** @returns the chosen features of a legal configuration, sorted */
  find(...all: readonly Operand[]): string[] | undefined {
    const solution: Solution | null = this.#solver.solveAssuming(Logic.and(...all));
    return solution
      ?.getTrueVars()
      .filter((name) => this.#effective.has(name))
      .sort();
  }
}

export const not = (operand: Operand): Operand => Logic.not(operand);
export type { Operand };
