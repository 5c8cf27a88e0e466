/**
 * Deletes old lines of the logs by age and number, in a daily job.
 *
 *   LogLimits
 *   trimLogs            deletes lines beyond the limits; @returns how many
 *   openLogRetention    the job, and the timer that enqueues it
 */

import { enqueue, isJobDue, type JobContext, lockKey } from '../platform/jobs/jobs.ts';
import type { FailureLog } from '../platform/log.ts';
import { repeatEvery } from '../platform/repeat.ts';
import type { Database } from '../schema.ts';
import { writeAlone } from './journal.ts';

export interface LogLimits {
  /** lines that are older are deleted; 0: never */
  days: number;
  /** how many of the newest lines of each log are kept; 0: all */
  lines: number;
}

const DAY_MS = 24 * 3600 * 1000;
const CHECK_INTERVAL_MS = 3600 * 1000;
/** Small, so that other writers do not wait long. */
const LINES_PER_TRANSACTION = 1000;
const JOB_NAME = 'trimLogs';

/** Deletes the oldest lines first, so that the numbers of the others have no gaps. */
export async function trimLogs(
  database: Database,
  limits: LogLimits,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  for (const dynamic of [0, 1]) {
    for (;;) {
      signal?.throwIfAborted();
      const counts = await database.read
        .selectFrom('logCounts')
        .selectAll()
        .where('dynamic', '=', dynamic)
        .executeTakeFirst();
      if (!counts) break;
      const deleted = Number(counts.deleted);
      const excess = limits.lines > 0 ? Number(counts.lines) - limits.lines : 0;
      const oldest = await database.read
        .selectFrom('logLines')
        .select(['number', 'timestamp'])
        .where('dynamic', '=', dynamic)
        .where('number', '>', deleted)
        .orderBy('number')
        .limit(LINES_PER_TRANSACTION)
        .execute();
      const firstToStay = oldest.findIndex(
        ({ number, timestamp }) =>
          Number(number) > excess && (limits.days === 0 || Number(timestamp) >= now - limits.days * DAY_MS),
      );
      const count = firstToStay < 0 ? oldest.length : firstToStay;
      const upTo = Number(oldest[count - 1]?.number ?? 0);
      if (count === 0) break;
      await database.transaction(async (trx) => {
        await trx.deleteFrom('logLines').where('dynamic', '=', dynamic).where('number', '<=', upTo).execute();
        await trx.updateTable('logCounts').set({ deleted: upTo }).where('dynamic', '=', dynamic).execute();
      });
      total += count;
    }
  }
  return total;
}

/** @returns whether a log has a line to delete */
async function isDue(database: Database, limits: LogLimits, now: number): Promise<boolean> {
  const counts = await database.read.selectFrom('logCounts').selectAll().execute();
  for (const { dynamic, lines, deleted } of counts) {
    if (limits.lines > 0 && Number(lines) - Number(deleted) > limits.lines) return true;
    if (limits.days === 0) continue;
    const oldest = await database.read
      .selectFrom('logLines')
      .select('timestamp')
      .where('dynamic', '=', dynamic)
      .where('number', '=', Number(deleted) + 1)
      .executeTakeFirst();
    if (oldest && Number(oldest.timestamp) < now - limits.days * DAY_MS) return true;
  }
  return false;
}

export function openLogRetention({ database, limits }: { database: Database; limits: LogLimits }) {
  async function enqueueIfDue(): Promise<void> {
    if (!(await isDue(database, limits, database.clock.now()))) return;
    await database.transaction(async (trx) => {
      // If several servers check at the same time, one of them enqueues the job.
      await lockKey(trx, JOB_NAME);
      if (!(await isJobDue(trx, JOB_NAME, DAY_MS))) return;
      await enqueue(trx, {
        name: JOB_NAME,
        function: 'Trim the logs',
        payload: {},
        serialKey: JOB_NAME,
        createdBy: 'system',
      });
    });
  }
  return {
    jobs: {
      [JOB_NAME]: async ({ signal }: JobContext<never>) => {
        const count = await trimLogs(database, limits, database.clock.now(), signal);
        if (count === 0) return;
        const message = `Logs trimmed: the ${count} oldest lines were deleted, according to the server's settings.`;
        await writeAlone(database, { status: 'INFO', context: 'logs', message, who: 'system' });
      },
    },
    /** @returns stops watching */
    watch(trouble: FailureLog): () => Promise<void> {
      if (limits.days === 0 && limits.lines === 0) return async () => {};
      return repeatEvery(CHECK_INTERVAL_MS, enqueueIfDue, trouble, { immediately: true });
    },
  };
}
