/**
 * Work that a process repeats at an interval.
 *
 *   repeatEvery
 */
import type { FailureLog } from './log.ts';

/**
 * Runs one round at a time; after a round that took longer than the interval, the next one still waits. Its timer does
 * not keep the process alive.
 *
 * @param options.atOnce whether the first round starts immediately instead of after the interval
 * @returns a function that stops it and resolves when the running round has ended; `signal` tells the round to stop early
 */
export function repeatEvery(
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  trouble: FailureLog,
  { immediately = false } = {},
): () => Promise<void> {
  const ending = new AbortController();
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work(ending.signal)
      .then(() => trouble.worked(), trouble.failed)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, intervalMs).unref();
  if (immediately) run();
  return async () => {
    clearInterval(timer);
    ending.abort();
    await running;
  };
}
