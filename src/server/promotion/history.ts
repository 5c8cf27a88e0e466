/**
 * The history of a set or static pack: every move of its refs in every area.
 *
 *   listHistory
 *   findRestorableEntry    an entry that its area can be rolled back to; @throws ApiError 404, 409 if its content was
 * deleted
 *   hadSnapshot            whether a set or static pack ever had a snapshot that is still stored
 *   unknownContent, unknownEntry, contentDeleted    errors and their texts
 */
import { AREA_NAMES, AREAS, type Area, type HistoryEntry } from '../../contract/index.ts';
import type { RefKind } from '../catalogue/refs.ts';
import type { SnapshotContent } from '../catalogue/snapshots.ts';
import { type ApiError, conflict, notFound } from '../platform/http/errors.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { Database } from '../schema.ts';

export const unknownContent = (key: string): ApiError => notFound('unknown-content', `There is no ${key}.`);

export const unknownEntry = (key: string, area: Area, entry: number): ApiError =>
  notFound('unknown-entry', `The history of ${key} in ${AREA_NAMES[area]} has no entry ${entry}.`);

/** ids per statement, because databases limit the number of parameters */
const IDS_PER_STATEMENT = 200;
type PackParts = ReadonlyMap<string, string>;

/** @returns what each snapshot that is still stored has of each pack */
async function readPackParts(database: Database, ids: readonly string[]): Promise<Map<string, PackParts>> {
  const parts = new Map<string, PackParts>();
  for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT) {
    const rows = await database.background
      .selectFrom('snapshots')
      .select(['id', 'content'])
      .where('id', 'in', ids.slice(at, at + IDS_PER_STATEMENT))
      .execute();
    await eachInTurns(rows, ({ id, content }) => {
      const packs = Map.groupBy((JSON.parse(content) as SnapshotContent).parts, ({ pack }) => pack);
      parts.set(id, new Map([...packs].map(([pack, of]) => [pack, of.map(({ manifest }) => manifest).join()])));
    });
  }
  return parts;
}

/** @param before undefined: no longer stored */
function packChanges(before: PackParts | undefined, after: PackParts | undefined): HistoryEntry['packs'] {
  if (!before || !after) return null;
  return {
    added: [...after.keys()].filter((pack) => !before.has(pack)),
    replaced: [...after].filter(([pack, of]) => (before.get(pack) ?? of) !== of).map(([pack]) => pack),
    removed: [...before.keys()].filter((pack) => !after.has(pack)),
  };
}
const NO_PACKS: PackParts = new Map();

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
  const ids = new Set(rows.flatMap(({ fromSnapshot, toSnapshot }) => [fromSnapshot, toSnapshot]));
  const parts = await readPackParts(
    database,
    [...ids].filter((id) => id !== null),
  );
  const partsOf = (id: string | null) => (id === null ? NO_PACKS : parts.get(id));
  return rows.map((row) => ({
    packs: packChanges(partsOf(row.fromSnapshot), partsOf(row.toSnapshot)),
    comparable: row.stored !== null && partsOf(row.fromSnapshot) !== undefined,
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
): Promise<{ snapshot: string; before: string | null; modifiedAt: number }> {
  const row = await database.read
    .selectFrom('refHistory')
    .leftJoin('snapshots', 'snapshots.id', 'refHistory.toSnapshot')
    .select(['toSnapshot', 'fromSnapshot', 'movedAt', 'modifiedAt', 'snapshots.id as stored'])
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
  return { snapshot: row.toSnapshot, before: row.fromSnapshot, modifiedAt: Number(row.modifiedAt ?? row.movedAt) };
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
