/** Temporary files of a run: gone with it, and gone with the next run when it was killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'test-temporary-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A run that leaves a file in its temporary folder. */
async function startRun() {
  const module = new URL('temporaryFolder.ts', import.meta.url).href;
  const source = `import { keepTemporaryFiles } from ${JSON.stringify(module)};
    import { mkdtempSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    keepTemporaryFiles();
    console.log(mkdtempSync(tmpdir() + '/store-'));
    process.stdin.on('end', () => process.exit()).resume();`;
  const run = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    env: { PATH: process.env['PATH'], TMPDIR: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [path] = (await once(run.stdout, 'data')) as [Buffer];
  const ended = once(run, 'exit');
  return {
    store: String(path).trim(),
    end: () => {
      run.stdin.end();
      return ended;
    },
    kill: () => {
      run.kill('SIGKILL');
      return ended;
    },
  };
}

it('goes with its run, and with the next run when it was killed', async () => {
  const [first, second] = [await startRun(), await startRun()];
  expect(first.store.startsWith(folder)).toBe(true);
  await first.kill();
  expect(existsSync(first.store)).toBe(true);
  const third = await startRun();
  expect(existsSync(first.store)).toBe(false);
  expect(existsSync(second.store)).toBe(true);
  await second.end();
  await third.end();
  expect(readdirSync(folder)).toEqual([]);
});
