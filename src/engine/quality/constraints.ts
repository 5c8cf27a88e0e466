/**
 * The legal configurations of a version as constraints for the solver: at most one feature of a family, only what is
 * offered, completed with standards in file order, exactly as configuration.ts computes. A question about a few features
 * needs only the families that can influence them; the others are left unchosen, which is always legal.
 *
 *   FamilyModel, familyModels     families in file order, with the conditions of their features and standards
 *   Projection                    the relevant families -> the legal configurations of a version, as constraints
 *   LegalConfigurations                         literals for conditions, models back to configurations
 */
import { type Condition, featuresIn, versionsIn } from '../conditions.ts';
import { matches } from '../lcdv.ts';
import type { FeatureFamily } from '../meta.ts';
import type { MetaConditions } from '../metaConditions.ts';
import { type Budget, FALSE, type Literal, not, Sat, TRUE } from './sat.ts';

interface OwnCondition {
  readonly feature: string;
  readonly condition: Condition;
}

export interface FamilyModel {
  readonly family: FeatureFamily;
  /** offered when the condition holds on the selection without this family */
  readonly features: readonly OwnCondition[];
  readonly standards: readonly OwnCondition[];
}

export function familyModels({ features, standards }: MetaConditions): FamilyModel[] {
  const offers = Map.groupBy(features, ({ family }) => family);
  const completions = Map.groupBy(standards, ({ family }) => family);
  return [...offers].map(([family, list]) => ({
    family,
    features: list.map(({ feature, offered }) => ({ feature: feature.id, condition: offered })),
    standards: (completions.get(family) ?? []).map(({ feature, holds }) => ({ feature, condition: holds })),
  }));
}

/** The families that can influence some features, for any version; shared by all questions about the same families. */
export class Projection {
  readonly families: readonly FamilyModel[];
  /** indexes of the families among all those of the set */
  readonly positions: readonly number[];
  /** patterns that the families' conditions look at */
  readonly #patterns: readonly string[];
  readonly #byVersion = new Map<string, LegalConfigurations>();
  /** how many choices there are of at most one feature a family, legal or not */
  readonly choices: number;

  constructor(all: readonly FamilyModel[], positions: readonly number[]) {
    const families = positions.map((at) => all[at] as FamilyModel);
    this.families = families;
    this.positions = positions;
    this.choices = families.reduce((product, { features }) => product * (features.length + 1), 1);
    this.#patterns = [...new Set(families.flatMap(conditionsOfFamily).flatMap(versionsIn))];
  }

  /** Equal for versions that the families' conditions do not distinguish. */
  signature(version: string): string {
    return signature(this.#patterns, version);
  }

  /** The same value for versions of the same signature. */
  legal(version: string): LegalConfigurations {
    const key = this.signature(version);
    let legal = this.#byVersion.get(key);
    if (!legal) {
      legal = new LegalConfigurations(this.families, version);
      this.#byVersion.set(key, legal);
    }
    return legal;
  }
}

/** Which of the patterns a version matches, as text. */
export const signature = (patterns: readonly string[], version: string): string =>
  patterns.map((pattern) => (matches(pattern, version) ? '1' : '0')).join('');

const conditionsOfFamily = ({ features, standards }: FamilyModel): Condition[] =>
  [...features, ...standards].map(({ condition }) => condition);

/** Finds and caches projections: features -> the families that can influence them. */
export class Projections {
  readonly #families: readonly FamilyModel[];
  readonly #familyOf: ReadonlyMap<string, number>;
  /** by family: the families that its conditions name */
  readonly #names: readonly ReadonlySet<number>[];
  readonly #known = new Map<string, Projection>();

  constructor(families: readonly FamilyModel[]) {
    this.#families = families;
    this.#familyOf = new Map(
      families.flatMap(({ features }, at) => features.map(({ feature }) => [feature, at] as const)),
    );
    this.#names = families.map((family) => this.#familiesOf(featuresIn(conditionsOfFamily(family))));
  }

  of(features: Iterable<string>): Projection {
    const needed = this.#familiesOf(features);
    for (const family of needed) for (const named of this.#names[family] ?? []) needed.add(named);
    const positions = [...needed].sort((a, b) => a - b);
    const key = positions.join();
    let projection = this.#known.get(key);
    if (!projection) {
      projection = new Projection(this.#families, positions);
      this.#known.set(key, projection);
    }
    return projection;
  }

  #familiesOf(features: Iterable<string>): Set<number> {
    const families = new Set<number>();
    for (const feature of features) {
      const at = this.#familyOf.get(feature);
      if (at !== undefined) families.add(at);
    }
    return families;
  }
}

export class LegalConfigurations {
  readonly #sat = new Sat();
  readonly #gates = new Map<string, Literal>();
  /** by feature: it is chosen */
  readonly #chosen = new Map<string, Literal>();
  /** by feature: the completed configuration has it */
  readonly #effective = new Map<string, Literal>();

