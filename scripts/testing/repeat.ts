/**
 * Looks for tests that are red now and then: runs the unit tests of one part several times and tells which ever failed.
 *
 *   node scripts/testing/repeat.ts 10              the fast part, ten times
 *   node scripts/testing/repeat.ts 5 src/web       only files below a folder
 *
 * A busy machine finds more: run it beside other work.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

const [times = '10', ...files] = process.argv.slice(2);
const runs = Number(times);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`"${times}" is no number of runs`);

/** test -> runs that it failed in, and the first line of its last failure */
const red = new Map<string, { runs: number[]; why: string }>();
function note(test: string, run: number, why = ''): void {
  const known = red.get(test)?.runs ?? [];
  red.set(test, { runs: [...known, run], why: why.split('\n')[0] ?? '' });
}

const folder = mkdtempSync(join(tmpdir(), 'lacquer-repeat-'));
try {
  for (let run = 1; run <= runs; run += 1) {
    const file = join(folder, `${run}.json`);
    const begun = performance.now();
    spawnSync(join(root, 'node_modules/.bin/vitest'), ['run', '--reporter=json', `--outputFile=${file}`, ...files], {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, LACQUER_TEST_PART: process.env['LACQUER_TEST_PART'] ?? 'fast' },
    });
    const { testResults } = Report.parse(JSON.parse(readFileSync(file, 'utf8')));
    for (const { name, status, message, assertionResults } of testResults) {
      const failures = assertionResults.filter((test) => test.status === 'failed');
      for (const { fullName, failureMessages } of failures) {
        note(`${relative(root, name)}: ${fullName}`, run, failureMessages?.[0]);
      }
      if (status === 'failed' && failures.length === 0) note(relative(root, name), run, message);
    }
    console.log(`run ${run} of ${runs}: ${Math.round((performance.now() - begun) / 1000)} s, ${red.size} ever red`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const [test, { runs: in_, why }] of red) console.error(`${in_.length} of ${runs} red: ${test}\n    ${why}`);
process.exit(red.size === 0 ? 0 : 1);
