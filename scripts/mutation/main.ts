/**
 * Mutation testing: changes the code of the rooms that keep content safe, one small thing at a time, and counts how many
 * changes a test notices. Writes docs/mutation.md and fails below the wanted score.
 *
 *   npm run test:mutation                           all rooms, all mutants
 *   npm run test:mutation -- --sample 100 --seed 2  of each room a hundred mutants
 *   npm run test:mutation -- --room engine          one room
 *   npm run test:mutation -- --quick                without the slow tests, which would kill some of the survivors
 *
 * For writing tests: `--file refs` takes only the files whose path contains that, `--tests <glob>` takes other tests than the
 * room's. Neither changes docs/mutation.md.
 */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';
import { matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { chooseMutants } from './mutators.ts';
import { type Measured, scoreOf, writeReport } from './report.ts';
import { ROOMS, type Room } from './rooms.ts';

/** share of the mutants that a test has to notice */
const WANTED = 0.9;
const LOWEST_PRIORITY = 19;
/** Texts are compared where the specification gives them; an empty name in SQL fails at once and proves nothing. */
const EXCLUDED = ['StringLiteral'];

interface Run {
  readonly sample: number;
  readonly seed: number;
  readonly concurrency: number;
  /** only files whose path holds this */
  readonly only: string;
  /** without the tests that `npm test` leaves out */
  readonly quick: boolean;
}

/** @returns those that take files, and those that leave files out */
const splitGlobs = (globs: readonly string[]): readonly [string[], string[]] => [
  globs.filter((glob) => !glob.startsWith('!')),
  globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
];

async function measure(room: Room, { sample, seed, concurrency, only, quick }: Run): Promise<Measured> {
  const [wanted, unwanted] = splitGlobs(room.sources);
  const files = globSync([...wanted]).filter(
    (file) => file.includes(only) && !unwanted.some((glob) => matchesGlob(file, glob)),
  );
  const mutants = await chooseMutants(files, { excluded: EXCLUDED, sample, seed });
  const [tests, leftOut] = splitGlobs(room.tests);
  process.env['MUTATION_TESTS'] = tests.join(' ');
  process.env['MUTATION_LEFT_OUT'] = [...leftOut, ...(quick ? ['**/*.slow.test.ts'] : [])].join(' ');
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner'), import.meta.resolve('./reporter.ts')],
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false, pool: 'forks' },
    mutate: files,
    // Tests read the guides.
    ignorePatterns: ['.build', 'e2e', 'bench', 'data', 'test-results'],
    coverageAnalysis: 'perTest',
    // A module's constants are computed before any test begins, so each of their mutants would need all tests.
    ignoreStatic: true,
    concurrency,
    disableTypeChecks: false,
    tsconfigFile: 'none',
    // On a busy machine, a slow test must not make a mutant look like an endless loop.
    timeoutMS: 45_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 60,
    reporters: ['survivors', 'json'],
    jsonReporter: { fileName: `.build/mutation/${room.name.replaceAll('/', '-')}.json` },
    tempDirName: '.build/mutation/work',
    cleanTempDir: 'always',
    allowConsoleColors: false,
  });
  return { room: room.name, mutants, results: await stryker.runMutationTest() };
}

const { values } = parseArgs({
  options: {
    room: { type: 'string', multiple: true },
    file: { type: 'string', default: '' },
    tests: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    sample: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
  },
});
const rooms = ROOMS.filter(({ name }) => values.room === undefined || values.room.includes(name));
if (rooms.length === 0) throw new Error(`There are the rooms ${ROOMS.map(({ name }) => name).join(', ')}.`);

setPriority(LOWEST_PRIORITY);
// The suites that run on both databases and both stores would run each mutant twice.
delete process.env['LACQUER_TEST_POSTGRES'];
delete process.env['LACQUER_TEST_S3'];
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

for (const room of rooms) {
  const measured = await measure(
    { ...room, tests: values.tests ?? room.tests },
    {
      sample: Number(values.sample),
      seed: Number(values.seed),
      concurrency: Number(values.concurrency),
      only: values.file,
      quick: values.quick,
    },
  );
  const { killed, total, score, open } = scoreOf(measured);
  console.log(`${room.name}: ${killed} of ${total} killed, ${(score * 100).toFixed(1)} %`);
  for (const { place, mutator, original, replacement, untested } of open) {
    console.log(`  ${place} ${mutator}${untested ? ' (no test)' : ''}: ${original}  ->  ${replacement}`);
  }
  if (values.file === '' && values.tests === undefined) writeReport([measured], commit);
  if (score < WANTED) process.exitCode = 1;
}
