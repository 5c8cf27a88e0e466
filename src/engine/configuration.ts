/**
 * Configurations of a version: from the chosen features to the options of the car and the layers of its pictures.
 * The answers depend on nothing but their arguments; file order means the order of the set's XML files.
 *
 *   compileConfiguration         a set's meta (after redirects) -> CompiledConfiguration
 *   CompiledConfiguration
 *     selection                  which of the chosen features stand, and why others do not
 *     offeredFeatures            what can be chosen, and what is
 *     standardOptions            what each family has when nobody chooses
 *     effectiveOptions           selection completed with standards
 *     layersOfViewport           what the rules paint
 *     preselectedLayers          the same for the version alone
 *     explanation                why (explanation.ts)
 *
 * `chosen` is in all of them what a call names, in the order of choosing; it goes through `selection` first, which
 * leaves a list that is a selection already as it is.
 */
import { type Entry, type Program, ProgramBuilder, run } from './branching.ts';
import { isFeatureId } from './codes.ts';
import type { Condition } from './conditions.ts';
import { explain, type FamilyExplanation } from './explanation.ts';
import { matches } from './lcdv.ts';
import type { Category, Feature, FeatureFamily, SetMeta, Viewport } from './meta.ts';
import { conditionsOf, type RuleConditions } from './metaConditions.ts';

export interface SelectionProblem {
  readonly id: string;
  readonly reason: 'malformed' | 'unknown' | 'replaced' | 'notOffered';
  readonly message: string;
}

export interface Selection {
  /** at most one of each family, in file order */
  readonly features: readonly string[];
  readonly problems: readonly SelectionProblem[];
}

export interface OfferedFeature {
  readonly category: Category;
  readonly family: FeatureFamily;
  readonly feature: Feature;
  /** true when it is part of the selection; a standard option that nobody chose is not */
  readonly isSelected: boolean;
}

export interface StandardOption {
  readonly family: FeatureFamily;
  readonly feature: Feature;
}

export interface ChosenLayer {
  readonly family: string;
  readonly layer: string;
}

export interface CompiledConfiguration {
  /**
   * Of several features of a family the last one stands, the others are reported as replaced. Features that are not
   * offered are dropped all at once, then again as long as dropping takes others with it: so the result does not
   * depend on the order of features of different families, and dropping from it again changes nothing.
   */
  selection(version: string, chosen: readonly string[]): Selection;
  /**
   * In file order: every feature whose `versions` match and whose `when` holds on the selection without the
   * feature's own family. Standard options do not count here: only what was chosen narrows the offer.
   */
  offeredFeatures(version: string, chosen: readonly string[]): OfferedFeature[];
  /**
   * In file order, one for each family that has one, also for a family with a chosen feature: then it is the one
   * that the selection without that feature would be completed with.
   */
  standardOptions(version: string, chosen: readonly string[]): StandardOption[];
  /**
   * Feature ids in file order. Families without a chosen feature get, in file order, their first standard whose
   * `versions` and `when` hold on the selection and what was completed before, and which the selection alone offers
   * (so that a standard option is always one of the offered features).
   */
  effectiveOptions(version: string, chosen: readonly string[]): string[];
  /** In the file order of the rule families; families without a rule that holds are left out. */
  layersOfViewport(viewport: Viewport, version: string, chosen: readonly string[]): ChosenLayer[];
  preselectedLayers(viewport: Viewport, version: string): ChosenLayer[];
  /** For every rule family: the rule that won, those tried before it and which parts of their conditions failed. */
  explanation(viewport: Viewport, version: string, chosen: readonly string[]): FamilyExplanation[];
}

/**
 * Compiles a set's meta once for many evaluations. The meta is that of the set after redirects: its rules may come
 * from another set, and a feature that its own `features` do not declare is never true.
 * Throws an Error naming the place of a condition that does not parse; ingest refuses such packs.
 */
export function compileConfiguration(meta: SetMeta): CompiledConfiguration {
  return new Configuration(meta);
}

const YES = ~1;
const NO = ~0;
const NONE = -1;
const VERSIONS_KEPT = 256;

interface CompiledFeature {
  readonly category: Category;
  readonly family: number;
  readonly feature: Feature;
  readonly offered: Entry;
}

interface CompiledFamily {
  readonly family: FeatureFamily;
  readonly category: Category;
  /** slots of its features are first ≤ slot < end */
  readonly first: number;
  readonly end: number;
  readonly standards: readonly { readonly slot: number; readonly holds: Entry }[];
}

