/**
 * Looks for flaky tests: runs one part of the tests several times and tells which of them ever failed, and why.
 *
 *   node scripts/testing/repeat.ts 10                     the fast unit tests, ten times
 *   node scripts/testing/repeat.ts 5 src/web              only files below a folder
 *   node scripts/testing/repeat.ts --browser 5            the fast browser tests, on a build made before
 *   LACQUER_TEST_PART=slow node scripts/testing/repeat.ts --browser 5 e2e/users
 *
 * A busy machine finds more: run it beside other work. Exits with 1 when any test was red.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ownTemporaryFolder } from '../ownedByProcess.mjs';
import { readFailures } from './reports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  options: { browser: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const tests = values.browser ? 'browser' : 'unit';
const COSTS = './scripts/testing/browserCost.ts';
const [times = '10', ...files] = positionals;
const runs = Number(times);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`"${times}" is no number of runs`);

/** Runs the tests once and leaves the report in a file. @returns the exit code */
function runTests(report: string): number {
  const [runner, ...args] = values.browser
    ? ['playwright', 'test', `--reporter=${['json', ...(process.env['LACQUER_TEST_COSTS'] ? [COSTS] : [])].join(',')}`]
    : ['vitest', 'run', '--reporter=./scripts/testing/unhandledErrors.ts', `--outputFile.json=${report}`];
  const { status } = spawnSync(join(root, 'node_modules/.bin', runner ?? ''), [...args, ...files], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      LACQUER_TEST_PART: process.env['LACQUER_TEST_PART'] ?? 'fast',
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  });
  return status ?? 1;
}

/** test -> runs that it failed in, and why it failed last */
const red = new Map<string, { runs: Set<number>; why: string }>();
const folder = ownTemporaryFolder('lacquer-repeat-');
try {
  for (let run = 1; run <= runs; run += 1) {
    const report = join(folder, `${run}.json`);
    const begun = performance.now();
    for (const { test, why } of readFailures(tests, report, runTests(report), root)) {
      red.set(test, { runs: (red.get(test)?.runs ?? new Set()).add(run), why });
      console.error(`red: ${test}\n    ${why}`);
    }
    console.log(`run ${run} of ${runs}: ${Math.round((performance.now() - begun) / 1000)} s, ${red.size} ever red`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const [test, { runs: redRuns, why }] of red) {
  console.error(`${redRuns.size} of ${runs} red: ${test}\n    ${why}`);
}
process.exit(red.size === 0 ? 0 : 1);
