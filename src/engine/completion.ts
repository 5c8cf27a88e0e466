/**
 * Completes a selection with standard options and finds the rules that win on it. Both start from the result for the version
 * without any choice, and recompute only the decisions that read something that the choice changed. The reads of each
 * decision are recorded once per version, so a choice of ten features costs some twenty decisions instead of hundreds.
 *
 *   OptionState      which features are set: a bit for each slot, and the slot of each family
 *   Completion       evaluates; a result is valid until the next call
 */
import { type Entry, run } from './branching.ts';
import { type ChosenLayer, type CompiledRules, holds, NONE, type Tables } from './compiled.ts';
import { type DecisionReads, DecisionReadsBuilder, StaleDecisions } from './decisionReads.ts';
import { matches } from './lcdv.ts';
import type { Viewport } from './meta.ts';

export interface OptionState {
  /** 1 for each slot that is set */
  readonly bits: Uint8Array;
  /** the slot of each family, or NONE */
  readonly chosen: Int32Array;
}

interface Base extends OptionState {
  /** the bits of the version's patterns alone */
  readonly version: Uint8Array;
  /** by slot: the families whose standard read it, in the completed configuration or in the selection */
  readonly standardReads: DecisionReads;
  /** of each rule family; undefined where no rule holds */
  readonly layers: Readonly<Record<Viewport, readonly (ChosenLayer | undefined)[]>>;
  readonly ruleReads: Readonly<Record<Viewport, DecisionReads>>;
}

const MAX_CACHED_VERSIONS = 256;

/** Removes the gaps, in place. */
function compact(layers: (ChosenLayer | undefined)[]): ChosenLayer[] {
  let kept = 0;
  for (let i = 0; i < layers.length; i++) {
    const layer = layers[i];
    if (layer !== undefined) layers[kept++] = layer;
  }
  layers.length = kept;
  return layers as ChosenLayer[];
}

export class Completion {
  readonly #tables: Tables;
  readonly #bases = new Map<string, Base>();
  // Reused by all calls: allocating them would cost more than the computation.
  readonly #selected: OptionState;
  readonly #completed: OptionState;
  readonly #staleStandards: StaleDecisions;
  readonly #staleRules: Readonly<Record<Viewport, StaleDecisions>>;

