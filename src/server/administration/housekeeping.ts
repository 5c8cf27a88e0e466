/**
 * The daily job that deletes content that nothing needs.
 *
 *   openHousekeeping
 *     jobs, watch
 */

import { collectGarbage } from '../catalogue/garbage.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { write } from '../journal/journal.ts';
import { isOutdated } from '../pictures/prepare.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { enqueue, isJobDue, type JobContext, lockKey } from '../platform/jobs/jobs.ts';
import { type JobRetention, trimJobs } from '../platform/jobs/trim.ts';
import type { Trouble } from '../platform/log.ts';
import { repeatEvery } from '../platform/repeat.ts';
import type { Database } from '../schema.ts';
import { lookAtClock } from './clockWatch.ts';

const HOUSEKEEPING = 'housekeeping';
const DAY = 24 * 3600 * 1000;
const LOOK_EVERY = 10 * 60 * 1000;

export function openHousekeeping({
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
    // First: a manifest that cannot be read ends cleaning up, however often it is tried.
    const jobs = await trimJobs(database, { ...jobRetention, signal });
    const unfinished = await blobs.sweep();
    const report = await collectGarbage({
      database,
      blobs,
      snapshots,
      ...(await lookAtClock(database, graceDays)),
      graceDays,
      historyDays,
      isOutdated,
      signal,
    });
    await database.transaction(async (trx) => {
      const { history, snapshots: states, packs, derived, blobs: files, bytes } = report;
      const message = `Cleaned up: ${history} entries of the history, ${states} states, ${packs} packs, ${derived} small forms, ${files} blobs of ${bytes} bytes, ${unfinished} unfinished uploads, ${jobs} finished jobs.`;
      await write(trx, { status: 'INFO', context: 'housekeeping', message, who: 'system' });
      await complete(trx);
    });
  }

  /** Enqueues the job when the last one is a day old; the first comes a day after the store's first start. */
  async function look(): Promise<void> {
    await database.transaction(async (trx) => {
      // Of several servers that look at the same time, one enqueues the job.
      await lockKey(trx, HOUSEKEEPING);
      const first = await trx
        .selectFrom('users')
        .select((e) => e.fn.min('createdAt').as('at'))
        .executeTakeFirst();
      if (!(await isJobDue(trx, HOUSEKEEPING, DAY, first?.at ?? null))) return;
      await enqueue(trx, {
        name: HOUSEKEEPING,
        function: 'Clean up what nothing needs any more',
        payload: {},
        serialKey: HOUSEKEEPING,
        createdBy: 'system',
      });
    });
  }

  return {
    jobs: { [HOUSEKEEPING]: run },
    /** @returns ends watching */
    watch: (trouble: Trouble): (() => Promise<void>) => repeatEvery(LOOK_EVERY, look, trouble),
    look,
  };
}
