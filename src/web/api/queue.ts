/**
 * Limits how many pieces of work run at the same time.
 *
 *   createQueue
 */

/**
 * @param limit how many run at the same time; the others wait in order of arrival
 * @returns runs a piece of work when its turn comes; work whose signal was aborted meanwhile does not start
 */
export function createQueue(limit: number): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work, signal) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      // Hand over the slot directly, so that no newcomer can take it in between.
      if (next) next();
      else running -= 1;
    }
  };
}
