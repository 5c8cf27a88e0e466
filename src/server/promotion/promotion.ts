/**
 * Promotion: a job that points the target area's ref at what the source area has. The cost does not depend on how much
 * a set holds, and a reader of the target sees the old set or the new one.
 *
 *   PROMOTE, ROLLBACK           the jobs' names
 *   Request, requestPromotion   checks, then creates the job
 *   requestRollback             the same, back to an entry of an area's history
 *   promotionJobs               what the jobs do
 */

import { AREA_NAMES, type Area } from '../../contract/index.ts';
import { contentLine } from '../catalogue/contentLine.ts';
import { touchSnapshot } from '../catalogue/garbage.ts';
import { mappingLines, writeMappingLines } from '../catalogue/mappingLines.ts';
import { findRef, holdRef, moveRef, type RefKind, untilUndisturbed } from '../catalogue/refs.ts';
import type { SnapshotContent, Snapshots } from '../catalogue/snapshots.ts';
import { write } from '../journal/journal.ts';
import { ApiError, badRequest, conflict, notFound } from '../platform/http/errors.ts';
import { enqueue, type JobContext, JobRefused } from '../platform/jobs/jobs.ts';
import type { Database } from '../schema.ts';
import { metadataNeedsSet } from './diff.ts';
import { contentGone, entryOf, unknownEntry } from './history.ts';

export const PROMOTE = 'promote';
export const ROLLBACK = 'rollback';

export interface Request {
  kind: RefKind;
  key: string;
  source: Area;
  target: Area;
  what: 'all' | 'metadata';
  note?: string | undefined;
}

export interface RollbackRequest {
  kind: RefKind;
  key: string;
  area: Area;
  /** of the area's history */
  entry: number;
  note?: string | undefined;
}

/** False: the caller must not learn that there is such a set. */
interface Known {
  known: boolean;
}

/** Content moves forward only; from preprod only image sets go on (section 4.4). */
const DIRECTIONS: Readonly<Record<RefKind, readonly string[]>> = {
  dis: ['embargo preprod', 'embargo prod', 'preprod prod'],
  static: ['embargo preprod', 'embargo prod'],
};

/** @throws ApiError 400 for a direction that does not exist, 404 when the source lacks it, 409 for metadata of a set that the target lacks */
export async function requestPromotion(
  database: Database,
  { known, ...request }: Request & Known,
  who: string,
): Promise<string> {
  const { kind, key, source, target, what } = request;
  if (!DIRECTIONS[kind].includes(`${source} ${target}`)) {
    throw badRequest('no-such-direction', `Nothing is promoted from ${AREA_NAMES[source]} to ${AREA_NAMES[target]}.`);
  }
  if (!known || !(await findRef(database.read, source, kind, key))) {
    throw notFound('not-in-source', `${AREA_NAMES[source]} has no ${key}.`);
  }
  if (what === 'metadata' && !(await findRef(database.read, target, kind, key))) {
    throw conflict('not-in-target', metadataNeedsSet(key, target));
  }
  return database.transaction(async (trx) => {
    const id = await enqueue(trx, {
      name: PROMOTE,
      function: `Promote ${what === 'metadata' ? 'metadata of ' : ''}${key} from ${AREA_NAMES[source]} to ${AREA_NAMES[target]}`,
      subject: key,
      payload: request,
      serialKey: `promote ${kind} ${key}`,
      createdBy: who,
    });
    await write(trx, {
      status: 'INFO',
      context: 'promotion',
      ...contentLine(request, `promotion of ${what} from ${AREA_NAMES[source]} to ${AREA_NAMES[target]} requested.`),
      who,
    });
    return id;
  });
}

/** @throws ApiError 404 when the history has no such entry */
export async function requestRollback(
  database: Database,
  { known, ...request }: RollbackRequest & Known,
  who: string,
): Promise<string> {
  const { kind, key, area, entry } = request;
  if (!known) throw unknownEntry(key, area, entry);
  await entryOf(database, kind, key, area, entry);
  return database.transaction(async (trx) => {
    const id = await enqueue(trx, {
      name: ROLLBACK,
      function: `Roll ${key} in ${AREA_NAMES[area]} back to entry ${entry}`,
      subject: key,
      payload: request,
      serialKey: `promote ${kind} ${key}`,
      createdBy: who,
    });
    const what = contentLine(request, `roll back of ${AREA_NAMES[area]} to entry ${entry} requested.`);
    await write(trx, { status: 'INFO', context: 'promotion', ...what, who });
    return id;
  });
}

/** The target keeps its pictures and takes the source's meta. */
const withMetaOf = (source: SnapshotContent, target: SnapshotContent): SnapshotContent => ({
  kind: source.kind,
  parts: [
    ...target.parts.filter((part) => part.kind !== 'meta'),
    ...source.parts.filter((part) => part.kind === 'meta'),
  ],
});

export function promotionJobs({ database, snapshots }: { database: Database; snapshots: Snapshots }) {
  async function run({ job, payload: request, complete, signal }: JobContext<Request>): Promise<void> {
    const { kind, key, source, target, what, note } = request;
    await untilUndisturbed(async () => {
      const from = await findRef(database.read, source, kind, key);
      if (!from) throw new JobRefused(`${AREA_NAMES[source]} has no ${key} any more`);
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
          // The pictures that stay are as old as they were.
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
    const { snapshot: to, modifiedAt } = await entryOf(database, kind, key, area, entry).catch((error: unknown) => {
      if (error instanceof ApiError) throw new JobRefused(error.message);
      throw error;
    });
    await untilUndisturbed(async () => {
      const from = (await findRef(database.read, area, kind, key))?.snapshotId ?? null;
      // Taken back first: what is read next must not be cleaned away meanwhile.
      if (!(await database.transaction((trx) => touchSnapshot(trx, to)))) throw new JobRefused(contentGone(entry));
      const mapping = await mappingLines(snapshots, { area, kind, key, from, to });
      await database.transaction(async (trx) => {
        if (!(await touchSnapshot(trx, to))) throw new JobRefused(contentGone(entry));
        const said = note === undefined ? `to entry ${entry}` : `to entry ${entry}: ${note}`;
        await moveRef(trx, {
          area,
          kind,
          key,
          from,
          to,
          who: job.createdBy,
          reason: 'rollback',
          note: said,
          // Other areas show again what they showed then. In Embargo it is what goes on from now.
          ...(area !== 'embargo' && { modifiedAt }),
        });
        const same = to === from ? ' It had this content already.' : '';
        const what = contentLine(request, `${AREA_NAMES[area]} is rolled back to entry ${entry}.${same}`);
        await write(trx, { status: 'INFO', context: 'promotion', ...what, who: job.createdBy });
        await writeMappingLines(trx, mapping, job.createdBy);
        await complete(trx);
      });
    }, signal);
  }

  return { [PROMOTE]: run, [ROLLBACK]: rollBack };
}
