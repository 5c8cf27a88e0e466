/** A reporter of StrykerJS: hands on each result when it is there, so that an interrupted run was not for nothing. */
import type { MutantResult } from '@stryker-mutator/core';

let listener: (result: MutantResult) => void = () => {};

/** Names what gets each result from now on. */
export function onResult(next: (result: MutantResult) => void): void {
  listener = next;
}

class EachResult {
  static readonly inject = [] as const;

  onMutantTested(result: MutantResult): void {
    listener(result);
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'each', injectableClass: EachResult }];
