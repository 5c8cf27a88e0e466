/**
 * Promotion: a job that points the target area's ref at what the source area has. The cost does not depend on how much
 * a set holds, and a reader of the target sees the old set or the new one.
 *
 *   PROMOTE, ROLLBACK           the jobs' names
 *   Request, requestPromotion   checks, then creates the job
 *   requestRollback             the same, back to an entry of an area's history
 *   promotionJobs               what the jobs do
 */
import type { Area } from '../../contract/index.ts';
import { takeBack } from '../catalogue/garbage.ts';
import { findRef, holdRef, moveRef, type RefKind, untilUndisturbed } from '../catalogue/refs.ts';
import type { SnapshotContent, Snapshots } from '../catalogue/snapshots.ts';
import { write } from '../journal/journal.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError, badRequest, notFound } from '../platform/http/errors.ts';
import { enqueue, type JobContext, JobRefused } from '../platform/jobs/jobs.ts';
import { contentGone, entryOf } from './history.ts';

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

/** Content moves forward only; from preprod only image sets go on (section 4.4). */
const DIRECTIONS: Readonly<Record<RefKind, readonly string[]>> = {
  dis: ['embargo preprod', 'embargo prod', 'preprod prod'],
  static: ['embargo preprod', 'embargo prod'],
};

const nameOf = ({ kind, key }: { kind: RefKind; key: string }) =>
  kind === 'dis' ? `DynamicImageSet ${key}` : `Static image pack ${key}`;

/** @throws ApiError 400 for a direction that does not exist, 404 when the source lacks it */
export async function requestPromotion(database: Database, request: Request, who: string): Promise<string> {
  const { kind, key, source, target, what } = request;
  if (!DIRECTIONS[kind].includes(`${source} ${target}`)) {
    throw badRequest('no-such-direction', `Nothing is promoted from ${source} to ${target}.`);
  }
  if (!(await findRef(database.read, source, kind, key))) throw notFound('not-in-source', `${source} has no ${key}.`);
  return database.transaction(async (trx) => {
    const id = await enqueue(trx, {
      name: PROMOTE,
      function: `Promote ${what === 'metadata' ? 'metadata of ' : ''}${key} from ${source} to ${target}`,
      subject: key,
      payload: request,
      serialKey: `promote ${kind} ${key}`,
      createdBy: who,
    });
    await write(trx, {
      status: 'INFO',
      context: 'promotion',
      message: `${nameOf(request)}: promotion of ${what} from ${source} to ${target} requested.`,
      who,
    });
    return id;
  });
}

/** @throws ApiError 404 when the history has no such entry */
export async function requestRollback(database: Database, request: RollbackRequest, who: string): Promise<string> {
  const { kind, key, area, entry } = request;
  await entryOf(database, kind, key, area, entry);
  return database.transaction(async (trx) => {
    const id = await enqueue(trx, {
      name: ROLLBACK,
      function: `Roll ${key} in ${area} back to entry ${entry}`,
      subject: key,
      payload: request,
      serialKey: `promote ${kind} ${key}`,
      createdBy: who,
    });
    const message = `${nameOf(request)}: roll back of ${area} to entry ${entry} requested.`;
    await write(trx, { status: 'INFO', context: 'promotion', message, who });
    return id;
  });
}

/** The target keeps its pictures and takes the source's meta. */
const withMetaOf = (source: SnapshotContent, target: SnapshotContent | undefined): SnapshotContent => ({
  kind: source.kind,
  parts: [
    ...(target?.parts.filter((part) => part.kind !== 'meta') ?? []),
    ...source.parts.filter((part) => part.kind === 'meta'),
  ],
});

export function promotionJobs({ database, snapshots }: { database: Database; snapshots: Snapshots }) {
  async function run({ job, payload: request, complete, signal }: JobContext<Request>): Promise<void> {
    const { kind, key, source, target, what, note } = request;
    await untilUndisturbed(async () => {
      const from = await findRef(database.read, source, kind, key);
      if (!from) throw new JobRefused(`${source} has no ${key} any more`);
      const before = await findRef(database.read, target, kind, key);
      const contents = {
        source: await snapshots.contentOf(from.snapshotId),
        target: before && (await snapshots.contentOf(before.snapshotId)),
      };
      await database.transaction(async (trx) => {
        await holdRef(trx, from);
        const to =
          what === 'all'
            ? from.snapshotId
            : await snapshots.putSnapshot(trx, withMetaOf(contents.source, contents.target));
        await moveRef(trx, {
          area: target,
          kind,
          key,
          from: before?.snapshotId ?? null,
          to,
          who: job.createdBy,
          reason: what === 'all' ? 'promote' : 'promoteMetadata',
          modifiedAt: from.modifiedAt,
          ...(note !== undefined && { note }),
        });
        const same = to === before?.snapshotId ? ' It had this content already.' : '';
        await write(trx, {
          status: 'INFO',
          context: 'promotion',
          message: `${nameOf(request)}: promotion of ${what} from ${source} to ${target} done.${same}`,
          who: job.createdBy,
        });
        await complete(trx);
      });
    }, signal);
  }

  async function rollBack({ job, payload: request, complete, signal }: JobContext<RollbackRequest>): Promise<void> {
    const { kind, key, area, entry, note } = request;
    const to = await entryOf(database, kind, key, area, entry).catch((error: unknown) => {
      if (error instanceof ApiError) throw new JobRefused(error.message);
      throw error;
    });
    await untilUndisturbed(async () => {
      const from = (await findRef(database.read, area, kind, key))?.snapshotId ?? null;
      await database.transaction(async (trx) => {
        if (!(await takeBack(trx, to))) throw new JobRefused(contentGone(entry));
        const said = note === undefined ? `to entry ${entry}` : `to entry ${entry}: ${note}`;
        await moveRef(trx, { area, kind, key, from, to, who: job.createdBy, reason: 'rollback', note: said });
        const same = to === from ? ' It had this content already.' : '';
        const message = `${nameOf(request)}: ${area} is rolled back to entry ${entry}.${same}`;
        await write(trx, { status: 'INFO', context: 'promotion', message, who: job.createdBy });
        await complete(trx);
      });
    }, signal);
  }

  return { [PROMOTE]: run, [ROLLBACK]: rollBack };
}