  constructor(tables: Tables) {
    this.#tables = tables;
    const { features, patterns, families, rules } = tables;
    const standing = (): OptionState => ({
      bits: new Uint8Array(features.length + patterns.size),
      chosen: new Int32Array(families.length),
    });
    this.#selected = standing();
    this.#completed = standing();
    this.#staleStandards = new StaleDecisions(families.length);
    this.#staleRules = {
      exterior: new StaleDecisions(rules.exterior.length),
      interior: new StaleDecisions(rules.interior.length),
    };
  }

  /** A state in which nothing is chosen, for the caller to fill. */
  nothingChosen(version: string): OptionState {
    this.#selected.bits.set(this.#base(version).version);
    this.#selected.chosen.fill(NONE);
    return this.#selected;
  }

  /** Gives each family without a chosen feature its standard option, in file order; each sees the options before it. */
  complete(version: string, selected: OptionState): OptionState {
    const completed = this.#completed;
    if (this.#tables.standardsLookBack) this.#completeFromBase(this.#base(version), selected, completed);
    else this.#completeAll(selected, completed);
    return completed;
  }

  /** The layers of the rules that win on a completed state, in the order of the rule families. */
  layers(viewport: Viewport, version: string, completed: OptionState): ChosenLayer[] {
    const base = this.#base(version);
    const { program, rules } = this.#tables;
    const readers = base.ruleReads[viewport];
    const stale = this.#staleRules[viewport];
    stale.clear();
    for (let family = 0; family < base.chosen.length; family++) {
      const before = base.chosen[family] as number;
      const now = completed.chosen[family] as number;
      if (before === now) continue;
      if (before !== NONE) stale.add(readers, before);
      if (now !== NONE) stale.add(readers, now);
    }
    const layers = base.layers[viewport].slice();
    for (let i = 0; i < stale.count; i++) {
      const family = stale.list[i] as number;
      const rule = run(program, stale.from[family] as number, completed.bits);
      layers[family] = (rules[viewport][family] as CompiledRules).layers[rule];
    }
    return compact(layers);
  }

  #completeFromBase(base: Base, selected: OptionState, completed: OptionState): void {
    const { bits, chosen } = completed;
    bits.set(base.bits);
    chosen.set(base.chosen);
    const stale = this.#staleStandards;
    stale.clear();
    for (let family = 0; family < chosen.length; family++) {
      const slot = selected.chosen[family] as number;
      if (slot !== NONE) this.#replace(base, completed, family, slot);
    }
    for (let family = 0; family < chosen.length; family++) {
      if (!stale.has(family) || selected.chosen[family] !== NONE) continue;
      const slot = this.#standard(family, selected.bits, bits);
      if (slot !== chosen[family]) this.#replace(base, completed, family, slot);
    }
  }

  #replace(base: Base, { bits, chosen }: OptionState, family: number, slot: number): void {
    const before = chosen[family] as number;
    chosen[family] = slot;
    if (before !== NONE) {
      bits[before] = 0;
      this.#staleStandards.add(base.standardReads, before);
    }
    if (slot !== NONE) {
      bits[slot] = 1;
      this.#staleStandards.add(base.standardReads, slot);
    }
  }

  #completeAll(selected: OptionState, completed: OptionState): void {
    completed.bits.set(selected.bits);
    completed.chosen.set(selected.chosen);
    for (let family = 0; family < selected.chosen.length; family++) {
      if (selected.chosen[family] !== NONE) continue;
      const slot = this.#standard(family, selected.bits, completed.bits);
      completed.chosen[family] = slot;
      if (slot !== NONE) completed.bits[slot] = 1;
    }
  }

  #standard(family: number, selected: Uint8Array, completed: Uint8Array): number {
    const { families, features, program } = this.#tables;
    for (const standard of families[family]?.standards ?? []) {
      if (!holds(program, standard.holds, completed)) continue;
      if (holds(program, features[standard.slot]?.offered as Entry, selected)) return standard.slot;
    }
    return NONE;
  }

  #base(version: string): Base {
    let base = this.#bases.get(version);
    if (!base) {
      base = this.#makeBase(version);
      if (this.#bases.size >= MAX_CACHED_VERSIONS) this.#bases.clear();
      this.#bases.set(version, base);
    }
    return base;
  }

  #makeBase(version: string): Base {
    const { families, features, patterns, program, rules } = this.#tables;
    const ofVersion = new Uint8Array(this.#selected.bits.length);
    for (const [pattern, slot] of patterns) if (matches(pattern, version)) ofVersion[slot] = 1;
    const selected: OptionState = { bits: ofVersion, chosen: new Int32Array(families.length).fill(NONE) };
    const base: OptionState = { bits: ofVersion.slice(), chosen: selected.chosen.slice() };
    this.#completeAll(selected, base);

    const standardReads = new DecisionReadsBuilder(features.length);
    for (const [family, { standards }] of families.entries()) {
      for (const standard of standards) {
        standardReads.run(program, standard.holds, base.bits, family);
        standardReads.run(program, features[standard.slot]?.offered as Entry, ofVersion, family);
      }
    }
    const decide = (viewport: Viewport) => {
      const readers = new DecisionReadsBuilder(features.length);
      const layers = rules[viewport].map(
        (family, at) => family.layers[readers.run(program, family.entry, base.bits, at)],
      );
      return { layers, readers: readers.build() };
    };
    const [exterior, interior] = [decide('exterior'), decide('interior')];
    return {
      ...base,
      version: ofVersion,
      standardReads: standardReads.build(),
      layers: { exterior: exterior.layers, interior: interior.layers },
      ruleReads: { exterior: exterior.readers, interior: interior.readers },
    };
  }
}
