/**
 * Refs: an area is a table of refs, and content changes only by moving one, in one transaction that also writes the
 * history. A reader sees the old snapshot or the new one.
 *
 *   Ref, Move
 *   findRef, listRefs
 *   moveRef           sets, replaces or (to: null) removes a ref
 */
import type { Kysely, Transaction } from 'kysely';
import type { Area } from '../../contract/index.ts';
import { bumpGeneration } from '../globalConfigs/areaGeneration.ts';
import type { Tables } from '../schema.ts';

export type RefKind = 'dis' | 'static';

export interface Ref {
  area: Area;
  kind: RefKind;
  /** disId, or a static pack's file name */
  key: string;
  snapshotId: string;
  /** epoch milliseconds: when the ref moved */
  movedAt: number;
  /** epoch milliseconds: when the content was last delivered or edited */
  modifiedAt: number;
}

export type MoveReason = 'upload' | 'promote' | 'promoteMetadata' | 'copy' | 'rename' | 'delete' | 'edit' | 'rollback';

export interface Move {
  area: Area;
  kind: RefKind;
  key: string;
  /** null removes the ref */
  to: string | null;
  who: string;
  reason: MoveReason;
  note?: string;
  /** absent: now */
  modifiedAt?: number;
}

type Reader = Kysely<Tables> | Transaction<Tables>;

export async function findRef(db: Reader, area: Area, kind: RefKind, key: string): Promise<Ref | undefined> {
  const row = await db
    .selectFrom('refs')
    .selectAll()
    .where('area', '=', area)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return row as Ref | undefined;
}

/** sorted by key, in byte order */
export async function listRefs(db: Reader, area: Area, kind: RefKind): Promise<Ref[]> {
  const rows = await db.selectFrom('refs').selectAll().where('area', '=', area).where('kind', '=', kind).execute();
  return (rows as Ref[]).sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** @returns when it moved, epoch milliseconds */
export async function moveRef(trx: Transaction<Tables>, move: Move, now = Date.now()): Promise<number> {
  const { area, kind, key, to } = move;
  const before = await findRef(trx, area, kind, key);
  if (to === null) {
    await trx.deleteFrom('refs').where('area', '=', area).where('kind', '=', kind).where('key', '=', key).execute();
  } else {
    const values = { snapshotId: to, movedAt: now, modifiedAt: move.modifiedAt ?? now };
    await trx
      .insertInto('refs')
      .values({ area, kind, key, ...values })
      .onConflict((conflict) => conflict.columns(['area', 'kind', 'key']).doUpdateSet(values))
      .execute();
  }
  await trx
    .insertInto('refHistory')
    .values({
      area,
      kind,
      key,
      fromSnapshot: before?.snapshotId ?? null,
      toSnapshot: to,
      movedAt: now,
      who: move.who,
      reason: move.reason,
      note: move.note ?? null,
    })
    .execute();
  await bumpGeneration(trx, area);
  return now;
}
