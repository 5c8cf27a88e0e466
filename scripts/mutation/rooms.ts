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
  /** globs of fast tests of other rooms that use this one */
  readonly users: readonly string[];
}

/** Helpers of tests, and code that runs only in threads and processes of its own, where no mutant is active. */
const LEFT_OUT = ['!src/**/*.test.ts', '!src/**/testing/**', '!src/**/*Thread.ts', '!src/**/*.d.ts'];

/** These run the code in processes that they kill: they take minutes and notice what the faster tests notice. */
const PROCESSES = ['!src/server/promotion/crash.slow.test.ts', '!src/server/promotion/everyStep.slow.test.ts'];

const server = (name: string, users: readonly string[] = [], leftOut: readonly string[] = []): Room => ({
  name,
  sources: [`src/server/${name}/**/*.ts`, ...LEFT_OUT],
  tests: [`src/server/${name}/**/*.test.ts`, ...leftOut],
  users: users.map((user) => `src/server/${user}.test.ts`),
});

export const ROOMS: readonly Room[] = [
  { name: 'engine', sources: ['src/engine/**/*.ts', ...LEFT_OUT], tests: ['src/engine/**/*.test.ts'], users: [] },
  server('catalogue', [
    'promotion/{moving,paintedDiff,promotion,sight,secrecy}',
    'delivery/{delivery,packs,packsSeen}',
    'thumbnails/*',
    'pictures/*',
    'files/*',
    'staticImages/*',
  ]),
  server('promotion', ['home/*', 'files/*', 'staticImages/*'], PROCESSES),
  server('delivery', ['staticImages/*', 'files/*']),
  server('access', ['home/*', 'files/*']),
  server('platform/jobs', ['batchJobs/*', 'delivery/delivery', 'promotion/moving']),
];
