/**
 * Conditions as one branching program, for speed: each node tests one bit and names the next node for yes and for no.
 * A chain of rules is one program too: the "no" of a rule is the start of the next. Evaluating a family thus
 * reads a few bits; it walks no tree and calls no function.
 *
 *   ProgramBuilder    conditions -> program; hands out the bit (slot) of each feature and pattern
 *   run               program, bits -> outcome
 */
import type { Condition } from './conditions.ts';

/** Nodes of three numbers: slot, next if set, next if not. A next below 0 is an outcome: `~next`. */
export type Program = Int32Array;

/** Where a condition starts: a node, or directly an outcome. */
export type Entry = number;

export class ProgramBuilder {
  readonly #nodes: number[] = [];
  readonly #features: ReadonlyMap<string, number>;
  readonly #patterns = new Map<string, number>();

  /** `features`: slot of each declared feature, 0 to its size - 1. An undeclared feature is never set. */
  constructor(features: ReadonlyMap<string, number>) {
    this.#features = features;
  }

  /** Adds a condition that continues at `yes` or `no` (entries or `~outcome`). @returns where it starts */
  add(condition: Condition, yes: Entry, no: Entry): Entry {
    switch (condition.kind) {
      case 'true':
        return yes;
      case 'feature':
        return this.#test(this.#features.get(condition.id), yes, no);
      case 'version':
        return this.#test(this.#patternSlot(condition.pattern), yes, no);
      case 'not':
        return this.add(condition.of, no, yes);
      case 'and':
        return condition.of.reduceRight((next, part) => this.add(part, next, no), yes);
      case 'or':
        return condition.of.reduceRight((next, part) => this.add(part, yes, next), no);
    }
  }

  /** The finished program, and the patterns with their slots (they follow those of the features). */
  build(): { program: Program; patterns: ReadonlyMap<string, number> } {
    return { program: Int32Array.from(this.#nodes), patterns: this.#patterns };
  }

  #patternSlot(pattern: string): number {
    const slot = this.#patterns.get(pattern) ?? this.#features.size + this.#patterns.size;
    this.#patterns.set(pattern, slot);
    return slot;
  }

  #test(slot: number | undefined, yes: Entry, no: Entry): Entry {
    if (slot === undefined) return no;
    return this.#nodes.push(slot, yes, no) - 3;
  }
}

/** Follows the program from an entry to its outcome. `bits`: 1 for each slot that is set. */
export function run(program: Program, entry: Entry, bits: Uint8Array): number {
  let at = entry;
  while (at >= 0) at = program[bits[program[at] as number] === 1 ? at + 1 : at + 2] as number;
  return ~at;
}
