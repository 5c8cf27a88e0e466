/**
 * For tests: ends a process when the one that started it has ended for any reason. Loaded before everything else
 * (`--import`). Tests run no clean-up after Ctrl-C, so servers would stay behind.
 *
 * TEST_OWNER, the id of a process, is watched instead of the parent. That serves servers whose parents end before them
 * on purpose.
 */
import { isMainThread } from 'node:worker_threads';

const CHECK_INTERVAL_MS = 250;

function runs(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

if (isMainThread) {
  const parent = process.ppid;
  const owner = Number(process.env['TEST_OWNER'] ?? 0);
  setInterval(() => {
    if (owner ? !runs(owner) : process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, CHECK_INTERVAL_MS).unref();
}
