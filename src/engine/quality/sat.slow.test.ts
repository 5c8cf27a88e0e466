/** The solver against MiniSat, on questions with too many assignments to try each. */
import fc from 'fast-check';
import Logic from 'logic-solver';
import { describe, expect, it } from 'vitest';
import { Sat } from './sat.ts';

const plenty = () => ({ left: 1e9 });

describe('Sat', () => {
  it('agrees with MiniSat where questions are hard: 50 variables, 4.26 clauses of three each', () => {
    const one = fc.integer({ min: 2, max: 101 });
    const hard = fc.array(fc.tuple(one, one, one), { minLength: 213, maxLength: 213 });
    const answers = new Set<string>();
    fc.assert(
      fc.property(hard, (list) => {
        const sat = new Sat();
        for (let i = 0; i < 50; i++) sat.input();
        const other = new Logic.Solver();
        for (const clause of list) {
          sat.add(clause);
          other.require(Logic.or(...clause.map((l) => `${l & 1 ? '-' : ''}v${l >> 1}`)));
        }
        const answer = sat.solve([], plenty());
        answers.add(answer);
        expect(answer).toBe(other.solve() ? 'sat' : 'unsat');
        if (answer === 'sat') for (const clause of list) expect(clause.some((l) => sat.holds(l))).toBe(true);
      }),
      { numRuns: 40, seed: 5 },
    );
    expect(answers).toEqual(new Set(['sat', 'unsat']));
  });
});
