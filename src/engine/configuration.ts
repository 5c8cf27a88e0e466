/**
 * Configurations of a version: from the chosen features to the options of the car and the layers of its pictures.
 * The answers depend on nothing but their arguments; file order means the order of the set's XML files.
 *
 *   compileConfiguration         a set's meta (after redirects) -> CompiledConfiguration
 *   CompiledConfiguration
 *     selection                  which of the chosen features are valid, and why others were dropped
 *     offeredFeatures            what can be chosen, and what is
 *     standardOptions            what each family gets when nothing is chosen
 *     effectiveOptions           selection completed with standards
 *     layersOfViewport           what the rules paint
 *     preselectedLayers          the same for the version alone
 *     explanation                why (explanation.ts)
 *
 * In all of them, `chosen` is what a call names, in the order of choosing. It goes through `selection` first, which returns
 * a valid selection unchanged.
 */
import type { OfferedFeature, StandardOption } from '../contract/configuration.ts';
import { type ChosenLayer, type CompiledFeature, compileTables, holds, NONE, type Tables } from './compiled.ts';
import { type ChangedState, Completion, type OptionState } from './completion.ts';
import { explain, type FamilyExplanation } from './explanation.ts';
import type { SetMeta, Viewport } from './meta.ts';
import {
  notOfferedProblem,
  replacedProblem,
  type Selection,
  type SelectionProblem,
  undeclaredProblem,
} from './selection.ts';

export type { ChosenLayer, Selection };

export interface CompiledConfiguration {
  /**
   * If several features of a family are chosen, the last one counts and the others are reported as replaced. Features that
   * are not offered are dropped together, and this repeats until nothing more is dropped. So the result does not depend on
   * the order of features of different families, and selecting from it again changes nothing.
   */
  selection(version: string, chosen: readonly string[]): Selection;
  /**
   * In file order: every feature whose `versions` match and whose `when` holds on the selection without the
   * feature's own family. Standard options do not count here: only what was chosen narrows the offer.
   */
  offeredFeatures(version: string, chosen: readonly string[]): OfferedFeature[];
  /**
   * In file order, one for each family that has one. For a family with a chosen feature it is the one that would complete
   * the selection without that feature.
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

class Configuration implements CompiledConfiguration {
  readonly #tables: Tables;
  readonly #completion: Completion;

  constructor(meta: SetMeta) {
    this.#tables = compileTables(meta);
    this.#completion = new Completion(this.#tables);
  }

  selection(version: string, chosen: readonly string[]): Selection {
    const problems: SelectionProblem[] = [];
    const selected = this.#select(version, chosen, problems);
    return { features: this.#chosenIds(selected), problems };
  }

  offeredFeatures(version: string, chosen: readonly string[]): OfferedFeature[] {
    const { bits, chosen: picked } = this.#select(version, chosen);
    const offered: OfferedFeature[] = [];
    for (const [index, { family, category, first, end }] of this.#tables.families.entries()) {
      const own = picked[index] as number;
      if (own !== NONE) bits[own] = 0;
      for (let slot = first; slot < end; slot++) {
        if (!this.#isOffered(slot, bits)) continue;
        const { id, label, description = '' } = this.#feature(slot).feature;
        offered.push({
          featureId: id,
          featureLabel: label,
          featureClass: family.id,
          familyLabel: family.label,
          categoryName: category.name,
          isSelected: slot === own,
          description,
        });
      }
      if (own !== NONE) bits[own] = 1;
    }
    return offered;
  }

  standardOptions(version: string, chosen: readonly string[]): StandardOption[] {
    const selected = this.#select(version, chosen);
    const completed = this.#completion.complete(version, selected).chosen.slice();
    const standards: StandardOption[] = [];
    for (const [index, { family }] of this.#tables.families.entries()) {
      const own = selected.chosen[index] as number;
      const slot = own === NONE ? completed[index] : this.#standardWithoutChoice(version, selected, index, own);
      if (slot === undefined || slot === NONE) continue;
      const { id, label } = this.#feature(slot).feature;
      standards.push({ featureClass: family.id, featureId: id, featureLabel: label });
    }
    return standards;
  }

  effectiveOptions(version: string, chosen: readonly string[]): string[] {
    return this.#chosenIds(this.#completion.complete(version, this.#select(version, chosen)));
  }

  layersOfViewport(viewport: Viewport, version: string, chosen: readonly string[]): ChosenLayer[] {
    const completed = this.#completion.complete(version, this.#select(version, chosen));
    return this.#completion.layers(viewport, version, completed);
  }

  preselectedLayers(viewport: Viewport, version: string): ChosenLayer[] {
    return this.layersOfViewport(viewport, version, []);
  }

  explanation(viewport: Viewport, version: string, chosen: readonly string[]): FamilyExplanation[] {
    const options = new Set(this.effectiveOptions(version, chosen));
    return this.#tables.rules[viewport].map(({ conditions }) => explain(conditions, (id) => options.has(id), version));
  }

  #feature(slot: number): CompiledFeature {
    return this.#tables.features[slot] as CompiledFeature;
  }

  #isOffered(slot: number, bits: Uint8Array): boolean {
    return holds(this.#tables.program, this.#feature(slot).offered, bits);
  }

  #chosenIds({ chosen }: OptionState): string[] {
    const ids: string[] = [];
    for (const slot of chosen) if (slot !== NONE) ids.push(this.#feature(slot).feature.id);
    return ids;
  }

  #select(version: string, chosen: readonly string[], problems?: SelectionProblem[]): ChangedState {
    const selected = this.#completion.nothingChosen(version);
    const { bits, chosen: picked, families } = selected;
    for (const id of chosen) {
      const slot = this.#tables.slots.get(id);
      if (slot === undefined) {
        problems?.push(undeclaredProblem(id));
        continue;
      }
      const family = this.#feature(slot).family;
      const before = picked[family] as number;
      if (before === NONE) families[selected.count++] = family;
      else {
        bits[before] = 0;
        if (before !== slot) problems?.push(replacedProblem(this.#feature(before).feature.id, id));
      }
      picked[family] = slot;
      bits[slot] = 1;
    }
    this.#drop(selected, version, problems);
    return selected;
  }

  #drop({ bits, chosen, families, count }: ChangedState, version: string, problems?: SelectionProblem[]): void {
    let dropped: number[];
    do {
      dropped = [];
      for (let i = 0; i < count; i++) {
        const slot = chosen[families[i] as number] as number;
        if (slot === NONE) continue;
        bits[slot] = 0;
        if (!this.#isOffered(slot, bits)) dropped.push(slot);
        bits[slot] = 1;
      }
      // In file order, whatever the order of choosing.
      if (problems) dropped.sort((a, b) => a - b);
      for (const slot of dropped) {
        const { feature, family } = this.#feature(slot);
        bits[slot] = 0;
        chosen[family] = NONE;
        problems?.push(notOfferedProblem(feature.id, version));
      }
    } while (dropped.length > 0);
  }

  #standardWithoutChoice(version: string, selected: ChangedState, family: number, own: number): number | undefined {
    const { bits, chosen, families, count } = selected;
    const without: ChangedState = { bits: bits.slice(), chosen: chosen.slice(), families: families.slice(), count };
    without.bits[own] = 0;
    without.chosen[family] = NONE;
    return this.#completion.complete(version, without).chosen[family];
  }
}
