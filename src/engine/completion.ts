/**
 * A selection completed with standard options, and the rules that win on it. Both start from what the version has when
 * nothing is chosen, and compute again only what looked at something that the choice changed: each decision's reads are
 * recorded once per version, so a choice of ten features costs some twenty decisions instead of hundreds.
 *
 *   Standing        what is chosen and completed: bits, and the slot of each family
 *   Completion      evaluates; its answers are valid until it is asked again
 */
import { type Entry, run } from './branching.ts';
import { type ChosenLayer, type CompiledRules, holds, NONE, type Tables } from './compiled.ts';
import { matches } from './lcdv.ts';
import type { Viewport } from './meta.ts';
import { type Readers, ReadersBuilder, Retaken } from './readers.ts';

export interface Standing {
  /** 1 for each slot that is set */
  readonly bits: Uint8Array;
  /** the slot of each family, or NONE */
  readonly chosen: Int32Array;
}

interface Base extends Standing {
  /** the bits of the version's patterns alone */
  readonly version: Uint8Array;
  /** families whose standard looked at a slot of what was completed, or of the selection */
  readonly standardReaders: Readers;
  /** of each rule family; undefined where no rule holds */
  readonly layers: Readonly<Record<Viewport, readonly (ChosenLayer | undefined)[]>>;
  readonly ruleReaders: Readonly<Record<Viewport, Readers>>;
}

const VERSIONS_KEPT = 256;

/** Moves what is there together, in place. */
function withoutGaps(layers: (ChosenLayer | undefined)[]): ChosenLayer[] {
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
  // Kept between calls: making them would cost more than what is computed in them.
  readonly #selected: Standing;
  readonly #completed: Standing;
  readonly #standardsAgain: Retaken;
  readonly #rulesAgain: Readonly<Record<Viewport, Retaken>>;

  constructor(tables: Tables) {
    this.#tables = tables;
    const { features, patterns, families, rules } = tables;
    const standing = (): Standing => ({
      bits: new Uint8Array(features.length + patterns.size),
      chosen: new Int32Array(families.length),
    });
    this.#selected = standing();
    this.#completed = standing();
    this.#standardsAgain = new Retaken(families.length);
    this.#rulesAgain = { exterior: new Retaken(rules.exterior.length), interior: new Retaken(rules.interior.length) };
  }

  /** A standing in which nothing is chosen, for the caller to fill. */
  nothingChosen(version: string): Standing {
    this.#selected.bits.set(this.#base(version).version);
    this.#selected.chosen.fill(NONE);
    return this.#selected;
  }

  /** Families without a chosen feature get their standard option, in file order, each seeing those before. */
  complete(version: string, selected: Standing): Standing {
    const completed = this.#completed;
    if (this.#tables.standardsLookBack) this.#completeFromBase(this.#base(version), selected, completed);
    else this.#completeAll(selected, completed);
    return completed;
  }

  /** The layers of the rules that win on a completed standing, in the order of the rule families. */
  layers(viewport: Viewport, version: string, completed: Standing): ChosenLayer[] {
    const base = this.#base(version);
    const { program, rules } = this.#tables;
    const readers = base.ruleReaders[viewport];
    const again = this.#rulesAgain[viewport];
    again.clear();
    for (let family = 0; family < base.chosen.length; family++) {
      const before = base.chosen[family] as number;
      const now = completed.chosen[family] as number;
      if (before === now) continue;
      if (before !== NONE) again.add(readers, before);
      if (now !== NONE) again.add(readers, now);
    }
    const layers = base.layers[viewport].slice();
    for (let i = 0; i < again.count; i++) {
      const family = again.list[i] as number;
      const rule = run(program, again.from[family] as number, completed.bits);
      layers[family] = (rules[viewport][family] as CompiledRules).layers[rule];
    }
    return withoutGaps(layers);
  }

  #completeFromBase(base: Base, selected: Standing, completed: Standing): void {
    const { bits, chosen } = completed;
    bits.set(base.bits);
    chosen.set(base.chosen);
    const again = this.#standardsAgain;
    again.clear();
    for (let family = 0; family < chosen.length; family++) {
      const slot = selected.chosen[family] as number;
      if (slot !== NONE) this.#replace(base, completed, family, slot);
    }
    for (let family = 0; family < chosen.length; family++) {
      if (!again.has(family) || selected.chosen[family] !== NONE) continue;
      const slot = this.#standard(family, selected.bits, bits);
      if (slot !== chosen[family]) this.#replace(base, completed, family, slot);
    }
  }

  #replace(base: Base, { bits, chosen }: Standing, family: number, slot: number): void {
    const before = chosen[family] as number;
    chosen[family] = slot;
    if (before !== NONE) {
      bits[before] = 0;
      this.#standardsAgain.add(base.standardReaders, before);
    }
    if (slot !== NONE) {
      bits[slot] = 1;
      this.#standardsAgain.add(base.standardReaders, slot);
    }
  }

  #completeAll(selected: Standing, completed: Standing): void {
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
      if (this.#bases.size >= VERSIONS_KEPT) this.#bases.clear();
      this.#bases.set(version, base);
    }
    return base;
  }

  #makeBase(version: string): Base {
    const { families, features, patterns, program, rules } = this.#tables;
    const ofVersion = new Uint8Array(this.#selected.bits.length);
    for (const [pattern, slot] of patterns) if (matches(pattern, version)) ofVersion[slot] = 1;
    const selected: Standing = { bits: ofVersion, chosen: new Int32Array(families.length).fill(NONE) };
    const base: Standing = { bits: ofVersion.slice(), chosen: selected.chosen.slice() };
    this.#completeAll(selected, base);

    const standardReaders = new ReadersBuilder(features.length);
    for (const [family, { standards }] of families.entries()) {
      for (const standard of standards) {
        standardReaders.run(program, standard.holds, base.bits, family);
        standardReaders.run(program, features[standard.slot]?.offered as Entry, ofVersion, family);
      }
    }
    const decide = (viewport: Viewport) => {
      const readers = new ReadersBuilder(features.length);
      const layers = rules[viewport].map(
        (family, at) => family.layers[readers.run(program, family.entry, base.bits, at)],
      );
      return { layers, readers: readers.build() };
    };
    const [exterior, interior] = [decide('exterior'), decide('interior')];
    return {
      ...base,
      version: ofVersion,
      standardReaders: standardReaders.build(),
      layers: { exterior: exterior.layers, interior: interior.layers },
      ruleReaders: { exterior: exterior.readers, interior: interior.readers },
    };
  }
}
