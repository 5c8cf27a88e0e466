/**
 * Proves, never samples, what is true of every legal configuration of a set's versions. A question involves only the feature
 * families that can influence it: few configurations are enumerated, many are left to the solver.
 *
 *   Prover               shares projections between the proofs of one report
 *     ruleFamily         rules that win, rules that are hidden, configurations without a layer
 *     missingStandard    a configuration in which a family has no feature
 */

import { run } from '../branching.ts';
import { MANDATORY_FAMILIES } from '../codes.ts';
import { type CompiledRules, NONE, type Tables, tablesOf } from '../compiled.ts';
import { type Condition, evaluate, featuresIn, versionsIn } from '../conditions.ts';
import type { MetaConditions } from '../metaConditions.ts';
import { type FamilyModel, familyModels, type Projection, Projections, signature } from './constraints.ts';
import { forEachLegal } from './enumeration.ts';
import type { Example } from './findings.ts';
import { type Budget, FALSE, type Literal, not } from './sat.ts';
import { SmallestExample } from './smallestExample.ts';

/** The versions for which something holds, and a configuration of the first of them that shows it. */
export interface Evidence {
  readonly versions: readonly string[];
  readonly example: Example;
}

export interface RuleProof {
  /** a configuration in which the rule paints; absent: there is none */
  readonly wins?: Example;
  /** it never wins, but its condition holds in this configuration */
  readonly hidden?: Example;
}

export interface FamilyProof {
  /** in file order */
  readonly rules: readonly RuleProof[];
  readonly withoutLayer?: Evidence;
}

export interface Limits {
  /** steps that the solver may take for each layer family and each mandatory family */
  readonly steps: number;
  /** Up to this many choices are enumerated. */
  readonly few: number;
}

/** What the questions about some conditions involve. */
interface Scope {
  readonly projection: Projection;
  /** versions that neither the conditions nor the projection distinguish */
  readonly groups: readonly (readonly string[])[];
  /** features of the mandatory families involved, family by family */
  readonly mandatory: readonly (readonly string[])[];
}

/** The questions about a family took more steps than allowed. */
class OutOfBudget extends Error {}

export class Prover {
  readonly #tables: Tables;
  readonly #families: readonly FamilyModel[];
  readonly #projections: Projections;
  readonly #versions: readonly string[];
  readonly #limits: Limits;
  #budget: Budget = { left: 0 };

  constructor(conditions: MetaConditions, versions: readonly string[], limits: Limits) {
    this.#tables = tablesOf(conditions);
    this.#families = familyModels(conditions);
    this.#projections = new Projections(this.#families);
    this.#versions = versions;
    this.#limits = limits;
  }

  /** `unknown`: the steps were spent before everything was proven. */
  ruleFamily(family: CompiledRules): FamilyProof | 'unknown' {
    const conditions = family.conditions.rules.map(({ condition }) => condition);
    const scope = this.#scope(conditions);
    if (scope.projection.choices <= this.#limits.few) return this.#enumerate(scope, family, conditions);
    return this.#withinBudget(() => {
      const groups = this.#questions(scope, conditions);
      const rules = conditions.map((_, at) => this.#ruleProof(groups, at));
      const withoutLayer = this.#evidence(groups);
      return { rules, ...(withoutLayer && { withoutLayer }) };
    });
  }

  /** The rule families of a viewport, in file order. */
  get rules(): Tables['rules'] {
    return this.#tables.rules;
  }

  /** A legal configuration in which no family of that id has a feature. */
  missingStandard(familyId: string): Evidence | 'none' | 'unknown' {
    const conditions = this.#featuresOf(familyId).map((id): Condition => ({ kind: 'feature', id }));
    return this.#withinBudget(() => this.#evidence(this.#questions(this.#scope(conditions), conditions)) ?? 'none');
  }

