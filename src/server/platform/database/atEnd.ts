/**
 * What a transaction leaves for its end: statements whose locks should be held for a moment only, whatever else the
 * transaction does. They run in the order of the tables that they lock, so no two transactions wait for each other.
 *
 *   Finish       what runs at the end
 *   atEnd        collects an item of work
 *   finishing    runs a transaction and then what was left for its end, inside it
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';

export interface Finish<T, I> {
  /** the table whose rows it locks */
  readonly table: string;
  /** Runs once, with all items that were left for it. */
  run(trx: Transaction<T>, items: readonly I[]): Promise<void>;
}
// The map is untyped inside: `atEnd` puts in pairs that fit, and nobody else writes it.
type Left = Map<Finish<never, never>, { trx: Transaction<never>; items: unknown[] }>;

// Found by the running work and not by the transaction's object: plugins wrap that in another one.
const leftByWork = new AsyncLocalStorage<Left>();

/** Leaves `item` for `finish` at the end of the running transaction; outside of `Database.transaction` it runs at once. */
export async function atEnd<T, I>(trx: Transaction<T>, item: I, finish: Finish<T, I>): Promise<void> {
  const left = leftByWork.getStore();
  if (!left) return finish.run(trx, [item]);
  const known = left.get(finish as never);
  if (known) known.items.push(item);
  else left.set(finish as never, { trx: trx as never, items: [item] });
}

/** @returns what `work` returned; what `work` or a finish throws rolls everything back */
export function finishing<T, R>(work: (trx: Transaction<T>) => Promise<R>): (trx: Transaction<T>) => Promise<R> {
  return (trx) => {
    const left: Left = new Map();
    return leftByWork.run(left, async () => {
      const result = await work(trx);
      const inOrder = [...left].sort(([a], [b]) => (a.table < b.table ? -1 : 1));
      for (const [finish, { trx: given, items }] of inOrder) await finish.run(given, items as never);
      return result;
    });
  };
}
