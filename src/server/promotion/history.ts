/**
 * The history of a set or static pack: every move of its refs, and the way back to an earlier one.
 *
 *   historyOf
 *   entryOf          one entry with a state to go back to; @throws ApiError 404, 409 when its content is collected
 *   contentGone      that, as a sentence
 *   unknownContent, unknownEntry
 *   ownsSnapshot     did this key ever have that state, and is it still kept?
 */
import { AREA_NAMES, AREAS, type Area, type HistoryEntry } from '../../contract/index.ts';
import type { RefKind } from '../catalogue/refs.ts';
import { type ApiError, conflict, notFound } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';

export const unknownContent = (key: string): ApiError => notFound('unknown-content', `There is no ${key}.`);

export const unknownEntry = (key: string, area: Area, entry: number): ApiError =>
  notFound('unknown-entry', `The history of ${key} in ${AREA_NAMES[area]} has no entry ${entry}.`);

export async function historyOf(database: Database, kind: RefKind, key: string): Promise<HistoryEntry[]> {
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

export const contentGone = (entry: number): string =>
  `The content of entry ${entry} is no longer kept: it was removed after the time that history is kept. Deliver its packs again.`;

/** @returns the snapshot that the entry moved the area's ref to, and how old that content was (epoch milliseconds) */
export async function entryOf(
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
  if (row.toSnapshot === null)
    throw notFound('nothing-there', `After entry ${entry} ${AREA_NAMES[area]} had no ${key}.`);
  if (row.stored === null) throw conflict('content-gone', contentGone(entry));
  return { snapshot: row.toSnapshot, modifiedAt: Number(row.modifiedAt ?? row.movedAt) };
}

export async function ownsSnapshot(
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
