/**
 * The history of a set or static pack: every move of its refs in every area.
 *
 *   listHistory
 *   findRestorableEntry    an entry that its area can be rolled back to; @throws ApiError 404, 409 when its content was deleted
 *   hadSnapshot            whether a set or static pack ever had a snapshot that is still stored
 *   unknownContent, unknownEntry, contentDeleted    errors and their texts
 */
import { AREA_NAMES, AREAS, type Area, type HistoryEntry } from '../../contract/index.ts';
import type { RefKind } from '../catalogue/refs.ts';
import { type ApiError, conflict, notFound } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';

export const unknownContent = (key: string): ApiError => notFound('unknown-content', `There is no ${key}.`);

export const unknownEntry = (key: string, area: Area, entry: number): ApiError =>
  notFound('unknown-entry', `The history of ${key} in ${AREA_NAMES[area]} has no entry ${entry}.`);

export async function listHistory(database: Database, kind: RefKind, key: string): Promise<HistoryEntry[]> {
  const [rows, refs] = await Promise.all([
    database.background
      .selectFrom('refHistory')
      .leftJoin('snapshots', 'snapshots.id', 'refHistory.toSnapshot')
      .selectAll('refHistory')
      .select('snapshots.id as stored')
      .where('refHistory.kind', '=', kind)
      .where('key', '=', key)
      .orderBy('refHistory.id', 'desc')
      .execute(),
    database.read
      .selectFrom('refs')
      .select(['area', 'snapshotId'])
      .where('area', 'in', AREAS)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .execute(),
  ]);
  if (rows.length === 0) throw unknownContent(key);
  const now = new Map(refs.map((ref) => [ref.area, ref.snapshotId]));
  return rows.map((row) => ({
    id: Number(row.id),
    area: row.area as Area,
    movedAt: new Date(Number(row.movedAt)).toISOString(),
    who: row.who,
    reason: row.reason,
    note: row.note,
    snapshot: row.toSnapshot,
    restorable: row.stored !== null,
    current: row.toSnapshot !== null && now.get(row.area) === row.toSnapshot,
  }));
}

export const contentDeleted = (entry: number): string =>
  `The content of entry ${entry} was deleted by the clean-up, as it was older than the history that the server keeps. Deliver its packs again.`;

/** @returns the snapshot that the entry moved the area's ref to, and the date of that content (epoch milliseconds) */
export async function findRestorableEntry(
  database: Database,
  kind: RefKind,
  key: string,
  area: Area,
  entry: number,
): Promise<{ snapshot: string; modifiedAt: number }> {
  const row = await database.read
    .selectFrom('refHistory')
    .leftJoin('snapshots', 'snapshots.id', 'refHistory.toSnapshot')
    .select(['toSnapshot', 'movedAt', 'modifiedAt', 'snapshots.id as stored'])
    .where('refHistory.id', '=', entry)
    .where('refHistory.kind', '=', kind)
    .where('key', '=', key)
    .where('area', '=', area)
    .executeTakeFirst();
  if (!row) throw unknownEntry(key, area, entry);
  if (row.toSnapshot === null) {
    throw notFound('nothing-there', `After entry ${entry} ${AREA_NAMES[area]} had no ${key}.`);
  }
  if (row.stored === null) throw conflict('content-gone', contentDeleted(entry));
  return { snapshot: row.toSnapshot, modifiedAt: Number(row.modifiedAt ?? row.movedAt) };
}

export async function hadSnapshot(
  database: Database,
  kind: RefKind,
  key: string,
  snapshotId: string,
): Promise<boolean> {
  const row = await database.read
    .selectFrom('refHistory')
    .innerJoin('snapshots', 'snapshots.id', 'refHistory.toSnapshot')
    .select('refHistory.id')
    .where('refHistory.kind', '=', kind)
    .where('key', '=', key)
    .where('toSnapshot', '=', snapshotId)
    .executeTakeFirst();
  return row !== undefined;
}
