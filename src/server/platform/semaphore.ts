/**
 * Limits how much work runs at once, first come, first served.
 *
 *   Semaphore, openSemaphore
 */
export interface Semaphore {
  /** Waits for a permit. @returns a function that releases it, to be called once */
  acquire(): Promise<() => void>;
  /** Runs work with a permit. @throws what the work throws */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** @param permits how many can be held at the same time */
export function openSemaphore(permits: number): Semaphore {
  let free = permits;
  const waiting: (() => void)[] = [];

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  async function acquire(): Promise<() => void> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return release;
  }

  return {
    acquire,
    async run(work) {
      await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
