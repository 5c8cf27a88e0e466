/**
 * Which decision read which slot: for each slot, the decisions that read it on the way to their outcome, and at which node
 * of the program. When slots change, only these decisions are evaluated again, each from the first node that read a changed
 * slot: everything before that node is unchanged.
 *
 *   DecisionReadsBuilder     records the reads of decisions
 *   DecisionReads
 *   StaleDecisions            the decisions to evaluate again, collected from the slots that changed
 */
import type { Entry, Program } from './branching.ts';

/** `at[slot] <= i < at[slot + 1]`: reads[2i] is the decision, reads[2i + 1] the node. */
export interface DecisionReads {
  readonly at: Int32Array;
  readonly reads: Int32Array;
}

export class DecisionReadsBuilder {
  readonly #slots: number;
  readonly #reads: [slot: number, decision: number, node: number][] = [];

  /** @param slots those that may change, 0 to slots - 1; reads of other slots are not recorded */
  constructor(slots: number) {
    this.#slots = slots;
  }

  /** The outcome of a decision on these bits, as `run` gives it. */
  run(program: Program, entry: Entry, bits: Uint8Array, decision: number): number {
    let node = entry;
    while (node >= 0) {
      const slot = program[node] as number;
      if (slot < this.#slots) this.#reads.push([slot, decision, node]);
      node = program[bits[slot] === 1 ? node + 1 : node + 2] as number;
    }
    return ~node;
  }

  build(): DecisionReads {
    const at = new Int32Array(this.#slots + 1);
    for (const [slot] of this.#reads) at[slot + 1] = (at[slot + 1] as number) + 1;
    for (let slot = 0; slot < this.#slots; slot++) at[slot + 1] = (at[slot + 1] as number) + (at[slot] as number);
    const next = at.slice();
    const reads = new Int32Array(this.#reads.length * 2);
    for (const [slot, decision, node] of this.#reads) {
      const i = next[slot] as number;
      reads[i * 2] = decision;
      reads[i * 2 + 1] = node;
      next[slot] = i + 1;
    }
    return { at, reads };
  }
}

export class StaleDecisions {
  /** the decisions to evaluate again are list[0] to list[count - 1] */
  readonly list: Int32Array;
  count = 0;
  /** by decision: the node to continue from */
  readonly from: Int32Array;
  readonly #marks: Int32Array;
  #mark = 0;

  constructor(decisions: number) {
    this.list = new Int32Array(decisions);
    this.from = new Int32Array(decisions);
    this.#marks = new Int32Array(decisions);
  }

  clear(): void {
    this.count = 0;
    this.#mark++;
  }

  /** Adds the decisions that read a changed slot. */
  add({ at, reads }: DecisionReads, slot: number): void {
    const end = (at[slot + 1] as number) * 2;
    for (let i = (at[slot] as number) * 2; i < end; i += 2) {
      const decision = reads[i] as number;
      const node = reads[i + 1] as number;
      if (this.#marks[decision] !== this.#mark) {
        this.#marks[decision] = this.#mark;
        this.from[decision] = node;
        this.list[this.count++] = decision;
      } else if (node > (this.from[decision] as number)) {
        // The builder adds later nodes first, so node numbers descend along a path through the program.
        this.from[decision] = node;
      }
    }
  }

  has(decision: number): boolean {
    return this.#marks[decision] === this.#mark;
  }
}
