/**
 * Watches the clock of the database, because deletions by age depend on it. Only a clock that has run steadily for the grace time
 * proves that something is that old: a clock that was set ahead would make everything old at once.
 *
 *   Steadiness
 *   checkClock     once; writes a line to the journal if the clock has jumped
 *   watchClock     now and every few minutes
 *   tryWrite       tests whether the database accepts changes, by writing the last reading again
 */

import { sql } from 'kysely';
import { write } from '../journal/journal.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { lockName } from '../platform/database/dialect.ts';
import type { FailureLog } from '../platform/log.ts';
import { repeatEvery } from '../platform/repeat.ts';
import type { Database } from '../schema.ts';

export interface Steadiness {
  /** epoch milliseconds, not later than the database's clock nor than this machine's, which dates blobs */
  readonly now: number;
  /** epoch milliseconds of the database; the clock has not jumped since */
  readonly steadySince: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3600 * 1000;
const CHECK_INTERVAL_MS = 10 * MINUTE_MS;
/** A smaller step back, for example by NTP, does no harm. */
const MAX_STEP_BACK_MS = 5 * MINUTE_MS;
/** After a longer gap there is no telling whether the server was off or the clock was set. */
const MAX_GAP_MS = 3 * DAY_MS;

const UNITS = [
  [DAY_MS, 'day'],
  [60 * MINUTE_MS, 'hour'],
  [MINUTE_MS, 'minute'],
] as const;
function durationText(milliseconds: number): string {
  const [unit, name] = UNITS.find(([length]) => milliseconds >= 0.95 * length) ?? UNITS[2];
  const count = Math.round(milliseconds / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

const stepBackText = (by: number) =>
  `The clock went back by ${durationText(by)}. Jobs that were due later now run at once; times in the log and in histories before this line may be in the future.`;
const gapText = (gap: number, graceDays: number) =>
  `The clock is ${durationText(gap)} later than at the last check: the server was stopped, or the clock was set. The clean-up deletes nothing for ${graceDays} days.`;

/** @param graceDays how long garbage stays before it is deleted */
export function checkClock(database: Database, graceDays: number): Promise<Steadiness> {
  return database.transaction(async (trx) => {
    // If several processes check at the same time, one of them writes the line.
    await lockName(trx, 'clock');
    const { rows } = await sql<{ now: number }>`select ${databaseNow(trx)} as "now"`.execute(trx);
    const now = Number(rows[0]?.now);
    const last = await trx.selectFrom('clock').selectAll().executeTakeFirst();
    const passed = last ? now - last.seenAt : 0;
    const message =
      passed < -MAX_STEP_BACK_MS
        ? stepBackText(-passed)
        : passed > Math.min(MAX_GAP_MS, (graceDays * DAY_MS) / 2) && graceDays > 0
          ? gapText(passed, graceDays)
          : undefined;
    const steadySince = last && message === undefined ? last.steadySince : now;
    const values = { seenAt: now, steadySince };
    await trx
      .insertInto('clock')
      .values({ id: 1, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    if (message !== undefined) await write(trx, { status: 'WARN', context: 'clock', message, who: 'system' });
    return { now: Math.min(now, Date.now()), steadySince };
  });
}

/** @returns stops watching */
export async function watchClock(
  database: Database,
  graceDays: number,
  trouble: FailureLog,
): Promise<() => Promise<void>> {
  await checkClock(database, graceDays);
  return repeatEvery(CHECK_INTERVAL_MS, () => checkClock(database, graceDays), trouble);
}

/** @throws the database's error if it accepts no changes: a standby server, a full disk */
export async function tryWrite(database: Database): Promise<void> {
  const full = database.recentlyFull();
  if (full) throw full;
  await database.transaction((trx) =>
    trx
      .updateTable('clock')
      .set((e) => ({ seenAt: e.ref('seenAt') }))
      .execute(),
  );
}
