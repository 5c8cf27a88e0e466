/**
 * How long lines of the logs are kept: by age, by number, or for ever. A daily job deletes the oldest.
 *
 *   trim            deletes lines beyond the limits
 *   logRetention    the job, and the timer that enqueues it
 */

import { enqueue, isJobDue, type JobContext, lockKey } from '../platform/jobs/jobs.ts';
import type { Trouble } from '../platform/log.ts';
import { repeatEvery } from '../platform/repeat.ts';
import type { Database } from '../schema.ts';
import { writeAlone } from './journal.ts';

export interface Keep {
  /** 0: for ever */
  days: number;
  /** of each of the two logs; 0: all */
  lines: number;
}

const DAY_MS = 24 * 3600 * 1000;
const LOOK_INTERVAL_MS = 3600 * 1000;
/** few, so that writers do not wait long */
const LINES_PER_TRANSACTION = 1000;
const JOB = 'trimLogs';

/** Deletes the oldest first, so that the rest is numbered without gaps. @returns how many lines were deleted */
export async function trim(database: Database, keep: Keep, now: number, signal?: AbortSignal): Promise<number> {
  let gone = 0;
  for (const dynamic of [0, 1]) {
    for (;;) {
      signal?.throwIfAborted();
      const count = await database.read
        .selectFrom('logCounts')
        .selectAll()
        .where('dynamic', '=', dynamic)
        .executeTakeFirst();
      if (!count) break;
      const deleted = Number(count.deleted);
      const tooMany = keep.lines > 0 ? Number(count.lines) - keep.lines : 0;
      const oldest = await database.read
        .selectFrom('logLines')
        .select(['number', 'timestamp'])
        .where('dynamic', '=', dynamic)
        .where('number', '>', deleted)
        .orderBy('number')
        .limit(LINES_PER_TRANSACTION)
        .execute();
      const kept = oldest.findIndex(
        ({ number, timestamp }) =>
          Number(number) > tooMany && (keep.days === 0 || Number(timestamp) >= now - keep.days * DAY_MS),
      );
      const going = kept < 0 ? oldest.length : kept;
      const upTo = Number(oldest[going - 1]?.number ?? 0);
      if (going === 0) break;
      await database.transaction(async (trx) => {
        await trx.deleteFrom('logLines').where('dynamic', '=', dynamic).where('number', '<=', upTo).execute();
        await trx.updateTable('logCounts').set({ deleted: upTo }).where('dynamic', '=', dynamic).execute();
      });
      gone += going;
    }
  }
  return gone;
}

/** Whether a log has a line to delete. */
async function isDue(database: Database, keep: Keep, now: number): Promise<boolean> {
  const counts = await database.read.selectFrom('logCounts').selectAll().execute();
  for (const { dynamic, lines, deleted } of counts) {
    if (keep.lines > 0 && Number(lines) - Number(deleted) > keep.lines) return true;
    if (keep.days === 0) continue;
    const oldest = await database.read
      .selectFrom('logLines')
      .select('timestamp')
      .where('dynamic', '=', dynamic)
      .where('number', '=', Number(deleted) + 1)
      .executeTakeFirst();
    if (oldest && Number(oldest.timestamp) < now - keep.days * DAY_MS) return true;
  }
  return false;
}

export function logRetention({ database, keep }: { database: Database; keep: Keep }) {
  async function ask(): Promise<void> {
    if (!(await isDue(database, keep, database.clock.now()))) return;
    await database.transaction(async (trx) => {
      // Of several servers that look at the same time, one enqueues the job.
      await lockKey(trx, JOB);
      if (!(await isJobDue(trx, JOB, DAY_MS))) return;
      await enqueue(trx, { name: JOB, function: 'Trim the logs', payload: {}, serialKey: JOB, createdBy: 'system' });
    });
  }
  return {
    jobs: {
      [JOB]: async ({ signal }: JobContext<never>) => {
        const gone = await trim(database, keep, database.clock.now(), signal);
        if (gone === 0) return;
        const message = `Logs trimmed: the ${gone} oldest lines were deleted, as the settings of the server ask.`;
        await writeAlone(database, { status: 'INFO', context: 'logs', message, who: 'system' });
      },
    },
    /** @returns ends asking */
    watch(trouble: Trouble): () => Promise<void> {
      if (keep.days === 0 && keep.lines === 0) return async () => {};
      return repeatEvery(LOOK_INTERVAL_MS, ask, trouble, { atOnce: true });
    },
  };
}
