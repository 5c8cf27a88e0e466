/**
 * The jobs that promote and roll back: they point an area's ref at another snapshot. That costs the same for a set of any size,
 * and a reader of the area sees either the old content or the new.
 *
 *   promotionJobs
 */
import { AREA_NAMES } from '../../contract/index.ts';
import { contentLine } from '../catalogue/contentLine.ts';
import { mappingLines, writeMappingLines } from '../catalogue/mappingLines.ts';
import { findRef, holdRef, moveRef } from '../catalogue/refs.ts';
import { retryMoves } from '../catalogue/retryMoves.ts';
import { type SnapshotContent, type Snapshots, touchSnapshot } from '../catalogue/snapshots.ts';
import { write } from '../journal/journal.ts';
import { ApiError } from '../platform/http/errors.ts';
import { type JobContext, JobRefused } from '../platform/jobs/jobs.ts';
import type { Database } from '../schema.ts';
import { contentDeleted, findRestorableEntry } from './history.ts';
import { metadataNeedsSet, PROMOTE, type PromotionRequest, ROLLBACK, type RollbackRequest } from './requests.ts';

/** The pictures of the target with the meta files of the source. */
const withMetaOf = (source: SnapshotContent, target: SnapshotContent): SnapshotContent => ({
  kind: source.kind,
  parts: [
    ...target.parts.filter((part) => part.kind !== 'meta'),
    ...source.parts.filter((part) => part.kind === 'meta'),
  ],
});

export function promotionJobs({ database, snapshots }: { database: Database; snapshots: Snapshots }) {
  async function promote({ job, payload: request, complete, signal }: JobContext<PromotionRequest>): Promise<void> {
    const { kind, key, source, target, what, note } = request;
    await retryMoves(async () => {
      const from = await findRef(database.read, source, kind, key);
      if (!from) throw new JobRefused(`${AREA_NAMES[source]} no longer has ${key}`);
      const before = await findRef(database.read, target, kind, key);
      if (what === 'metadata' && !before) throw new JobRefused(metadataNeedsSet(key, target));
      const merged =
        what === 'metadata' && before
          ? withMetaOf(await snapshots.contentOf(from.snapshotId), await snapshots.contentOf(before.snapshotId))
          : undefined;
      const mapping = await mappingLines(snapshots, {
        area: target,
        kind,
        key,
        from: before?.snapshotId ?? null,
        to: merged ?? from.snapshotId,
      });
      await database.transaction(async (trx) => {
        await holdRef(trx, from);
        const to = merged ? await snapshots.putSnapshot(trx, merged) : from.snapshotId;
        await moveRef(trx, {
          area: target,
          kind,
          key,
          from: before?.snapshotId ?? null,
          to,
          who: job.createdBy,
          reason: what === 'all' ? 'promote' : 'promoteMetadata',
          // The pictures of the target keep their date.
          modifiedAt: merged && before ? before.modifiedAt : from.modifiedAt,
          ...(note !== undefined && { note }),
        });
        const same = to === before?.snapshotId ? ' It had this content already.' : '';
        await write(trx, {
          status: 'INFO',
          context: 'promotion',
          ...contentLine(
            request,
            `promotion of ${what} from ${AREA_NAMES[source]} to ${AREA_NAMES[target]} done.${same}`,
          ),
          who: job.createdBy,
        });
        await writeMappingLines(trx, mapping, job.createdBy);
        await complete(trx);
      });
    }, signal);
  }

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
          // Pre-Prod and Prod get the old date back with the old content. In Embargo the content counts as new: it can be promoted.
          ...(area !== 'embargo' && { modifiedAt }),
        });
        const same = to === from ? ' It had this content already.' : '';
        const line = contentLine(request, `${AREA_NAMES[area]} is rolled back to entry ${entry}.${same}`);
        await write(trx, { status: 'INFO', context: 'promotion', ...line, who: job.createdBy });
        await writeMappingLines(trx, mapping, job.createdBy);
        await complete(trx);
      });
    }, signal);
  }

  return { [PROMOTE]: promote, [ROLLBACK]: rollBack };
}