interface CompiledRules {
  readonly conditions: RuleConditions;
  readonly entry: Entry;
}

/** What is known of one request: bits of the selection and the chosen slot of each family (NONE: none). */
interface Standing {
  readonly bits: Uint8Array;
  readonly chosen: Int32Array;
}

class Configuration implements CompiledConfiguration {
  readonly #slots: ReadonlyMap<string, number>;
  readonly #features: CompiledFeature[] = [];
  readonly #families: CompiledFamily[] = [];
  readonly #rules: { readonly [V in Viewport]: readonly CompiledRules[] };
  readonly #program: Program;
  readonly #patterns: ReadonlyMap<string, number>;
  readonly #versions = new Map<string, Uint8Array>();

  constructor(meta: SetMeta) {
    const conditions = conditionsOf(meta);
    this.#slots = new Map(conditions.features.map(({ feature }, slot) => [feature.id, slot]));
    const builder = new ProgramBuilder(this.#slots);
    const yesOrNo = (condition: Condition): Entry => builder.add(condition, YES, NO);
    for (const { category, family, feature, offered } of conditions.features) {
      const slot = this.#features.length;
      const last = this.#families.at(-1);
      if (last?.family === family) this.#families[this.#families.length - 1] = { ...last, end: slot + 1 };
      else {
        const standards = conditions.standards.filter((standard) => standard.family === family);
        this.#families.push({
          family,
          category,
          first: slot,
          end: slot + 1,
          standards: standards.map(({ feature: id, holds }) => ({
            slot: this.#slots.get(id) ?? NONE,
            holds: yesOrNo(holds),
          })),
        });
      }
      this.#features.push({ category, family: this.#families.length - 1, feature, offered: yesOrNo(offered) });
    }
    const compileRules = (viewport: Viewport): CompiledRules[] =>
      conditions.rules[viewport].map((family) => ({
        conditions: family,
        entry: family.rules.reduceRight<Entry>(
          (next, rule, index) => builder.add(rule.condition, ~index, next),
          ~family.rules.length,
        ),
      }));
    this.#rules = { exterior: compileRules('exterior'), interior: compileRules('interior') };
    ({ program: this.#program, patterns: this.#patterns } = builder.build());
  }

  selection(version: string, chosen: readonly string[]): Selection {
    const problems: SelectionProblem[] = [];
    const standing = this.#stand(version, chosen, problems);
    return { features: this.#chosenIds(standing), problems };
  }

  offeredFeatures(version: string, chosen: readonly string[]): OfferedFeature[] {
    const { bits, chosen: picked } = this.#stand(version, chosen);
    const offered: OfferedFeature[] = [];
    for (const [index, { family, category, first, end }] of this.#families.entries()) {
      const own = picked[index] as number;
      if (own !== NONE) bits[own] = 0;
      for (let slot = first; slot < end; slot++) {
        if (!this.#isOffered(slot, bits)) continue;
        offered.push({ category, family, feature: this.#feature(slot).feature, isSelected: slot === own });
      }
      if (own !== NONE) bits[own] = 1;
    }
    return offered;
  }

  standardOptions(version: string, chosen: readonly string[]): StandardOption[] {
    const standing = this.#stand(version, chosen);
    const completed = this.#complete(standing);
    const standards: StandardOption[] = [];
    for (const [index, { family }] of this.#families.entries()) {
      const own = standing.chosen[index] as number;
      const slot = own === NONE ? completed.chosen[index] : this.#standardWithoutChoice(standing, index, own);
      if (slot !== undefined && slot !== NONE) standards.push({ family, feature: this.#feature(slot).feature });
    }
    return standards;
  }

  effectiveOptions(version: string, chosen: readonly string[]): string[] {
    return this.#chosenIds(this.#complete(this.#stand(version, chosen)));
  }

  layersOfViewport(viewport: Viewport, version: string, chosen: readonly string[]): ChosenLayer[] {
    const { bits } = this.#complete(this.#stand(version, chosen));
    const layers: ChosenLayer[] = [];
    for (const { conditions, entry } of this.#rules[viewport]) {
      const rule = conditions.rules[run(this.#program, entry, bits)];
      if (rule) layers.push({ family: conditions.family, layer: rule.layer });
    }
    return layers;
  }

  preselectedLayers(viewport: Viewport, version: string): ChosenLayer[] {
    return this.layersOfViewport(viewport, version, []);
  }

  explanation(viewport: Viewport, version: string, chosen: readonly string[]): FamilyExplanation[] {
    const options = new Set(this.effectiveOptions(version, chosen));
    return this.#rules[viewport].map(({ conditions }) => explain(conditions, (id) => options.has(id), version));
  }

  #feature(slot: number): CompiledFeature {
    return this.#features[slot] as CompiledFeature;
  }

  #isOffered(slot: number, bits: Uint8Array): boolean {
    return run(this.#program, this.#feature(slot).offered, bits) === ~YES;
  }

  #chosenIds({ chosen }: Standing): string[] {
    const ids: string[] = [];
    for (const slot of chosen) if (slot !== NONE) ids.push(this.#feature(slot).feature.id);
    return ids;
  }

  #stand(version: string, chosen: readonly string[], problems?: SelectionProblem[]): Standing {
    const picked = new Int32Array(this.#families.length).fill(NONE);
    const bits = this.#versionBits(version).slice();
    for (const id of chosen) {
      const slot = this.#slots.get(id);
      if (slot === undefined) {
        problems?.push(isFeatureId(id) ? unknown(id) : malformed(id));
        continue;
      }
      const family = this.#feature(slot).family;
      const before = picked[family] as number;
      if (before !== NONE && before !== slot) problems?.push(replaced(this.#feature(before).feature.id, id));
      picked[family] = slot;
    }
    for (const slot of picked) if (slot !== NONE) bits[slot] = 1;
    this.#drop({ bits, chosen: picked }, version, problems);
    return { bits, chosen: picked };
  }

  #drop({ bits, chosen }: Standing, version: string, problems: SelectionProblem[] | undefined): void {
    let dropped: number[];
    do {
      dropped = [];
      for (const slot of chosen) {
        if (slot === NONE) continue;
        bits[slot] = 0;
        if (!this.#isOffered(slot, bits)) dropped.push(slot);
        bits[slot] = 1;
      }
      for (const slot of dropped) {
        const { feature, family } = this.#feature(slot);
        bits[slot] = 0;
        chosen[family] = NONE;
        problems?.push(notOffered(feature.id, version));
      }
    } while (dropped.length > 0);
  }

  #complete({ bits, chosen }: Standing): Standing {
    const completed: Standing = { bits: bits.slice(), chosen: chosen.slice() };
    for (let family = 0; family < chosen.length; family++) {
      if (chosen[family] !== NONE) continue;
      const slot = this.#standard(family, bits, completed.bits);
      completed.chosen[family] = slot;
      if (slot !== NONE) completed.bits[slot] = 1;
    }
    return completed;
  }

  #standard(family: number, selected: Uint8Array, completed: Uint8Array): number {
    for (const { slot, holds } of (this.#families[family] as CompiledFamily).standards) {
      if (run(this.#program, holds, completed) === ~YES && this.#isOffered(slot, selected)) return slot;
    }
    return NONE;
  }

  #standardWithoutChoice(standing: Standing, family: number, own: number): number | undefined {
    const without: Standing = { bits: standing.bits.slice(), chosen: standing.chosen.slice() };
    without.bits[own] = 0;
    without.chosen[family] = NONE;
    return this.#complete(without).chosen[family];
  }

  #versionBits(version: string): Uint8Array {
    let bits = this.#versions.get(version);
    if (!bits) {
      bits = new Uint8Array(this.#features.length + this.#patterns.size);
      for (const [pattern, slot] of this.#patterns) if (matches(pattern, version)) bits[slot] = 1;
      if (this.#versions.size >= VERSIONS_KEPT) this.#versions.clear();
      this.#versions.set(version, bits);
    }
    return bits;
  }
}

function malformed(id: string): SelectionProblem {
  return { id, reason: 'malformed', message: `'${id}' is no feature id: 3 to 16 characters of A-Z and 0-9.` };
}

function unknown(id: string): SelectionProblem {
  return { id, reason: 'unknown', message: `The set declares no feature ${id}.` };
}

function replaced(id: string, by: string): SelectionProblem {
  return { id, reason: 'replaced', message: `${id} was replaced by ${by} of the same family.` };
}

function notOffered(id: string, version: string): SelectionProblem {
  return { id, reason: 'notOffered', message: `${id} is not offered for ${version} with the other chosen features.` };
}
