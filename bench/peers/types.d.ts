/** What peers.ts uses of ipx 3.1, json-logic-js 2.0 and z3-solver 5.2. */
declare module 'ipx' {
  import type { RequestListener } from 'node:http';

  interface Ipx {
    readonly ipx: unique symbol;
  }
  interface Storage {
    readonly storage: unique symbol;
  }
  export function ipxFSStorage(options: { dir: string }): Storage;
  export function createIPX(options: { storage: Storage }): Ipx;
  export function createIPXNodeServer(ipx: Ipx): RequestListener;
}

declare module 'json-logic-js' {
  type Logic = string | boolean | null | { readonly [operator: string]: Logic | readonly Logic[] };
  const jsonLogic: { apply(logic: Logic, data: Readonly<Record<string, true>>): unknown };

  export type { Logic };
  export default jsonLogic;
}

declare module 'z3-solver' {
  interface Bool {
    readonly bool: unique symbol;
  }
  interface Solver {
    add(...conditions: readonly Bool[]): void;
    check(...conditions: readonly Bool[]): Promise<'sat' | 'unsat' | 'unknown'>;
  }
  interface Context {
    readonly Solver: new () => Solver;
    readonly Bool: { const(name: string): Bool; val(value: boolean): Bool };
    And(...conditions: readonly Bool[]): Bool;
    Or(...conditions: readonly Bool[]): Bool;
    Not(condition: Bool): Bool;
    AtMost(conditions: readonly [Bool, ...Bool[]], most: number): Bool;
  }
  export function init(): Promise<{ Context: (name: string) => Context }>;
}