  constructor(families: readonly FamilyModel[], version: string) {
    for (const { features } of families) {
      for (const { feature } of features) this.#chosen.set(feature, this.#sat.input());
      const literals = features.map(({ feature }) => this.#chosen.get(feature) as Literal);
      for (let a = 0; a < literals.length; a++) {
        for (let b = 0; b < a; b++) this.#sat.add([not(literals[a] as Literal), not(literals[b] as Literal)]);
      }
    }
    const offered = this.#offer(families, version);
    for (const family of families) this.#complete(family, offered, version);
  }

  /** Holds when the condition holds on the completed configuration. */
  literalOf(condition: Condition, version: string): Literal {
    return this.#gate(condition, version, (id) => this.#effective.get(id) ?? FALSE);
  }

  /** Holds when at least one of the features is part of the completed configuration. */
  hasOneOf(features: readonly string[]): Literal {
    return this.#or(features.map((feature) => this.#effective.get(feature) ?? FALSE));
  }

  /** A legal configuration in which all the literals hold, as the features chosen in it; none; or not known. */
  find(literals: readonly Literal[], budget: Budget): readonly string[] | 'none' | 'unknown' {
    const answer = this.#sat.solve(literals, budget);
    if (answer !== 'sat') return answer === 'unsat' ? 'none' : 'unknown';
    let chosen = [...this.#chosen].filter(([, literal]) => this.#sat.holds(literal)).map(([feature]) => feature);
    // Leave out what is not needed, so that the example shows its point. With all inputs assumed, each attempt is cheap.
    for (const feature of [...chosen]) {
      const without = chosen.filter((other) => other !== feature);
      if (this.#sat.solve([...this.#exactly(without), ...literals], budget) === 'sat') chosen = without;
    }
    return chosen;
  }

  #exactly(features: readonly string[]): Literal[] {
    return [...this.#chosen].map(([feature, literal]) => (features.includes(feature) ? literal : not(literal)));
  }

  /** A chosen feature must be offered on the selection without its own family. */
  #offer(families: readonly FamilyModel[], version: string): ReadonlyMap<string, Literal> {
    const offered = new Map<string, Literal>();
    for (const { features } of families) {
      const own = new Set(features.map(({ feature }) => feature));
      for (const { feature, condition } of features) {
        const literal = this.#gate(condition, version, (id) => (own.has(id) ? FALSE : (this.#chosen.get(id) ?? FALSE)));
        offered.set(feature, literal);
        this.#sat.add([not(this.#chosen.get(feature) as Literal), literal]);
      }
    }
    return offered;
  }

  /** A family without a choice gets its first standard that holds on what was completed before, and is offered. */
  #complete({ features, standards }: FamilyModel, offered: ReadonlyMap<string, Literal>, version: string): void {
    const ways = new Map(features.map(({ feature }) => [feature, [this.#chosen.get(feature) as Literal]]));
    let open = not(this.#or([...ways.values()].flat()));
    const soFar = (id: string) => this.#effective.get(id) ?? this.#chosen.get(id) ?? FALSE;
    for (const { feature, condition } of standards) {
      const holds = this.#and([this.#gate(condition, version, soFar), offered.get(feature) ?? FALSE]);
      ways.get(feature)?.push(this.#and([open, holds]));
      open = this.#and([open, not(holds)]);
    }
    for (const [feature, literals] of ways) this.#effective.set(feature, this.#or(literals));
  }

  #gate(condition: Condition, version: string, literalOf: (id: string) => Literal): Literal {
    switch (condition.kind) {
      case 'true':
        return TRUE;
      case 'feature':
        return literalOf(condition.id);
      case 'version':
        return matches(condition.pattern, version) ? TRUE : FALSE;
      case 'not':
        return not(this.#gate(condition.of, version, literalOf));
      case 'and':
        return this.#and(condition.of.map((part) => this.#gate(part, version, literalOf)));
      case 'or':
        return this.#or(condition.of.map((part) => this.#gate(part, version, literalOf)));
    }
  }

  #or(literals: readonly Literal[]): Literal {
    return not(this.#and(literals.map(not)));
  }

  /** A literal that holds exactly when all of them do. */
  #and(literals: readonly Literal[]): Literal {
    const parts = [...new Set(literals)].filter((literal) => literal !== TRUE).sort((a, b) => a - b);
    if (parts.some((literal, i) => literal === FALSE || parts[i + 1] === not(literal))) return FALSE;
    if (parts.length === 0) return TRUE;
    if (parts.length === 1) return parts[0] as Literal;
    const key = parts.join();
    let gate = this.#gates.get(key);
    if (gate === undefined) {
      gate = this.#sat.derived();
      this.#gates.set(key, gate);
      for (const part of parts) this.#sat.add([not(gate), part]);
      this.#sat.add([gate, ...parts.map(not)]);
    }
    return gate;
  }
}
