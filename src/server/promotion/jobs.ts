/**
 * The jobs that promote and roll back.
 *
 *   promotionJobs
 */
import type { Transaction } from 'kysely';
import { AREA_NAMES } from '../../contract/index.ts';
import { contentLine } from '../catalogue/contentLine.ts';
import { mappingLines, writeMappingLines } from '../catalogue/mappingLines.ts';
import { findRef, moveRef } from '../catalogue/refs.ts';
import { retryMoves } from '../catalogue/retryMoves.ts';
import { type Snapshots, touchSnapshot } from '../catalogue/snapshots.ts';
import { write } from '../journal/journal.ts';
import { ApiError } from '../platform/http/errors.ts';
import { type JobContext, type JobDefinition, JobRefused } from '../platform/jobs/jobs.ts';
import type { Job } from '../platform/jobs/table.ts';
import type { Database, Tables } from '../schema.ts';
import { publish } from '../webhooks/publish.ts';
import { promoteMany, publishEnd } from './bulkJob.ts';
import { type BulkPayload, PROMOTE_MANY } from './bulkRequests.ts';
import { promotionData, publicReason, rollbackData, shownIn } from './eventData.ts';
import { contentDeleted, findRestorableEntry } from './history.ts';
import { promoteContent } from './moves.ts';
import { PROMOTE, type PromotionRequest, ROLLBACK, type RollbackRequest } from './requests.ts';

export function promotionJobs(stores: { database: Database; snapshots: Snapshots }) {
  const { database, snapshots } = stores;

  const promote = ({ job, payload, complete, signal }: JobContext<PromotionRequest>): Promise<void> =>
    promoteContent(stores, payload, { job, end: complete, signal });

  async function rollBack({ job, payload: request, complete, signal }: JobContext<RollbackRequest>): Promise<void> {
    const { kind, key, area, entry, note } = request;
    const { snapshot: to, modifiedAt } = await findRestorableEntry(database, kind, key, area, entry).catch(
      (error: unknown) => {
        if (error instanceof ApiError) throw new JobRefused(error.message);
        throw error;
      },
    );
    await retryMoves(async () => {
      const from = (await findRef(database.read, area, kind, key))?.snapshotId ?? null;
      // Mark the snapshot as in use first, so that the clean-up does not delete it while it is read.
      if (!(await database.transaction((trx) => touchSnapshot(trx, to)))) throw new JobRefused(contentDeleted(entry));
      const mapping = await mappingLines(snapshots, { area, kind, key, from, to });
      await database.transaction(async (trx) => {
        if (!(await touchSnapshot(trx, to))) throw new JobRefused(contentDeleted(entry));
        const fullNote = note === undefined ? `to entry ${entry}` : `to entry ${entry}: ${note}`;
        await moveRef(trx, {
          area,
          kind,
          key,
          from,
          to,
          who: job.createdBy,
          reason: 'rollback',
          note: fullNote,
          // Pre-Prod and Prod get the old date back with the old content. In Embargo the content counts as new: it can be
          // promoted.
          ...(area !== 'embargo' && { modifiedAt }),
        });
        const same = to === from ? ' It already had this content.' : '';
        const line = contentLine(request, `${AREA_NAMES[area]} is rolled back to entry ${entry}.${same}`);
        await write(trx, { status: 'INFO', context: 'promotion', ...line, who: job.createdBy });
        await writeMappingLines(trx, mapping, job.createdBy);
        await publish(trx, {
          type: 'rollback.done',
          about: key,
          data: rollbackData(request, job),
          owner: job.createdBy,
          ...shownIn(area),
        });
        await complete(trx);
      });
    }, signal);
  }

  async function promotionFailed(trx: Transaction<Tables>, job: Job, reason: string, error: unknown): Promise<void> {
    const request = JSON.parse(job.payload) as PromotionRequest;
    const data = { ...promotionData(request, job), reason: publicReason(error, reason) };
    await publish(trx, { type: 'promotion.failed', about: request.key, data, owner: job.createdBy });
  }
  async function rollbackFailed(trx: Transaction<Tables>, job: Job, reason: string, error: unknown): Promise<void> {
    const request = JSON.parse(job.payload) as RollbackRequest;
    const data = { ...rollbackData(request, job), reason: publicReason(error, reason) };
    await publish(trx, { type: 'rollback.failed', about: request.key, data, owner: job.createdBy });
  }

  return {
    [PROMOTE]: { run: promote, quick: true, failed: promotionFailed } satisfies JobDefinition<Tables>,
    [PROMOTE_MANY]: {
      run: (context: JobContext<BulkPayload>) => promoteMany(stores, context),
      done: publishEnd,
      failed: publishEnd,
    } satisfies JobDefinition<Tables>,
    [ROLLBACK]: { run: rollBack, quick: true, failed: rollbackFailed } satisfies JobDefinition<Tables>,
  };
}
