/**
 * The time that all processes share. The clocks of machines differ and get adjusted, so anything that processes order,
 * lease or compare by uses the database's time. SQLite serves one process, so this machine's clock will do.
 *
 *   databaseNow     an SQL expression for the time
 *   Clock           the time without a query, as accurate as the last sync
 *   skewSentence    a warning for administrators, if the difference is worth one
 *   openClock
 */
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './dialect.ts';

/** Epoch milliseconds when the statement runs, not when its transaction began. */
export const databaseNow = (db: QueryExecutorProvider): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(${Date.now()} as integer)`;

export interface Clock {
  /** epoch milliseconds */
  now(): number;
  /** Reads the time of the database. @returns milliseconds by which this machine's clock is ahead of it; negative: behind */
  sync(): Promise<number>;
  /** of the last sync; 0 before the first */
  skew(): number;
  close(): void;
}

/** Clocks drift by less than a millisecond in this time. */
const SYNC_INTERVAL_MS = 30_000;
/** Network latency and NTP cause smaller differences. */
const REPORTED_SKEW_MS = 5_000;

/** @param skew milliseconds by which this machine is ahead */
export function skewSentence(skew: number): string | undefined {
  if (Math.abs(skew) < REPORTED_SKEW_MS) return undefined;
  const seconds = Math.round(Math.abs(skew) / 1000);
  return `The clock of this server is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} that of the database. Synchronise it with NTP.`;
}

/** @param skewed called when the difference becomes worth a warning, and when it no longer is */
export function openClock(db: QueryExecutorProvider, skewed: (milliseconds: number) => void): Clock {
  if (!isPostgres(db)) {
    const sync = async () => {
      await sql`select 1`.execute(db);
      return 0;
    };
    return { now: Date.now, sync, skew: () => 0, close: () => {} };
  }
  let skew = 0;
  /** the database's time at an instant of the monotonic timer */
  let seen: { time: number; at: number } | undefined;

  async function sync(): Promise<number> {
    const before = performance.now();
    const { rows } = await sql<{ now: number }>`select ${databaseNow(db)} as now`.execute(db);
    const after = performance.now();
    seen = { time: rows[0]?.now ?? Date.now(), at: (before + after) / 2 };
    const reportedSkew = skew;
    skew = Math.round(Date.now() - (seen.time + after - seen.at));
    if ((skewSentence(reportedSkew) === undefined) !== (skewSentence(skew) === undefined)) skewed(skew);
    return skew;
  }
  // The database reports its own outages.
  const timer = setInterval(() => void sync().catch(() => {}), SYNC_INTERVAL_MS).unref();
  return {
    now: () => (seen === undefined ? Date.now() : Math.round(seen.time + performance.now() - seen.at)),
    sync,
    skew: () => skew,
    close: () => clearInterval(timer),
  };
}
