/**
 * Work that a process repeats at an interval.
 *
 *   repeatEvery
 */
import type { Trouble } from './log.ts';

/**
 * Runs one round at a time; a round that takes longer than the interval is not followed by another one at once. Keeps no
 * process alive.
 *
 * @param options.atOnce the first round starts now, not after the interval
 * @returns ends it, and resolves when the running round has ended; `signal` tells the round to hurry
 */
export function repeatEvery(
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  trouble: Trouble,
  { atOnce = false } = {},
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
  if (atOnce) run();
  return async () => {
    clearInterval(timer);
    ending.abort();
    await running;
  };
}
