/** Which decisions are evaluated again when an option changes, and from where. */
import { describe, expect, it } from 'vitest';
import { DecisionReadsBuilder, StaleDecisions } from './decisionReads.ts';

/** Three numbers a node: its slot, where to go when it is set, where to go when not; ~n is the outcome n. */
const PROGRAM = Int32Array.of(...[0, ~1, ~0], ...[1, 0, ~2], ...[2, ~1, 0]);
const [ON_ZERO, ON_ONE, ON_TWO] = [0, 3, 6];

describe('reads of decisions', () => {
  it('follow the bits to an outcome, from any node on', () => {
    const run = (entry: number, ...bits: number[]) =>
      new DecisionReadsBuilder(3).run(PROGRAM, entry, Uint8Array.from(bits), 0);
    expect([run(ON_ZERO, 1, 0, 0), run(ON_ZERO, 0, 1, 1)]).toEqual([1, 0]);
    expect([run(ON_ONE, 1, 1, 0), run(ON_ONE, 0, 1, 0), run(ON_ONE, 1, 0, 1)]).toEqual([1, 0, 2]);
    expect([run(ON_TWO, 0, 0, 1), run(ON_TWO, 0, 1, 0)]).toEqual([1, 0]);
    expect(run(~7, 1, 1, 1)).toBe(7);
  });

  it('are kept by slot, of the slots that may change', () => {
    const builder = new DecisionReadsBuilder(2);
    builder.run(PROGRAM, ON_ONE, Uint8Array.of(1, 1, 0), 0);
    builder.run(PROGRAM, ON_ONE, Uint8Array.of(0, 0, 0), 1);
    builder.run(PROGRAM, ON_TWO, Uint8Array.of(0, 0, 0), 2);
    const { at, reads } = builder.build();
    expect([...at]).toEqual([0, 2, 4]);
    expect([...reads]).toEqual([...[0, ON_ZERO, 2, ON_ZERO], ...[0, ON_ONE, 1, ON_ONE]]);
  });
});

describe('decisions to evaluate again', () => {
  const builder = new DecisionReadsBuilder(3);
  builder.run(PROGRAM, ON_ONE, Uint8Array.of(1, 1, 0), 0);
  builder.run(PROGRAM, ON_TWO, Uint8Array.of(1, 1, 0), 1);
  const reads = builder.build();
  const listed = (stale: StaleDecisions) => [...stale.list.subarray(0, stale.count)];

  it('are those that read a changed slot, each once, from the first node that read one', () => {
    for (const slots of [
      [0, 1],
      [1, 0],
    ]) {
      const stale = new StaleDecisions(2);
      stale.clear();
      for (const slot of slots) stale.add(reads, slot);
      expect(listed(stale).sort()).toEqual([0, 1]);
      expect([...stale.from]).toEqual([ON_ONE, ON_ZERO]);
    }
  });

  it('are forgotten for the next change', () => {
    const stale = new StaleDecisions(2);
    stale.clear();
    stale.add(reads, 1);
    expect([listed(stale), stale.has(0), stale.has(1)]).toEqual([[0], true, false]);
    stale.clear();
    expect([listed(stale), stale.has(0)]).toEqual([[], false]);
    stale.add(reads, 2);
    expect([listed(stale), stale.has(0), stale.has(1)]).toEqual([[1], false, true]);
  });
});
