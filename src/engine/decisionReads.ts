/**
 * Which decision read which slot: for each slot, the decisions that read it on the way to their outcome, and at which node
 * of the program. When slots change, only these decisions are evaluated again, each from the first node that read a changed
 * slot: everything before that node is unchanged. Where only one read of a decision changed, its new outcome is known
 * beforehand, as long as the few slots that the way to it reads besides did not change either.
 *
 *   DecisionReadsBuilder     records the reads of decisions
 *   DecisionReads
 *   StaleDecisions            the decisions to evaluate again, collected from the slots that changed
 */
import { type Entry, type Program, run } from './branching.ts';

/**
 * The reads of a slot lie from at[slot] to before at[slot + 1], each as STRIDE numbers: the decision; the node; the outcome
 * if this slot alone changes, or UNKNOWN; MAX_BESIDES other slots that this outcome depends on. Where there are fewer, the
 * rest is the number of slots, which stands for one that never changes: no read needs a loop, which would cost more than the
 * read.
 */
export interface DecisionReads {
  readonly at: Int32Array;
  readonly reads: Int32Array;
}

const UNKNOWN = -1;
const NO_READ = -1;
/** Following the program is as quick as comparing more slots. */
const MAX_OTHER_SLOTS = 5;
const STRIDE = 3 + MAX_OTHER_SLOTS;

interface Read {
  readonly slot: number;
  readonly decision: number;
  readonly node: number;
  /** the outcome if the slot alone changes */
  readonly outcome: number;
  readonly otherSlots: readonly number[];
}

export class DecisionReadsBuilder {
  readonly #slots: number;
  readonly #reads: Read[] = [];

  /** @param slots those that may change, 0 to slots - 1; reads of other slots are not recorded. */
  constructor(slots: number) {
    this.#slots = slots;
  }

  /** The outcome of a decision on these bits, as `run` gives it. */
  run(program: Program, entry: Entry, bits: Uint8Array, decision: number): number {
    const path: number[] = [];
    let node = entry;
    while (node >= 0) {
      path.push(node);
      node = program[bits[program[node] as number] === 1 ? node + 1 : node + 2] as number;
    }
    const outcome = ~node;
    const onPath = new Set(path);
    for (const at of path) {
      const slot = program[at] as number;
      if (slot >= this.#slots) continue;
      this.#reads.push({ slot, decision, node: at, ...this.#flip(program, at, bits, onPath, outcome) });
    }
    return outcome;
  }

  /** Follows the program as if the slot of a node on the path had the other value, until it comes back to the path. */
  #flip(
    program: Program,
    at: number,
    bits: Uint8Array,
    path: ReadonlySet<number>,
    outcome: number,
  ): Pick<Read, 'outcome' | 'otherSlots'> {
    const flipped = program[at] as number;
    const isSet = (slot: number) => (bits[slot] === 1) !== (slot === flipped);
    const otherSlots = new Set<number>();
    let node = program[isSet(flipped) ? at + 1 : at + 2] as number;
    while (node >= 0 && !path.has(node)) {
      const slot = program[node] as number;
      if (slot < this.#slots && slot !== flipped) otherSlots.add(slot);
      node = program[isSet(slot) ? node + 1 : node + 2] as number;
    }
    if (otherSlots.size > MAX_OTHER_SLOTS) return { outcome: UNKNOWN, otherSlots: [] };
    return { outcome: node >= 0 ? outcome : ~node, otherSlots: [...otherSlots] };
  }

  build(): DecisionReads {
    const at = new Int32Array(this.#slots + 1);
    for (const { slot } of this.#reads) at[slot + 1] = (at[slot + 1] as number) + STRIDE;
    for (let slot = 0; slot < this.#slots; slot++) at[slot + 1] = (at[slot + 1] as number) + (at[slot] as number);
    const next = at.slice();
    const reads = new Int32Array(at[this.#slots] as number).fill(this.#slots);
    for (const { slot, decision, node, outcome, otherSlots } of this.#reads) {
      const i = next[slot] as number;
      reads.set([decision, node, outcome, ...otherSlots], i);
      next[slot] = i + STRIDE;
    }
    return { at, reads };
  }
}

/** Its methods copy fields to variables, because they run for every click. */
export class StaleDecisions {
  /** the decisions to evaluate again are list[0] to list[count - 1] */
  readonly list: Int32Array;
  count = 0;
  /** by decision: the node to continue from */
  readonly from: Int32Array;
  /** by decision, after `evaluate` */
  readonly outcome: Int32Array;
  /** by decision: where the one read of a changed slot is in the reads, or NO_READ for several */
  readonly #read: Int32Array;
  readonly #marks: Int32Array;
  #mark = 0;
  /** by slot: 1 if it was added, that is, changed */
  readonly #changed: Uint8Array;
  readonly #added: Int32Array;
  #addedCount = 0;

  constructor(decisions: number, slots: number) {
    this.#changed = new Uint8Array(slots + 1);
    this.#added = new Int32Array(slots);
    this.list = new Int32Array(decisions);
    this.from = new Int32Array(decisions);
    this.outcome = new Int32Array(decisions);
    this.#read = new Int32Array(decisions);
    this.#marks = new Int32Array(decisions);
  }

  clear(): void {
    this.count = 0;
    this.#mark++;
    const changed = this.#changed;
    const added = this.#added;
    for (let i = 0; i < this.#addedCount; i++) changed[added[i] as number] = 0;
    this.#addedCount = 0;
  }

  /** Adds the decisions that read a changed slot. Each slot at most once. */
  add({ at, reads }: DecisionReads, slot: number): void {
    const { list, from } = this;
    const read = this.#read;
    const marks = this.#marks;
    const mark = this.#mark;
    let { count } = this;
    this.#changed[slot] = 1;
    this.#added[this.#addedCount++] = slot;
    const end = at[slot + 1] as number;
    for (let i = at[slot] as number; i < end; i += STRIDE) {
      const decision = reads[i] as number;
      const node = reads[i + 1] as number;
      if (marks[decision] !== mark) {
        marks[decision] = mark;
        from[decision] = node;
        read[decision] = i;
        list[count++] = decision;
      } else {
        read[decision] = NO_READ;
        // The builder adds later nodes first, so node numbers descend along a path through the program.
        if (node > (from[decision] as number)) from[decision] = node;
      }
    }
    this.count = count;
  }

  has(decision: number): boolean {
    return this.#marks[decision] === this.#mark;
  }

  /** Finds the outcomes of the decisions that were added. */
  evaluate({ reads }: DecisionReads, program: Program, bits: Uint8Array): void {
    const { list, from, outcome, count } = this;
    const read = this.#read;
    const changed = this.#changed;
    for (let i = 0; i < count; i++) {
      const decision = list[i] as number;
      const one = read[decision] as number;
      let known = UNKNOWN;
      if (one !== NO_READ) {
        const otherSlots =
          (changed[reads[one + 3] as number] as number) +
          (changed[reads[one + 4] as number] as number) +
          (changed[reads[one + 5] as number] as number) +
          (changed[reads[one + 6] as number] as number) +
          (changed[reads[one + 7] as number] as number);
        if (otherSlots === 0) known = reads[one + 2] as number;
      }
      outcome[decision] = known === UNKNOWN ? run(program, from[decision] as number, bits) : known;
    }
  }
}
