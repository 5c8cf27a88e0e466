/**
 * Measures what takes space, in a job, because that reads every list of files and lists every blob. Calls answer its results,
 * which `storedMeasurement.ts` reads.
 *
 *   Storage, openStorage         the job, and the timer that requests it
 *   requestMeasurement           unless one already waits or runs
 *   findMeasurement              that waits or runs
 */
import type { Transaction } from 'kysely';
import type { Snapshots } from '../catalogue/snapshots.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { timeOrderedId } from '../platform/ids.ts';
import { enqueue, isJobDue, type JobContext, lockKey } from '../platform/jobs/jobs.ts';
import type { FailureLog } from '../platform/log.ts';
import { repeatEvery } from '../platform/repeat.ts';
import type { Database, Tables } from '../schema.ts';
import { measureStorage } from './measureStorage.ts';

const MEASURE = 'measureStorage';
/** Each daily clean-up is followed by a measurement; this interval is for clean-ups that fail. */
const MEASURED_EVERY_MS = 26 * 3600 * 1000;
const CHECK_INTERVAL_MS = 10 * 60 * 1000;
/** rows per statement, because databases limit the number of parameters */
const ROWS_PER_STATEMENT = 400;

export interface Storage {
  readonly jobs: Readonly<Record<string, (context: JobContext) => Promise<void>>>;
  /** Requests the first measurement, then one a day. @returns stops watching */
  watch(trouble: FailureLog): () => Promise<void>;
}

/** @returns the id of the job that waits or runs */
export async function findMeasurement(db: Database['read'] | Transaction<Tables>): Promise<string | undefined> {
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where('name', '=', MEASURE)
    .where('state', 'in', ['CREATED', 'STARTED'])
    .limit(1)
    .executeTakeFirst();
  return job?.id;
}

/** @returns the id of the job */
export async function requestMeasurement(trx: Transaction<Tables>, createdBy: string): Promise<string> {
  await lockKey(trx, MEASURE);
  const underWay = await findMeasurement(trx);
  if (underWay !== undefined) return underWay;
  return enqueue(trx, {
    name: MEASURE,
    function: 'Measure the storage',
    payload: {},
    serialKey: MEASURE,
    createdBy,
  });
}

export function openStorage(stores: { database: Database; blobs: Blobs; snapshots: Snapshots }): Storage {
  const { database } = stores;

  /** Deletes the rows of other measurements: earlier ones, and those that a killed job left. */
  async function deleteOthers(trx: Transaction<Tables>, measurement: string): Promise<void> {
    for (const table of ['storageSets', 'storagePacks'] as const) {
      await trx.deleteFrom(table).where('measurement', '<>', measurement).execute();
    }
  }

  async function insertRows<T extends 'storageSets' | 'storagePacks'>(table: T, rows: readonly Tables[T][]) {
    for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
      const some = rows.slice(at, at + ROWS_PER_STATEMENT);
      await database.transaction((trx) =>
        trx
          .insertInto(table)
          .values(some as never)
          .execute(),
      );
    }
  }

  async function run({ signal, progress, complete }: JobContext): Promise<void> {
    const { report, sets, deletable } = await measureStorage({ ...stores, signal, progress });
    const measurement = timeOrderedId();
    const name = <R>(row: R) => ({ ...row, measurement });
    await insertRows('storageSets', sets.map(name));
    await insertRows('storagePacks', deletable.map(name));
    await database.transaction(async (trx) => {
      const values = { measurement, measuredAt: databaseNow(trx), report: JSON.stringify(report) };
      await trx
        .insertInto('storageReports')
        .values({ id: 1, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
      // Before the job ends: the next measurement may begin then, and its rows are not this one's to delete.
      await deleteOthers(trx, measurement);
      await complete(trx);
    });
  }

  async function requestIfDue(): Promise<void> {
    await database.transaction(async (trx) => {
      await lockKey(trx, MEASURE);
      if (await isJobDue(trx, MEASURE, MEASURED_EVERY_MS)) await requestMeasurement(trx, 'system');
    });
  }

  return {
    jobs: { [MEASURE]: run },
    watch: (trouble) => repeatEvery(CHECK_INTERVAL_MS, requestIfDue, trouble),
  };
}
