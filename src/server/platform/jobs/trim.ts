/**
 * How long jobs that have ended stay in the batch summary.
 *
 *   JobRetention, trimJobs
 */
import { sql } from 'kysely';
import { databaseNow } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import type { JobTables } from './table.ts';

export interface JobRetention {
  /** days since a job ended; 0: forever */
  days: number;
  /** how many of the newest to keep; 0: all */
  rows: number;
}

const DAY_MS = 24 * 3600 * 1000;
/** small, so that other writers do not wait long */
const ROWS_PER_TRANSACTION = 1000;

/** Deletes ended jobs; those that wait or run stay, however old they are. @returns how many were deleted */
export async function trimJobs(
  database: Database<JobTables>,
  { days, rows, signal }: JobRetention & { signal?: AbortSignal },
): Promise<number> {
  const ended = database.read.selectFrom('jobs').select('number').where('state', 'in', ['COMPLETED', 'FAILED']);
  const newestToDelete =
    rows === 0 ? undefined : await ended.orderBy('number', 'desc').offset(rows).limit(1).executeTakeFirst();
  let deletedCount = 0;
  for (;;) {
    signal?.throwIfAborted();
    const old = await ended
      .where((e) =>
        e.or([
          e('number', '<=', newestToDelete?.number ?? 0),
          ...(days === 0 ? [] : [e('stoppedAt', '<', sql<number>`${databaseNow(database.read)} - ${days * DAY_MS}`)]),
        ]),
      )
      .orderBy('number')
      .limit(ROWS_PER_TRANSACTION)
      .execute();
    if (old.length === 0) return deletedCount;
    const numbers = old.map(({ number }) => number);
    const { length } = await database.transaction(async (trx) => {
      const deleted = await trx
        .deleteFrom('jobs')
        .where('number', 'in', numbers)
        .where('state', 'in', ['COMPLETED', 'FAILED'])
        .returning('id')
        .execute();
      const ids = deleted.map(({ id }) => id);
      if (ids.length > 0) await trx.deleteFrom('jobItems').where('jobId', 'in', ids).execute();
      return deleted;
    });
    deletedCount += length;
    if (old.length < ROWS_PER_TRANSACTION) return deletedCount;
  }
}
