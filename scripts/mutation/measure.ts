/**
 * Tries mutants with tests, stage by stage: what survives one stage meets the next. What a time limit ended is tried a second
 * time, alone, with limits taken from a run of the same minutes: a busy machine must not look like an endless loop.
 *
 *   measureMutants
 */
import { Stryker } from '@stryker-mutator/core';
import type { Mutant, Mutants } from './mutators.ts';
import { onResult } from './reporter.ts';
import { fileOfTest, isOnPostgres, onPostgres, type Results } from './results.ts';

interface Stage {
  readonly mutants: readonly Mutant[];
  /** all of them on PostgreSQL, too, or none */
  readonly tests: readonly string[];
  /** of a second try: the tests of the first, of which only those run that reach the mutants */
  readonly triedBefore?: readonly string[];
}

/** What Vitest says when a test or hook takes longer than it may. */
const TIME_LIMIT = /^(?:Error: )?(?:Test|Hook) timed out in/m;

/** Tests on PostgreSQL run there. The variable would make all others run there, too. */
const postgresUrl = process.env['LACQUER_TEST_POSTGRES'];
const shortened = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 80);

async function run({ mutants, tests, triedBefore }: Stage, found: Mutants, results: Results): Promise<void> {
  if (mutants.length === 0 || tests.length === 0) return;
  const secondTry = triedBefore !== undefined;
  const postgres = tests.some(isOnPostgres);
  const where = postgres ? ' on both databases' : '';
  console.log(`${mutants.length} mutants, ${tests.length} files of tests${where}${secondTry ? ', a second time' : ''}`);
  found.only(mutants);
  process.env['MUTATION_TESTS'] = tests.map(fileOfTest).join(' ');
  if (postgres && postgresUrl !== undefined) process.env['LACQUER_TEST_POSTGRES'] = postgresUrl;
  else delete process.env['LACQUER_TEST_POSTGRES'];
  const testOf = (id: string) => {
    const file = id.slice(0, id.indexOf('#'));
    return postgres ? onPostgres(file) : file;
  };
  let tried = 0;
  onResult((result) => {
    const mutant = found.find(result);
    if (!mutant) throw new Error(`not asked for: ${result.fileName}:${result.location.start.line}`);
    const { key, file, line, replacement } = mutant;
    const { status, statusReason: reason, killedBy: [killer] = [], coveredBy = [] } = result;
    const reachedBy = [...new Set(coveredBy.map(testOf))];
    tried += 1;
    if (status === 'Timeout' || (status === 'Killed' && TIME_LIMIT.test(reason ?? ''))) {
      if (secondTry) results.end(key, file, 'timedOut', killer && testOf(killer), reason);
      else results.tooSlow(key, file, reachedBy);
    } else if (status === 'Killed') results.end(key, file, 'killed', killer && testOf(killer), reason?.slice(0, 200));
    else if (status === 'Ignored') results.end(key, file, 'unreachable', undefined, undefined);
    else if (status === 'CompileError' || status === 'RuntimeError') {
      results.end(key, file, 'invalid', undefined, reason?.slice(0, 500));
    } else results.surviveAll(key, file, triedBefore ?? tests, reachedBy);
    if (status !== 'Killed') {
      console.log(`${tried} ${status} ${file}:${line} ${shortened(mutant.original)} -> ${shortened(replacement)}`);
    }
  });
  await new Stryker({
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner'), import.meta.resolve('./reporter.ts')],
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false, pool: 'forks' },
    mutate: [...new Set(mutants.map(({ file }) => file))],
    // Tests read the guides.
    ignorePatterns: ['.build', 'e2e', 'bench', 'data', 'test-results'],
    coverageAnalysis: 'perTest',
    // A module's constants are computed before any test begins, so each of their mutants would need all tests.
    ignoreStatic: true,
    // Two at once make each other slow, and the limits below come from a run that was alone.
    concurrency: 1,
    disableTypeChecks: false,
    tsconfigFile: 'none',
    // To what StrykerJS adds: the whole first run's time of loading.
    timeoutMS: secondTry ? 90_000 : 15_000,
    timeoutFactor: secondTry ? 6 : 3,
    dryRunTimeoutMinutes: 60,
    reporters: ['each'],
    tempDirName: '.build/mutation/work',
    cleanTempDir: 'always',
    allowConsoleColors: false,
  }).runMutationTest();
}

/** Tries what is not known yet. @param stages files of tests, the cheapest first */
export async function measureMutants(
  mutants: readonly Mutant[],
  stages: readonly (readonly string[])[],
  found: Mutants,
  results: Results,
): Promise<void> {
  for (const tests of stages) {
    // A test that is new meets what survived the others; a mutant that is new meets all tests.
    const byTests = new Map<string, Mutant[]>();
    for (const mutant of mutants) {
      if (results.slowIn(mutant.key, mutant.file)) continue;
      const open = results.open(mutant.key, mutant.file, tests).join(' ');
      if (open !== '') byTests.set(open, [...(byTests.get(open) ?? []), mutant]);
    }
    for (const [open, some] of byTests) await run({ mutants: some, tests: open.split(' ') }, found, results);

    const again = mutants.filter(({ key, file }) => results.slowIn(key, file));
    const ran = new Set(again.flatMap(({ key, file }) => results.slowIn(key, file) ?? []));
    await run({ mutants: again, tests: [...ran], triedBefore: [...tests, ...ran] }, found, results);
  }
}
