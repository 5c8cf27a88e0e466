/**
 * Refs: an area is a table of refs, and its content changes only when a ref moves, in one transaction that also writes the
 * history. Readers see the old snapshot or the new one. Every move names the snapshot that it starts from, so it never
 * undoes a move that its caller has not seen.
 *
 *   Ref, Move
 *   findRef, listRefs
 *   moveRef             sets (from: null), replaces or removes (to: null) a ref; @throws RefMoved
 *   holdRef             keeps a ref from moving until the transaction ends; @throws RefMoved
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import { bumpGeneration } from '../globalConfigs/areaGeneration.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { isPostgres } from '../platform/database/dialect.ts';
import type { Database, Tables } from '../schema.ts';

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
  /** the snapshot that the ref points to, as it was read; null: there is no such ref */
  from: string | null;
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

/** All refs of an area, sorted by key in byte order. There may be very many, so never in a transaction. */
export async function listRefs(database: Database, area: Area, kind: RefKind): Promise<Ref[]> {
  const rows = await database.background
    .selectFrom('refs')
    .selectAll()
    .where('area', '=', area)
    .where('kind', '=', kind)
    .execute();
  return (rows as Ref[]).sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Another caller moved the ref after it was read. */
export class RefMoved extends Error {}

const refMovedError = ({ area, key }: Pick<Move, 'area' | 'key'>) =>
  new RefMoved(`${key} in ${AREA_NAMES[area]} was changed by somebody else in the meantime`);

/**
 * The one statement that moves a ref.
 * @returns when it moved and when its content was delivered, by the database's clock, which may go on within the statement;
 *   undefined if the ref is not at `from`
 */
async function compareAndSet(
  trx: Transaction<Tables>,
  move: Move,
): Promise<{ movedAt: number; modifiedAt: number | null } | undefined> {
  const { area, kind, key, from, to } = move;
  const now = databaseNow(trx);
  const values = { snapshotId: to ?? '', movedAt: now, modifiedAt: move.modifiedAt ?? now };
  if (from === null) {
    return trx
      .insertInto('refs')
      .values({ area, kind, key, ...values })
      .onConflict((conflict) => conflict.columns(['area', 'kind', 'key']).doNothing())
      .returning(['movedAt', 'modifiedAt'])
      .executeTakeFirst();
  }
  if (to === null) {
    return trx
      .deleteFrom('refs')
      .where('area', '=', area)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('snapshotId', '=', from)
      .returning([now.as('movedAt'), sql<null>`null`.as('modifiedAt')])
      .executeTakeFirst();
  }
  return trx
    .updateTable('refs')
    .set(values)
    .where('area', '=', area)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('snapshotId', '=', from)
    .returning(['movedAt', 'modifiedAt'])
    .executeTakeFirst();
}

/**
 * Moves a ref from the snapshot that it was read at. The statement that writes also compares: of several callers that read
 * the same state, one wins, on any database and from any number of processes.
 *
 * @throws RefMoved if the ref no longer points to `from`; the transaction must not continue
 */
export async function moveRef(trx: Transaction<Tables>, move: Move): Promise<void> {
  const { area, kind, key, from, to } = move;
  if (from === null && to === null) throw new Error(`the move of ${key} in ${area} has neither a source nor a target`);
  const moved = await compareAndSet(trx, move);
  if (!moved) throw refMovedError(move);
  const { movedAt, modifiedAt } = moved;
  await trx
    .insertInto('refHistory')
    .values({
      area,
      kind,
      key,
      fromSnapshot: from,
      toSnapshot: to,
      movedAt,
      who: move.who,
      reason: move.reason,
      note: move.note ?? null,
      modifiedAt,
    })
    .execute();
  if (move.reason === 'promote') await notePromotion(trx, { area, kind, key, promotedAt: movedAt });
  await bumpGeneration(trx, area);
}

/** Stores the date that status lists show. The move itself serializes the promotions of a ref. */
async function notePromotion(trx: Transaction<Tables>, row: Tables['promotions']): Promise<void> {
  await trx
    .insertInto('promotions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['area', 'kind', 'key']).doUpdateSet({ promotedAt: row.promotedAt }))
    .execute();
}

/**
 * Keeps a ref from moving until the transaction ends.
 * @throws RefMoved if it moved since it was read
 */
export async function holdRef(
  trx: Transaction<Tables>,
  { area, kind, key, snapshotId }: Pick<Ref, 'area' | 'kind' | 'key' | 'snapshotId'>,
): Promise<void> {
  const query = trx
    .selectFrom('refs')
    .select('key')
    .where('area', '=', area)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('snapshotId', '=', snapshotId);
  const row = await (isPostgres(trx) ? query.forShare() : query).executeTakeFirst();
  if (!row) throw refMovedError({ area, key });
}
