/**
 * Work of many components, a few pieces at a time.
 *
 *   createQueue
 */

/**
 * @param limit at most so many run at once; the others wait in the order they came
 * @returns runs a piece of work when its turn comes; what was given up while it waited is not begun
 */
export function createQueue(limit: number): <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work, signal) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      // The place goes to the next one without becoming free in between.
      if (next) next();
      else running -= 1;
    }
  };
}
