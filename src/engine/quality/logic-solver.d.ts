/** What the solver's test uses of logic-solver 2.0.1, which brings no types. */
declare module 'logic-solver' {
  export class Solver {
    require(formula: object): void;
    solve(): object | null;
  }
  const Logic: {
    or(...names: string[]): object;
    Solver: typeof Solver;
  };
  export default Logic;
}
