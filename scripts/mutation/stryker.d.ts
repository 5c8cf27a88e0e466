/** What we use of StrykerJS 10.1, which only `npm run test:mutation` installs. */
declare module '@stryker-mutator/core' {
  export interface MutantResult {
    readonly fileName: string;
    readonly mutatorName: string;
    readonly replacement: string;
    readonly statusReason?: string;
    /** tests, as `file#name` */
    readonly killedBy?: readonly string[];
    readonly coveredBy?: readonly string[];
    /** lines and columns from 1 on */
    readonly location: {
      readonly start: { readonly line: number; readonly column: number };
      readonly end: { readonly line: number; readonly column: number };
    };
    readonly status:
      | 'Killed'
      | 'Timeout'
      | 'Survived'
      | 'NoCoverage'
      | 'Ignored'
      | 'CompileError'
      | 'RuntimeError'
      | 'Pending';
  }
  export class Stryker {
    constructor(options: Readonly<Record<string, unknown>>);
    runMutationTest(): Promise<readonly MutantResult[]>;
  }
}
