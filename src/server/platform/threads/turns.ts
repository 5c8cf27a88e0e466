/**
 * Work that goes through very many things on the thread that answers, cut so that others have their turn meanwhile.
 *
 *   eachInTurns
 */
import { setImmediate as othersTurn } from 'node:timers/promises';

/** milliseconds of one turn */
const TURN_MS = 4;

/**
 * Does `work` for each, in their order.
 *
 * @param options.atOnce how many are begun before the first has ended, where the work waits for something
 * @throws what the work throws first; what was begun by then goes on, and nothing more is begun
 */
export async function eachInTurns<T>(
  items: Iterable<T>,
  work: (item: T) => unknown,
  { atOnce = 1 }: { atOnce?: number } = {},
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let begun = performance.now();
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
      if (performance.now() - begun < TURN_MS) continue;
      await othersTurn();
      begun = performance.now();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
}
