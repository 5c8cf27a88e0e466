/** What we use of logic-solver 2.0.1, which brings no types. */
declare module 'logic-solver' {
  export type Formula = object;
  export type Operand = Formula | string;
  export interface Solution {
    getTrueVars(): string[];
  }
  export class Solver {
    require(...formulas: Operand[]): void;
    solveAssuming(formula: Operand): Solution | null;
  }
  const Logic: {
    TRUE: string;
    FALSE: string;
    not(operand: Operand): Operand;
    and(...operands: Operand[]): Formula;
    or(...operands: Operand[]): Formula;
    implies(a: Operand, b: Operand): Formula;
    atMostOne(...operands: Operand[]): Formula;
    Solver: typeof Solver;
  };
  export default Logic;
}
