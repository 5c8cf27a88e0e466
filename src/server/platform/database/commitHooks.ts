/**
 * Work that a transaction defers until just before it commits: statements whose locks should be held only briefly, whatever
 * else the transaction does. They run in the order of the tables that they lock, so that transactions cannot deadlock.
 *
 *   CommitHook         what runs before the commit
 *   beforeCommit       queues an item for a hook
 *   afterCommit        what runs once the transaction has committed
 *   withCommitHooks    runs a transaction with its hooks
 *   markCommits        runs work whose every transaction does something more
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from 'kysely';

export interface CommitHook<T, I> {
  /** the table whose rows it locks */
  readonly table: string;
  /** Runs once, with all items that were queued for it. */
  run(trx: Transaction<T>, items: readonly I[]): Promise<void>;
}

// The map is untyped: `beforeCommit` alone writes to it, and only pairs that match.
type Queue = Map<CommitHook<never, never>, { trx: Transaction<never>; items: unknown[] }>;
// Keyed by the running work and not by the transaction object, which plugins wrap in another one.
const pending = new AsyncLocalStorage<Queue>();

/** Queues `item` for the end of the running transaction; outside of `Database.transaction` the hook runs at once. */
export async function beforeCommit<T, I>(trx: Transaction<T>, item: I, hook: CommitHook<T, I>): Promise<void> {
  const queue = pending.getStore();
  if (!queue) return hook.run(trx, [item]);
  const queued = queue.get(hook as never);
  if (queued) queued.items.push(item);
  else queue.set(hook as never, { trx: trx as never, items: [item] });
}

interface Marked {
  mark(trx: Transaction<never>): Promise<void>;
  /** What the work left behind, such as a timer, is not part of it. */
  ended: boolean;
}
const marked = new AsyncLocalStorage<Marked>();

/** @param mark runs in each transaction of `work`, so that it is committed if anything is; its error rolls back */
export async function markCommits<T, R>(
  mark: (trx: Transaction<T>) => Promise<void>,
  work: () => Promise<R>,
): Promise<R> {
  const scope: Marked = { mark: mark as never, ended: false };
  try {
    return await marked.run(scope, work);
  } finally {
    scope.ended = true;
  }
}

interface Committing {
  readonly actions: (() => void)[];
  /** What the work left behind, such as a timer, does not belong to the transaction. */
  ended: boolean;
}
const committing = new AsyncLocalStorage<Committing>();

/** Runs `action` once the running transaction has committed, never if it rolls back; outside of one, at once. */
export function afterCommit(action: () => void): void {
  const scope = committing.getStore();
  if (scope && !scope.ended) scope.actions.push(action);
  else action();
}

const hooked =
  <T, R>(work: (trx: Transaction<T>) => Promise<R>): ((trx: Transaction<T>) => Promise<R>) =>
  (trx) => {
    const queue: Queue = new Map();
    return pending.run(queue, async () => {
      const result = await work(trx);
      const scope = marked.getStore();
      if (scope && !scope.ended) await scope.mark(trx as never);
      const inOrder = [...queue].sort(([a], [b]) => (a.table < b.table ? -1 : 1));
      for (const [hook, { trx: given, items }] of inOrder) await hook.run(given, items as never);
      return result;
    });
  };

/**
 * @param execute runs the work in one transaction and commits it
 * @returns what `work` returned; an error from `work` or a hook rolls everything back
 */
export async function withCommitHooks<T, R>(
  execute: (work: (trx: Transaction<T>) => Promise<R>) => Promise<R>,
  work: (trx: Transaction<T>) => Promise<R>,
): Promise<R> {
  const scope: Committing = { actions: [], ended: false };
  let result: R;
  try {
    result = await committing.run(scope, () => execute(hooked(work)));
  } finally {
    scope.ended = true;
  }
  for (const action of scope.actions) action();
  return result;
}
