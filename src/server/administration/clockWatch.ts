/**
 * Watches the clock of the database for deletions by age. Only a clock that has run steadily for the grace period proves that
 * something is that old: a clock that was set ahead would make everything old at once.
 *
 *   Steadiness
 *   lookAtClock     once; a line in the journal when the clock jumped
 *   watchClock      now and every few minutes
 *   tryWrite        whether the database takes changes: writes what was seen last once more
 */

import { sql } from 'kysely';
import { write } from '../journal/journal.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { lockName } from '../platform/database/dialect.ts';
import type { Trouble } from '../platform/log.ts';
import { repeatEvery } from '../platform/repeat.ts';
import type { Database } from '../schema.ts';

export interface Steadiness {
  /** epoch milliseconds, not later than the database's clock nor than this machine's, which dates blobs */
  readonly now: number;
  /** epoch milliseconds of the database: since then it has gone on without a jump */
  readonly steadySince: number;
}

const MINUTE = 60_000;
const DAY = 24 * 3600 * 1000;
const LOOK_EVERY_MS = 10 * MINUTE;
/** Set back by less, by NTP for instance, it makes nobody wait. */
const BACK_MS = 5 * MINUTE;
/** When nobody looked for longer, nobody knows whether the store stood still or the clock was set. */
const UNSEEN_MS = 3 * DAY;

const UNITS = [
  [DAY, 'day'],
  [60 * MINUTE, 'hour'],
  [MINUTE, 'minute'],
] as const;
function inWords(milliseconds: number): string {
  const [unit, name] = UNITS.find(([length]) => milliseconds >= 0.95 * length) ?? UNITS[2];
  const count = Math.round(milliseconds / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

const wentBack = (by: number) =>
  `The clock went back by ${inWords(by)}. Jobs that were due later by then run now; times of the journal and of histories before this line may lie ahead.`;
const unseen = (gap: number, graceDays: number) =>
  `The clock is ${inWords(gap)} later than when it was last looked at: the store stood still, or the clock was set. Cleaning up deletes nothing for ${graceDays} days.`;

/** @param graceDays how long what became useless is kept */
export function lookAtClock(database: Database, graceDays: number): Promise<Steadiness> {
  return database.transaction(async (trx) => {
    // Of several processes that look at the same time, one writes the line.
    await lockName(trx, 'clock');
    const { rows } = await sql<{ now: number }>`select ${databaseNow(trx)} as "now"`.execute(trx);
    const now = Number(rows[0]?.now);
    const last = await trx.selectFrom('clock').selectAll().executeTakeFirst();
    const passed = last ? now - last.seenAt : 0;
    const message =
      passed < -BACK_MS
        ? wentBack(-passed)
        : passed > Math.min(UNSEEN_MS, (graceDays * DAY) / 2) && graceDays > 0
          ? unseen(passed, graceDays)
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

/** @returns ends watching */
export async function watchClock(
  database: Database,
  graceDays: number,
  trouble: Trouble,
): Promise<() => Promise<void>> {
  await lookAtClock(database, graceDays);
  return repeatEvery(LOOK_EVERY_MS, () => lookAtClock(database, graceDays), trouble);
}

/** @throws what the database says when it takes no changes: a standby that has not taken over, a full disk */
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
