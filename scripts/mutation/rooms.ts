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
  /** globs of the tests that should kill them; with `!` those that are left out */
  readonly tests: readonly string[];
}

/** Helpers of tests, and code that runs only in threads and processes of its own, where no mutant is active. */
const LEFT_OUT = ['!src/**/*.test.ts', '!src/**/testing/**', '!src/**/*Thread.ts', '!src/**/*.d.ts'];

/** These run the code in processes that they kill: they take minutes and notice what the faster tests notice. */
const PROCESSES = ['!src/server/promotion/crash.slow.test.ts', '!src/server/promotion/everyStep.slow.test.ts'];

const server = (name: string, tests: readonly string[] = []): Room => ({
  name,
  sources: [`src/server/${name}/**/*.ts`, ...LEFT_OUT],
  tests: [`src/server/${name}/**/*.test.ts`, ...tests],
});

export const ROOMS: readonly Room[] = [
  { name: 'engine', sources: ['src/engine/**/*.ts', ...LEFT_OUT], tests: ['src/engine/**/*.test.ts'] },
  // The jobs of areas and the driver types of pictures are asked about elsewhere.
  server('catalogue', [
    'src/server/promotion/moving.test.ts',
    'src/server/delivery/delivery.test.ts',
    'src/server/delivery/packs.test.ts',
    'src/server/quality/**/*.test.ts',
    'src/server/thumbnails/**/*.test.ts',
  ]),
  server('promotion', PROCESSES),
  server('delivery'),
  server('access'),
  server('platform/jobs'),
];
