/**
 * The steps of a test run, and which of them run side by side.
 *
 *   Step
 *   phasesOf     the steps of `npm test`, `npm run test:rest` or `npm run test:all`
 *   reportOf     where a test runner leaves its report
 */
import { join } from 'node:path';
import { RUNS, type Run } from './costGroups.ts';
import type { Tests } from './reports.ts';

const root = join(import.meta.dirname, '../..');

export interface Step {
  name: string;
  command: readonly string[];
  /** finishes even when another step has failed */
  finished?: true;
  /** names its red tests in a report, and may be given files to run */
  tests?: Tests;
  /** its result depends on the files alone */
  repeatable?: true;
  /** the runs that it belongs to */
  runs: readonly Run[];
  /** what it cannot run without; costs are known only when everything ran */
  needs?: 'services' | 'browser' | 'allPassed';
}

/** The steps that every change has to pass, and whose result does not depend on how many tests run. */
const NOT_REST: readonly Run[] = ['test', 'all'];

/** The file that a test runner writes its report to. */
export function reportOf(tests: Tests): string {
  return join(root, '.build', 'reports', `${tests}.json`);
}

const UNIT_REPORTER = '--reporter=./scripts/testing/unhandledErrors.ts';

/** One after the other; the lanes of a phase run side by side, the steps of a lane one after the other. */
export const phasesOf = (mode: Run): readonly (readonly (readonly Step[])[])[] => [
  [
    [
      {
        name: 'unit',
        command: ['vitest', 'run', '--reporter=default', UNIT_REPORTER, `--outputFile.json=${reportOf('unit')}`],
        runs: RUNS,
        finished: true,
        tests: 'unit',
        needs: 'services',
      },
    ],
    [
      { name: 'types', command: ['tsc', '-b', '--checkers', '1'], runs: NOT_REST, repeatable: true },
      { name: 'lint', command: ['biome', 'check', '--error-on-warnings'], runs: NOT_REST, repeatable: true },
      { name: 'knip', command: ['knip'], runs: NOT_REST, repeatable: true },
      // Code that only tests use counts as unused. The step above checks packages, with the configurations that use them.
      {
        name: 'unused',
        command: ['knip', '--production', '--exclude', 'dependencies'],
        runs: NOT_REST,
        repeatable: true,
      },
      // Only slow tests need the sample cars.
      {
        name: 'build',
        command: [process.execPath, 'scripts/build.ts', ...(mode === 'test' ? ['web', 'docs'] : [])],
        runs: RUNS,
      },
    ],
  ],
  [
    [
      {
        name: 'dates',
        command: [process.execPath, 'scripts/testing/dates.ts'],
        runs: ['rest', 'all'],
        finished: true,
        needs: 'services',
      },
    ],
  ],
  [
    [
      {
        name: 'browser',
        command: ['playwright', 'test'],
        runs: RUNS,
        finished: true,
        tests: 'browser',
        needs: 'browser',
      },
    ],
  ],
  [
    [
      {
        name: 'costs',
        command: [process.execPath, 'scripts/testing/costTable.ts', mode],
        runs: RUNS,
        needs: 'allPassed',
      },
    ],
  ],
];
