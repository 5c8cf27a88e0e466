/**
 * For tests: ends a process when the one that started it has ended, however that happened. Loaded before everything else
 * (`--import`). Nothing of a test runs after Ctrl-C, so servers would stay behind.
 */
import { isMainThread } from 'node:worker_threads';

const CHECK_INTERVAL_MS = 250;

if (isMainThread) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, CHECK_INTERVAL_MS).unref();
}
