/** Which decisions are evaluated again when an option changes, and from where. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProgramBuilder, run } from './branching.ts';
import type { Condition } from './conditions.ts';
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
    // Decision, node, outcome if the slot changes, five other slots that were read for it; 2 is none.
    const none = [2, 2, 2, 2];
    const [ofZero, ofOne] = [reads.subarray(0, at[1]), reads.subarray(at[1], at[2])];
    expect([...ofZero]).toEqual([0, ON_ZERO, 0, 2, ...none, 2, ON_ZERO, 1, 2, ...none]);
    expect([...ofOne]).toEqual([0, ON_ONE, 2, 2, ...none, 1, ON_ONE, 0, 0, ...none]);
    expect(at[2]).toBe(reads.length);
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
      const stale = new StaleDecisions(2, 3);
      stale.clear();
      for (const slot of slots) stale.add(reads, slot);
      expect(listed(stale).sort()).toEqual([0, 1]);
      expect([...stale.from]).toEqual([ON_ONE, ON_ZERO]);
    }
  });

  it('are forgotten for the next change', () => {
    const stale = new StaleDecisions(2, 3);
    stale.clear();
    stale.add(reads, 1);
    expect([listed(stale), stale.has(0), stale.has(1)]).toEqual([[0], true, false]);
    stale.clear();
    expect([listed(stale), stale.has(0)]).toEqual([[], false]);
    stale.add(reads, 2);
    expect([listed(stale), stale.has(0), stale.has(1)]).toEqual([[1], false, true]);
  });

  it('have the outcome that the program gives, whatever changed', () => {
    const SLOTS = 9;
    const DECISIONS = 12;
    const slot = fc.nat({ max: SLOTS - 1 });
    const leaf = slot.map((at): Condition => ({ kind: 'feature', id: String(at) }));
    const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
      condition: fc.oneof(
        { maxDepth: 3 },
        leaf,
        tie('condition').map((of) => ({ kind: 'not' as const, of })),
        fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const),
          of: fc.array(tie('condition'), { minLength: 2, maxLength: 4 }),
        }),
      ),
    }));
    const rules = fc.array(condition, { maxLength: 6 });
    const bits = fc.array(fc.nat({ max: 1 }), { minLength: SLOTS, maxLength: SLOTS });
    fc.assert(
      fc.property(
        fc.array(rules, { minLength: DECISIONS, maxLength: DECISIONS }),
        bits,
        fc.array(fc.uniqueArray(slot), { minLength: 1, maxLength: 4 }),
        (families, base, choices) => {
          const program = new ProgramBuilder(new Map(Array.from({ length: SLOTS }, (_, at) => [String(at), at])));
          const entries = families.map((conditions) =>
            conditions.reduceRight((next, one, at) => program.add(one, ~at, next), ~conditions.length),
          );
          const nodes = program.build().program;
          const before = Uint8Array.from(base);
          const recorded = new DecisionReadsBuilder(SLOTS);
          const outcomes = entries.map((entry, at) => recorded.run(nodes, entry, before, at));
          const all = recorded.build();
          const stale = new StaleDecisions(DECISIONS, SLOTS);
          for (const changed of choices) {
            const after = before.slice();
            stale.clear();
            for (const at of changed) {
              after[at] = 1 - (after[at] ?? 0);
              stale.add(all, at);
            }
            stale.evaluate(all, nodes, after);
            const now = outcomes.map((outcome, at) => (stale.has(at) ? stale.outcome[at] : outcome));
            expect(now).toEqual(entries.map((entry) => run(nodes, entry, after)));
          }
        },
      ),
    );
  });
});
