/** The solver against trying every assignment, and its budget. sat.slow.test.ts compares it with MiniSat on harder questions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FALSE, type Literal, not, Sat, TRUE } from './sat.ts';

const VARIABLES = 8;
const literal = fc.integer({ min: 2, max: VARIABLES * 2 + 1 });
const clauses = fc.array(fc.array(literal, { minLength: 1, maxLength: 3 }), { maxLength: 45 });
const plenty = () => ({ left: 1e9 });

const solverOf = (list: readonly (readonly Literal[])[]) => {
  const sat = new Sat();
  for (let i = 0; i < VARIABLES; i++) sat.input();
  for (const clause of list) sat.add(clause);
  return sat;
};

function possible(list: readonly (readonly Literal[])[], assumptions: readonly Literal[]): boolean {
  for (let bits = 0; bits < 1 << VARIABLES; bits++) {
    const holds = (l: Literal) => (((bits << 1) >> (l >> 1)) & 1) === 1 - (l & 1);
    if (assumptions.every(holds) && list.every((clause) => clause.some(holds))) return true;
  }
  return false;
}

describe('Sat', () => {
  it('agrees with trying every assignment, question after question', () => {
    fc.assert(
      fc.property(clauses, fc.array(fc.array(literal, { maxLength: 4 }), { minLength: 1 }), (list, questions) => {
        const sat = solverOf(list);
        for (const assumptions of questions) {
          const answer = sat.solve(assumptions, plenty());
          expect(answer).toBe(possible(list, assumptions) ? 'sat' : 'unsat');
          if (answer === 'sat') {
            for (const clause of [...list, ...assumptions.map((l) => [l])]) {
              expect(clause.some((l) => sat.holds(l))).toBe(true);
            }
          }
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('takes clauses between questions', () => {
    fc.assert(
      fc.property(clauses, clauses, (some, more) => {
        const sat = solverOf(some);
        sat.solve([], plenty());
        for (const clause of more) sat.add(clause);
        expect(sat.solve([], plenty())).toBe(possible([...some, ...more], []) ? 'sat' : 'unsat');
      }),
    );
  });

  it('proves that eight pigeons have no room in seven holes, or gives up when its budget is spent', () => {
    const pigeons = () => {
      const sat = new Sat();
      const at = Array.from({ length: 8 }, () => Array.from({ length: 7 }, () => sat.input()));
      for (const holes of at) sat.add(holes);
      for (let hole = 0; hole < 7; hole++) {
        for (let a = 0; a < 8; a++) {
          for (let b = 0; b < a; b++) sat.add([not(at[a]?.[hole] as Literal), not(at[b]?.[hole] as Literal)]);
        }
      }
      return sat;
    };
    expect(pigeons().solve([], plenty())).toBe('unsat');
    expect(pigeons().solve([], { left: 500 })).toBe('unknown');
  });

  it('knows the constants', () => {
    const sat = new Sat();
    expect(sat.solve([TRUE], plenty())).toBe('sat');
    expect(sat.solve([FALSE], plenty())).toBe('unsat');
    sat.add([FALSE]);
    expect(sat.solve([], plenty())).toBe('unsat');
  });
});
