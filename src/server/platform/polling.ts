/**
 * Polling on behalf of many who wait.
 *
 *   readAtMostEvery   one reading serves all who ask within an interval
 *   pause             a wait that a signal ends early
 */

/** @returns `read`, whose result is shared by all calls within `intervalMs` of the first */
export function readAtMostEvery<T>(intervalMs: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; result: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || last.at + intervalMs <= now) last = { at: now, result: read() };
    return last.result;
  };
}

/** Resolves after `ms`, or at once when the signal is aborted meanwhile. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
