/** Processes that tests start end with the test even if another process is in between. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';

const FOREVER = 'setInterval(() => {}, 1000)';
const groups: number[] = [];
afterEach(() => {
  for (const group of groups.splice(0)) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended, as it should.
    }
  }
});

it('a process ends with its owner, not with its parent', async () => {
  const owner = spawn(process.execPath, ['--eval', FOREVER]);
  const script = `${process.execPath} --eval 'console.log(process.pid); ${FOREVER}' & wait`;
  const parent = spawn('sh', ['-c', script], {
    env: {
      PATH: process.env['PATH'],
      NODE_OPTIONS: `--import ${new URL('endWithParent.ts', import.meta.url).href}`,
      TEST_OWNER: String(owner.pid),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  groups.push(parent.pid ?? 0);
  const [id] = (await once(parent.stdout, 'data')) as [Buffer];
  const runs = () => {
    try {
      return process.kill(Number(String(id)), 0);
    } catch {
      return false;
    }
  };
  const ended = once(parent, 'exit');
  parent.kill('SIGKILL');
  await ended;
  expect(runs()).toBe(true);
  owner.kill('SIGKILL');
  await expect.poll(runs).toBe(false);
});
