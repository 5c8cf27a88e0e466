/**
 * Iterates over very many items on the main thread and yields often enough that requests do not wait.
 *
 *   eachInTurns
 */
import { setImmediate as othersTurn } from 'node:timers/promises';

/** longest time between two yields */
const TURN_MS = 4;

/**
 * Does `work` for each item, in order.
 *
 * @param options.atOnce how many items may be in progress at the same time, for work that waits for something
 * @throws the first error of the work; items in progress continue, and no further ones start
 */
export async function eachInTurns<T>(
  items: Iterable<T>,
  work: (item: T) => unknown,
  { concurrency = 1 }: { concurrency?: number } = {},
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let startedAt = performance.now();
  let failed = false;
  const runner = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && !failed; next = rest.next()) {
      try {
        const working = work(next.value);
        if (working instanceof Promise) await working;
      } catch (error) {
        failed = true;
        throw error;
      }
      if (performance.now() - startedAt < TURN_MS) continue;
      await othersTurn();
      startedAt = performance.now();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runner));
}
