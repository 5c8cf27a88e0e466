/**
 * The rooms that mutation testing measures: those that decide what content is served, to whom, and what is kept.
 *
 *   Room
 *   ROOMS
 */

export interface Room {
  readonly name: string;
  /** globs of the files that get mutants */
  readonly sources: readonly string[];
  /** globs of the tests that have to notice */
  readonly tests: readonly string[];
}

/** Helpers of tests, and code that runs only in threads and processes of its own, where no mutant is active. */
const LEFT_OUT = ['!src/**/*.test.ts', '!src/**/testing/**', '!src/**/*Thread.ts', '!src/**/*.d.ts'];

const server = (name: string, tests: readonly string[] = []): Room => ({
  name,
  sources: [`src/server/${name}/**/*.ts`, ...LEFT_OUT],
  tests: [`src/server/${name}/**/*.test.ts`, ...tests],
});

export const ROOMS: readonly Room[] = [
  { name: 'engine', sources: ['src/engine/**/*.ts', ...LEFT_OUT], tests: ['src/engine/**/*.test.ts'] },
  server('catalogue', ['src/server/promotion/moving.test.ts']),
  server('promotion'),
  server('delivery'),
  server('access'),
  server('platform/jobs'),
];
