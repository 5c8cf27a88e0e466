/**
 * The clean-up: the daily job that deletes garbage and old jobs. Another job then measures what is left.
 *
 *   openCleanUp
 *     jobs, watch
 */

import { collectGarbage } from '../catalogue/garbage.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { write } from '../journal/journal.ts';
import { isOutdated } from '../pictures/prepare.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { enqueue, isJobDue, type JobContext, lockKey } from '../platform/jobs/jobs.ts';
import { type JobRetention, trimJobs } from '../platform/jobs/trim.ts';
import type { FailureLog } from '../platform/log.ts';
import { repeatEvery } from '../platform/repeat.ts';
import type { Database } from '../schema.ts';
import { checkClock } from './clockWatch.ts';
import { requestMeasurement } from './storage.ts';

const HOUSEKEEPING = 'housekeeping';
const DAY_MS = 24 * 3600 * 1000;
const CHECK_INTERVAL_MS = 10 * 60 * 1000;

export function openCleanUp({
  database,
  blobs,
  snapshots,
  graceDays,
  historyDays,
  jobRetention,
}: {
  database: Database;
  blobs: Blobs;
  snapshots: Snapshots;
  graceDays: number;
  historyDays: number;
  jobRetention: JobRetention;
}) {
  async function run({ complete, signal }: JobContext): Promise<void> {
    // Jobs come first, because a manifest that cannot be read makes each garbage collection fail.
    const jobs = await trimJobs(database, { ...jobRetention, signal });
    const unfinished = await blobs.sweep();
    const report = await collectGarbage({
      database,
      blobs,
      snapshots,
      ...(await checkClock(database, graceDays)),
      graceDays,
      historyDays,
      isOutdated,
      signal,
    });
    await database.transaction(async (trx) => {
      const { history, snapshots: states, packs, derived, blobs: files, bytes } = report;
      const message = `Cleaned up: ${history} entries of the history, ${states} states, ${packs} packs, ${derived} small forms, ${files} blobs of ${bytes} bytes, ${unfinished} unfinished uploads, ${jobs} finished jobs.`;
      await write(trx, { status: 'INFO', context: 'housekeeping', message, who: 'system' });
      await requestMeasurement(trx, 'system');
      await complete(trx);
    });
  }

  /** Enqueues the job if the last one is a day old. The first one runs a day after the first start. */
  async function enqueueIfDue(): Promise<void> {
    await database.transaction(async (trx) => {
      // If several servers check at the same time, one of them enqueues the job.
      await lockKey(trx, HOUSEKEEPING);
      const first = await trx
        .selectFrom('users')
        .select((e) => e.fn.min('createdAt').as('at'))
        .executeTakeFirst();
      if (!(await isJobDue(trx, HOUSEKEEPING, DAY_MS, first?.at ?? null))) return;
      await enqueue(trx, {
        name: HOUSEKEEPING,
        function: 'Delete garbage and old jobs',
        payload: {},
        serialKey: HOUSEKEEPING,
        createdBy: 'system',
      });
    });
  }

  return {
    jobs: { [HOUSEKEEPING]: run },
    /** @returns stops watching */
    watch: (trouble: FailureLog): (() => Promise<void>) => repeatEvery(CHECK_INTERVAL_MS, enqueueIfDue, trouble),
    enqueueIfDue,
  };
}
