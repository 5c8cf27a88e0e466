/** An error that no test caught: the report names it and its file. Vitest runs here as scripts/test.ts runs it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readFailures } from './reports.ts';

it('an error that no test caught is a failure of its file', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacquer-test-')));
  const module = JSON.stringify(import.meta.resolve('vitest'));
  const caught = `import { it } from ${module}; it('passes', () => {});`;
  const late = `import { it } from ${module};
    it('passes', () => new Promise((resolve) => { setTimeout(() => { resolve(); throw new Error('too late'); }) }));`;
  writeFileSync(join(folder, 'good.test.mjs'), caught);
  writeFileSync(join(folder, 'late.test.mjs'), late);
  const report = join(folder, 'report.json');
  const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
  const reporter = fileURLToPath(new URL('./unhandledErrors.ts', import.meta.url));
  const args = [vitest, 'run', `--root=${folder}`, `--reporter=${reporter}`, `--outputFile.json=${report}`];
  const env = { ...process.env, LACQUER_TEST_COSTS: '' };
  const code = await new Promise<number>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error) => resolve(Number(error?.code ?? 0)));
  });
  expect(code).toBe(1);
  expect(readFailures('unit', report, code, folder)).toEqual([
    { test: 'late.test.mjs', file: 'late.test.mjs', why: 'too late' },
  ]);
  rmSync(folder, { recursive: true });
});
