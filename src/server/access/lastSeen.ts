/**
 * Records when a session or API token was last used.
 *
 *   SEEN_INTERVAL_MS
 *   recordLastSeen
 *   visitColumns
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, Tables } from '../schema.ts';

/** The time is recorded at most this often. */
export const SEEN_INTERVAL_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/** A user who comes back after this long begins another visit. */
const VISIT_GAP_MS = 4 * 60 * 60_000;

/** The columns to set for an account that is seen now. The start page shows what is new since the previous visit. */
export const visitColumns = (now: number): { lastSeenAt: number; previousVisitAt: RawBuilder<number | null> } => ({
  lastSeenAt: now,
  previousVisitAt: sql`case when "lastSeenAt" < ${now - VISIT_GAP_MS} then "lastSeenAt" else "previousVisitAt" end`,
});

/** When this process last recorded a session or token, by its key. */
const recordedAt = new WeakMap<Database, LRUCache<string, number>>();

/**
 * Callers do not wait for it, and a failure has no other effect: with a full disk users can still read.
 * @param key of the session or token
 */
export function recordLastSeen(
  database: Database,
  key: string,
  now: number,
  work: (trx: Transaction<Tables>) => Promise<unknown>,
): void {
  const times = recordedAt.get(database) ?? new LRUCache<string, number>({ max: MAX_REMEMBERED });
  recordedAt.set(database, times);
  if ((times.get(key) ?? 0) + SEEN_INTERVAL_MS > now) return;
  times.set(key, now);
  // The database reports its own failures.
  database.transaction(work).catch(() => {});
}
