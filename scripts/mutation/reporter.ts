/** A reporter of StrykerJS: prints each survivor when it is found, so that an interrupted run still tells something. */
import { relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/core';

class Survivors {
  static readonly inject = [] as const;
  private tested = 0;

  onMutantTested({ status, fileName, location, mutatorName, replacement }: MutantResult): void {
    this.tested += 1;
    if (status !== 'Survived' && status !== 'NoCoverage') return;
    const { line, column } = location.start;
    const place = `${relative('.', fileName)}:${line}:${column}`;
    console.log(
      `${this.tested} ${status} ${place} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ').slice(0, 80)}`,
    );
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'survivors', injectableClass: Survivors }];
