/**
 * Promotes one set or static pack: points the target's ref at another snapshot. That costs the same for a set of any size, and
 * a reader of the area sees either the old content or the new.
 *
 *   promoteContent
 */
import type { Transaction } from 'kysely';
import { AREA_NAMES } from '../../contract/index.ts';
import { contentLine } from '../catalogue/contentLine.ts';
import { mappingLines, writeMappingLines } from '../catalogue/mappingLines.ts';
import { findRef, holdRef, moveRef } from '../catalogue/refs.ts';
import { retryMoves } from '../catalogue/retryMoves.ts';
import type { SnapshotContent, Snapshots } from '../catalogue/snapshots.ts';
import { write } from '../journal/journal.ts';
import { JobRefused } from '../platform/jobs/jobs.ts';
import type { Job } from '../platform/jobs/table.ts';
import type { Database, Tables } from '../schema.ts';
import { publish } from '../webhooks/publish.ts';
import { promotionData, shownIn } from './eventData.ts';
import { metadataNeedsSet, type PromotionRequest } from './requests.ts';

/** The pictures of the target with the meta files of the source. */
const withMetaOf = (source: SnapshotContent, target: SnapshotContent): SnapshotContent => ({
  kind: source.kind,
  parts: [
    ...target.parts.filter((part) => part.kind !== 'meta'),
    ...source.parts.filter((part) => part.kind === 'meta'),
  ],
});

/** the job that promotes; its creator counts as the one who promoted */
type Promoter = Pick<Job, 'id' | 'createdBy'>;

/**
 * @param end records the end of the job or of its item, in the transaction of the move
 * @throws JobRefused if the source no longer has the content, or the target lacks the set whose metadata is promoted
 */
export async function promoteContent(
  { database, snapshots }: { database: Database; snapshots: Snapshots },
  request: PromotionRequest,
  { job, end, signal }: { job: Promoter; end: (trx: Transaction<Tables>) => Promise<void>; signal: AbortSignal },
): Promise<void> {
  const { kind, key, source, target, what, note } = request;
  const who = job.createdBy;
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
        who,
        reason: what === 'all' ? 'promote' : 'promoteMetadata',
        // The pictures of the target keep their date.
        modifiedAt: merged && before ? before.modifiedAt : from.modifiedAt,
        ...(note !== undefined && { note }),
      });
      const same = to === before?.snapshotId ? ' It already had this content.' : '';
      const text = `promotion of ${what} from ${AREA_NAMES[source]} to ${AREA_NAMES[target]} done.${same}`;
      await write(trx, { status: 'INFO', context: 'promotion', ...contentLine(request, text), who });
      await writeMappingLines(trx, mapping, who);
      await publish(trx, {
        type: 'promotion.done',
        about: key,
        data: promotionData(request, job),
        owner: who,
        ...shownIn(target),
      });
      await end(trx);
    });
  }, signal);
}
