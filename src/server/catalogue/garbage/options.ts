/**
 * What the steps of the garbage collection share.
 *
 *   GarbageOptions
 *   ageLimits        the moments before which something is old
 *   pagesOf          a table page by page
 */
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Database } from '../../schema.ts';
import type { Snapshots } from '../snapshots.ts';

export interface GarbageOptions {
  database: Database;
  blobs: Blobs;
  snapshots: Snapshots;
  /** epoch milliseconds, of the database's clock */
  now: number;
  /** epoch milliseconds: that clock has not jumped since then */
  steadySince: number;
  /** what became garbage within this many days stays; longer than any upload takes */
  graceDays: number;
  /** users can roll back this many days, and always to the last twenty entries */
  historyDays: number;
  /** whether no version of the server reads this kind of derived form any more */
  isOutdated(kind: string): boolean;
  /** only counts */
  dryRun?: boolean;
  signal?: AbortSignal;
}

const DAY_MS = 24 * 3600 * 1000;

/** @returns epoch milliseconds: older than `grace` may be deleted; the history keeps what is younger than `history` */
export function ageLimits({ now, graceDays, historyDays }: GarbageOptions): { grace: number; history: number } {
  return { grace: now - graceDays * DAY_MS, history: now - Math.max(historyDays, graceDays) * DAY_MS };
}

/** rows of one statement */
export const PAGE = 500;

/**
 * Pages need not be of one moment: a row that is there all the time is seen, and one that is added meanwhile is young.
 * @param next reads at most PAGE rows that follow a row, in the order of their key
 */
export async function* pagesOf<R>(
  next: (after: R | undefined) => Promise<R[]>,
  signal: AbortSignal | undefined,
): AsyncGenerator<R[]> {
  for (let last: R | undefined; ; ) {
    signal?.throwIfAborted();
    const rows = await next(last);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1);
  }
}
