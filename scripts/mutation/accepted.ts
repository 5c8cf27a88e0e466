/** Mutants that no test can notice, or that none needs to, with the reason. They do not count in the score. */

interface Accepted {
  readonly file: string;
  /** as docs/mutation.md prints it */
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

export const ACCEPTED: readonly Accepted[] = [];
