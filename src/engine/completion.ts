/**
 * Completes a selection with standard options and finds the rules that win on it. Both start from the result for the version
 * without any choice, and recompute only the decisions that read something that the choice changed. The reads of each
 * decision are recorded once per version, so a choice of ten features costs some twenty decisions instead of hundreds.
 *
 *   VERSIONS_BYTES   limit of what is kept
 *   OptionState      which features are set: a bit for each slot, and the slot of each family
 *   Completion       evaluates; a result is valid until the next call
 */
import type { Entry } from './branching.ts';
import { type ChosenLayer, holds, NONE, type Tables } from './compiled.ts';
import { type DecisionReads, DecisionReadsBuilder, StaleDecisions } from './decisionReads.ts';
import { matches } from './lcdv.ts';
import type { Viewport } from './meta.ts';
import { compact, type Outcomes, outcomesOf } from './ruleOutcomes.ts';

export interface OptionState {
  /** 1 for each slot that is set */
  readonly bits: Uint8Array;
  /** the slot of each family, or NONE */
  readonly chosen: Int32Array;
}

/** A state, and the families in which it may differ from the one that it began with; each once. */
export interface ChangedState extends OptionState {
  /** families[0] to families[count - 1] */
  readonly families: Int32Array;
  count: number;
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

/**
 * Limit of what is kept of all versions together; beyond it, versions are computed again. A version of 5,000 rules takes
 * 60 kB, and about a millisecond.
 */
export const VERSIONS_BYTES = 4 * 1024 ** 2;
const POINTER_BYTES = 8;

function bytesOf({ bits, chosen, version, standardReads, layers, ruleReads }: Base): number {
  const reads = [standardReads, ruleReads.exterior, ruleReads.interior];
  return (
    bits.byteLength +
    chosen.byteLength +
    version.byteLength +
    reads.reduce((sum, one) => sum + one.at.byteLength + one.reads.byteLength, 0) +
    POINTER_BYTES * (layers.exterior.length + layers.interior.length)
  );
}

export class Completion {
  readonly #tables: Tables;
  readonly #bases = new Map<string, Base>();
  #basesBytes = 0;
  // Reused by all calls: allocating them would cost more than the computation.
  readonly #selected: ChangedState;
  readonly #completed: ChangedState;
  readonly #staleStandards: StaleDecisions;
  readonly #staleRules: Readonly<Record<Viewport, StaleDecisions>>;
  readonly #outcomes: Readonly<Record<Viewport, Outcomes>>;

  constructor(tables: Tables) {
    this.#tables = tables;
    const { features, patterns, families, rules } = tables;
    const emptyState = (): ChangedState => ({
      bits: new Uint8Array(features.length + patterns.size),
      chosen: new Int32Array(families.length).fill(NONE),
      families: new Int32Array(families.length),
      count: 0,
    });
    this.#selected = emptyState();
    this.#completed = emptyState();
    this.#staleStandards = new StaleDecisions(families.length, features.length);
    this.#staleRules = {
      exterior: new StaleDecisions(rules.exterior.length, features.length),
      interior: new StaleDecisions(rules.interior.length, features.length),
    };
    this.#outcomes = { exterior: outcomesOf(rules.exterior), interior: outcomesOf(rules.interior) };
  }

  /** A state in which nothing is chosen, for the caller to fill. */
  nothingChosen(version: string): ChangedState {
    const selected = this.#selected;
    const { bits, chosen, families } = selected;
    bits.set(this.#base(version).version);
    for (let i = 0; i < selected.count; i++) chosen[families[i] as number] = NONE;
    selected.count = 0;
    return selected;
  }

  /** Gives each family without a chosen feature its standard option, in file order; each sees the options before it. */
  complete(version: string, selected: ChangedState): ChangedState {
    const completed = this.#completed;
    const base = this.#base(version);
    completed.count = 0;
    if (this.#tables.standardsLookBack) this.#completeFromBase(base, selected, completed);
    else {
      this.#completeAll(selected, completed);
      for (let family = 0; family < base.chosen.length; family++)
        if (base.chosen[family] !== completed.chosen[family]) completed.families[completed.count++] = family;
    }
    return completed;
  }

  /** The layers of the rules that win on a completed state of the same version, in the order of the rule families. */
  layers(viewport: Viewport, version: string, completed: ChangedState): ChosenLayer[] {
    const base = this.#base(version);
    const { program } = this.#tables;
    const { first, outcomes } = this.#outcomes[viewport];
    const readers = base.ruleReads[viewport];
    const stale = this.#staleRules[viewport];
    stale.clear();
    for (let i = 0; i < completed.count; i++) {
      const family = completed.families[i] as number;
      const before = base.chosen[family] as number;
      const now = completed.chosen[family] as number;
      if (before !== NONE) stale.add(readers, before);
      if (now !== NONE) stale.add(readers, now);
    }
    stale.evaluate(readers, program, completed.bits);
    const { list, count, outcome } = stale;
    const layers = base.layers[viewport].slice();
    for (let i = 0; i < count; i++) {
      const family = list[i] as number;
      layers[family] = outcomes[(first[family] as number) + (outcome[family] as number)];
    }
    return compact(layers);
  }

  #completeFromBase(base: Base, selected: ChangedState, completed: ChangedState): void {
    const { bits, chosen } = completed;
    bits.set(base.bits);
    chosen.set(base.chosen);
    const stale = this.#staleStandards;
    stale.clear();
    for (let i = 0; i < selected.count; i++) {
      const family = selected.families[i] as number;
      const slot = selected.chosen[family] as number;
      if (slot === NONE) continue;
      // A standard that is chosen changes only the selection.
      if (slot === chosen[family]) stale.add(base.standardReads, slot);
      else this.#replace(base, completed, family, slot);
    }
    if (stale.count === 0) return;
    for (let family = 0; family < chosen.length; family++) {
      if (!stale.has(family) || selected.chosen[family] !== NONE) continue;
      const slot = this.#standard(family, selected.bits, bits);
      if (slot !== chosen[family]) this.#replace(base, completed, family, slot);
    }
  }

  /** At most once for a family. */
  #replace(base: Base, completed: ChangedState, family: number, slot: number): void {
    const { bits, chosen } = completed;
    const before = chosen[family] as number;
    chosen[family] = slot;
    completed.families[completed.count++] = family;
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
      const bytes = bytesOf(base);
      if (this.#basesBytes + bytes > VERSIONS_BYTES) {
        this.#bases.clear();
        this.#basesBytes = 0;
      }
      this.#bases.set(version, base);
      this.#basesBytes += bytes;
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
