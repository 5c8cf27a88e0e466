/**
 * Mutation testing: changes the code of the rooms that keep content safe, one small thing at a time, and counts how many
 * changes a test notices. Writes docs/mutation.md and fails below the wanted score.
 *
 *   npm run test:mutation                           all rooms, all mutants
 *   npm run test:mutation -- --sample 100 --seed 2  of each room a hundred mutants
 *   npm run test:mutation -- --room engine          one room
 *   npm run test:mutation -- --quick                without the slow tests, which would kill some of the survivors
 *
 * What is known from earlier runs is not tried again (`.build/mutation/results.json`), so a run may be ended at any time.
 * Tests run on SQLite; what survives meets PostgreSQL where LACQUER_TEST_POSTGRES names a server. Several seeds are a sample
 * each: `--sample 60 --seed 2 --sample 20 --seed 3`. For writing tests, `--file refs` takes only the
 * files whose path contains that; it does not change docs/mutation.md, and neither does `--quick`.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { SLOW_FILE } from '../testing/parts.ts';
import { measureMutants } from './measure.ts';
import { findMutants, sampleOf } from './mutators.ts';
import { type Measured, scoreOf, writeReport } from './report.ts';
import { onPostgres, Results } from './results.ts';
import { ROOMS, type Room } from './rooms.ts';

/** share of the mutants that a test has to notice */
const WANTED = 0.9;
/** Texts are compared where the specification gives them; an empty name in SQL fails at once and proves nothing. */
const EXCLUDED = ['StringLiteral'];

interface Run {
  /** of each sample: its seed, and how many mutants it has */
  readonly samples: readonly { readonly seed: number; readonly size: number }[];
  /** only files whose path holds this */
  readonly only: string;
  /** without the tests that `npm test` leaves out */
  readonly quick: boolean;
}

/** @returns the files that the globs take; those with `!` leave files out */
function filesOf(globs: readonly string[]): readonly string[] {
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  return globSync(wanted)
    .filter((file) => !unwanted.some((glob) => matchesGlob(file, glob)))
    .sort();
}

/** Whether a file has tests that run on every database. */
const isForBoth = (file: string) => /\b(databases|onPostgres)\b/i.test(readFileSync(file, 'utf8'));

async function measure(room: Room, { samples: wanted, only, quick }: Run): Promise<Measured> {
  const found = await findMutants(
    filesOf(room.sources).filter((file) => file.includes(only)),
    EXCLUDED,
  );
  const isSlow = (file: string) => SLOW_FILE.test(file);
  const own = filesOf(room.tests);
  const fast = own.filter((file) => !isSlow(file));
  const users = filesOf(room.users).filter((file) => !isSlow(file) && !own.includes(file));
  const both = process.env['LACQUER_TEST_POSTGRES'] === undefined ? [] : [...fast, ...users].filter(isForBoth);
  const stages = [fast, users, both.map(onPostgres), ...(quick ? [] : [own.filter(isSlow)])];
  const samples = wanted.map(({ seed, size }) => ({
    seed: Number.isFinite(size) ? seed : undefined,
    mutants: sampleOf(found.all, size, seed),
  }));
  const results = new Results();
  await measureMutants([...new Set(samples.flatMap(({ mutants }) => mutants))], stages, found, results);
  return {
    room: room.name,
    mutants: found.all.length,
    samples: samples.map(({ seed, mutants }) => ({
      seed,
      results: mutants.map((mutant) => ({ ...mutant, ...results.outcome(mutant.key, mutant.file) })),
    })),
  };
}

const { values } = parseArgs({
  options: {
    room: { type: 'string', multiple: true },
    file: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    sample: { type: 'string', multiple: true, default: ['Infinity'] },
    seed: { type: 'string', multiple: true, default: ['1'] },
  },
});
const rooms = ROOMS.filter(({ name }) => values.room === undefined || values.room.includes(name));
if (rooms.length === 0) throw new Error(`There are the rooms ${ROOMS.map(({ name }) => name).join(', ')}.`);

// The suites that run on both stores would run each mutant twice.
delete process.env['LACQUER_TEST_S3'];
if (process.env['LACQUER_TEST_POSTGRES'] === undefined) {
  console.warn('NOT RUN: tests on PostgreSQL. LACQUER_TEST_POSTGRES names no server.');
}
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

for (const room of rooms) {
  const measured = await measure(room, {
    samples: values.seed.map((seed, i) => ({
      seed: Number(seed),
      size: Number(values.sample[i] ?? values.sample.at(-1)),
    })),
    only: values.file,
    quick: values.quick,
  });
  for (const { seed, results } of measured.samples) {
    const { noticed, timedOut, total, score, open } = scoreOf(results);
    const sample = seed === undefined ? '' : `, seed ${seed}`;
    console.log(
      `${room.name}${sample}: ${noticed} of ${total} noticed, ${(score * 100).toFixed(1)} %, ${timedOut} of them timed out`,
    );
    for (const { place, mutator, original, replacement, untested } of open) {
      console.log(`  ${place} ${mutator}${untested ? ' (no test)' : ''}: ${original}  ->  ${replacement}`);
    }
    if (score < WANTED) process.exitCode = 1;
  }
  if (values.file === '' && !values.quick) writeReport(measured, commit);
}