  #enumerate(scope: Scope, { entry }: CompiledRules, conditions: readonly Condition[]): FamilyProof {
    const { program, slots } = this.#tables;
    const { positions } = scope.projection;
    const mandatory = scope.mandatory.map((features) => features.map((id) => slots.get(id) ?? NONE));
    const best = conditions.map(() => new SmallestExample());
    const without = new SmallestExample();
    const versions: string[] = [];
    for (const group of scope.groups) {
      const version = group[0] as string;
      let lacks = false;
      forEachLegal(this.#tables, positions, version, (completed, chosen) => {
        const rule = run(program, entry, completed);
        if (rule === conditions.length) lacks = true;
        (best[rule] ?? without).offer(version, completed, chosen, mandatory);
        return false;
      });
      if (lacks) for (const like of group) versions.push(like);
    }
    const hidden = conditions.map(() => new SmallestExample());
    const open = conditions.flatMap((condition, at) =>
      best[at]?.found ? [] : [{ condition, hides: hidden[at] as SmallestExample }],
    );
    for (const [version = ''] of open.length > 0 ? scope.groups : []) {
      forEachLegal(this.#tables, positions, version, (completed, chosen) => {
        const has = (id: string) => {
          const slot = slots.get(id);
          return slot !== undefined && completed[slot] === 1;
        };
        for (const { condition, hides } of open) {
          if (evaluate(condition, has, version)) hides.offer(version, completed, chosen, mandatory);
        }
        return open.every(({ hides }) => hides.isWholeCar);
      });
    }
    const example = without.example(this.#tables);
    return {
      rules: conditions.map((_, at) => {
        const [wins, hides] = [best[at]?.example(this.#tables), hidden[at]?.example(this.#tables)];
        return { ...(wins && { wins }), ...(hides && { hidden: hides }) };
      }),
      ...(example && { withoutLayer: { versions, example } }),
    };
  }

  /** Each family has a budget of its own, so that a hard one does not use up that of the others. */
  #withinBudget<T>(prove: () => T): T | 'unknown' {
    this.#budget = { left: this.#limits.steps };
    try {
      return prove();
    } catch (error) {
      if (error instanceof OutOfBudget) return 'unknown';
      throw error;
    }
  }

  #ruleProof(groups: readonly Question[], at: number): RuleProof {
    const first = ({ holds }: Question) => [holds[at] ?? FALSE, ...holds.slice(0, at).map(not)];
    const wins = this.#firstExample(groups, first);
    if (wins) return { wins };
    const hidden = this.#firstExample(groups, ({ holds }) => [holds[at] ?? FALSE]);
    return hidden ? { hidden } : {};
  }

  #firstExample(groups: readonly Question[], ask: (group: Question) => Literal[]): Example | undefined {
    for (const group of groups) {
      const features = this.#find(group, ask(group));
      if (features) return { version: group.version, features };
    }
    return undefined;
  }

  /** Configurations in which none of the conditions holds. */
  #evidence(groups: readonly Question[]): Evidence | undefined {
    const versions: string[] = [];
    let example: Example | undefined;
    for (const group of groups) {
      const features = this.#find(group, group.holds.map(not));
      if (!features) continue;
      for (const version of group.versions) versions.push(version);
      example ??= { version: group.version, features };
    }
    return example && { versions, example };
  }

  /** Prefers complete cars: an example without a colour would distract from its point. */
  #find({ legal, whole }: Question, literals: readonly Literal[]): readonly string[] | undefined {
    if (literals.includes(FALSE)) return undefined;
    for (const wanted of whole.length > 0 ? [[...literals, ...whole], literals] : [literals]) {
      const found = legal.find(wanted, this.#budget);
      if (found === 'unknown') throw new OutOfBudget();
      if (found !== 'none') return found;
    }
    return undefined;
  }

  #scope(conditions: readonly Condition[]): Scope {
    const patterns = [...new Set(conditions.flatMap(versionsIn))];
    const projection = this.#projections.of(featuresIn(conditions));
    const alike = (version: string) => `${signature(patterns, version)} ${projection.signature(version)}`;
    return {
      projection,
      groups: [...Map.groupBy(this.#versions, alike).values()],
      mandatory: MANDATORY_FAMILIES.filter((id) => projection.families.some(({ family }) => family.id === id)).map(
        (id) => this.#featuresOf(id),
      ),
    };
  }

  #questions({ projection, groups, mandatory }: Scope, conditions: readonly Condition[]): Question[] {
    return groups.map((versions) => {
      const version = versions[0] as string;
      const legal = projection.legal(version);
      return {
        versions,
        version,
        legal,
        holds: conditions.map((condition) => legal.literalOf(condition, version)),
        whole: mandatory.map((features) => legal.hasOneOf(features)),
      };
    });
  }

  #featuresOf(familyId: string): string[] {
    return this.#families
      .filter(({ family }) => family.id === familyId)
      .flatMap(({ features }) => features.map(({ feature }) => feature));
  }
}

/** A group of versions with the constraints that their configurations meet. */
interface Question {
  readonly versions: readonly string[];
  readonly version: string;
  readonly legal: ReturnType<Projection['legal']>;
  /** of each condition: it holds */
  readonly holds: readonly Literal[];
  /** every mandatory family that is involved has a feature */
  readonly whole: readonly Literal[];
}
