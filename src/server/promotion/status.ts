/**
 * What the status and promotion screens show of every set and static pack: dates, how the content of the areas compares,
 * and what is under way. Read from the refs and what is kept beside them, never from the history, which only grows.
 *
 *   setStatuses, staticStatuses
 */
import { AREAS, type Area } from '../../contract/index.ts';
import type { SetStatus, StaticPackStatus } from '../../contract/promotion.ts';
import { type AreaContent, contentStates } from '../../engine/contentState.ts';
import type { RefKind } from '../catalogue/refs.ts';
import type { Database } from '../platform/database/database.ts';
import { PROMOTE, type Request, ROLLBACK, type RollbackRequest } from './promotion.ts';

type Contents = { [A in Area]?: AreaContent };
type Shared = Pick<SetStatus, 'lastPreprodPromoteDate' | 'lastProdPromoteDate' | 'content' | 'underWay'>;

/** What each area shows of every key. */
async function contentsOf(database: Database, kind: RefKind): Promise<Map<string, Contents>> {
  const rows = await database.background
    .selectFrom('refs')
    .innerJoin('snapshots', 'snapshots.id', 'refs.snapshotId')
    .select(['area', 'key', 'modifiedAt', 'metaHash', 'pictureHash'])
    .where('refs.kind', '=', kind)
    .where('area', 'in', AREAS)
    .execute();
  const contents = new Map<string, Contents>();
  for (const { area, key, modifiedAt, metaHash, pictureHash } of rows) {
    const known = contents.get(key) ?? {};
    known[area as Area] = {
      // A static pack has no meta: it is older as a whole.
      metaHash: kind === 'dis' ? metaHash : pictureHash,
      pictureHash,
      modifiedAt: Number(modifiedAt),
    };
    contents.set(key, known);
  }
  return contents;
}

/** The last promotion of every key. */
async function promotionDates(database: Database, kind: RefKind): Promise<(area: Area, key: string) => string | null> {
  const rows = await database.background
    .selectFrom('promotions')
    .select(['area', 'key', 'promotedAt'])
    .where('kind', '=', kind)
    .where('area', 'in', AREAS)
    .execute();
  const at = new Map(rows.map((row) => [`${row.area} ${row.key}`, new Date(Number(row.promotedAt)).toISOString()]));
  return (area, key) => at.get(`${area} ${key}`) ?? null;
}

/** Which areas a promotion or roll back of each key is about to change. */
async function underWay(database: Database, kind: RefKind): Promise<(key: string) => { underWay?: Area[] }> {
  const rows = await database.background
    .selectFrom('jobs')
    .select('payload')
    .where('state', 'in', ['CREATED', 'STARTED'])
    .where('name', 'in', [PROMOTE, ROLLBACK])
    .execute();
  const asked = rows.map(({ payload }) => JSON.parse(payload) as Request | RollbackRequest);
  const areas = Map.groupBy(
    asked.filter((one) => one.kind === kind),
    (one) => one.key,
  );
  return (key) => {
    const mine = areas.get(key)?.map((one) => ('target' in one ? one.target : one.area));
    return mine ? { underWay: AREAS.filter((area) => mine.includes(area)) } : {};
  };
}

/** What rows of both lists have in common. */
async function sharedBy(database: Database, kind: RefKind) {
  const [contents, dateOf, underWayOf] = await Promise.all([
    contentsOf(database, kind),
    promotionDates(database, kind),
    underWay(database, kind),
  ]);
  const rowOf = (key: string): Shared => ({
    lastPreprodPromoteDate: dateOf('preprod', key),
    lastProdPromoteDate: dateOf('prod', key),
    content: contentStates(contents.get(key) ?? {}),
    ...underWayOf(key),
  });
  return { contents, rowOf };
}

/** Also of sets that Embargo has no longer: what is in Prod must be seen. The first area that has one tells its date. */
export async function setStatuses(database: Database): Promise<SetStatus[]> {
  const { contents, rowOf } = await sharedBy(database, 'dis');
  return [...contents]
    .map(([disId, areas]) => {
      const modifiedAt = AREAS.map((area) => areas[area]?.modifiedAt).find((at) => at !== undefined) ?? 0;
      return { disId, lastModifiedDate: new Date(modifiedAt).toISOString(), ...rowOf(disId) };
    })
    .sort((a, b) => (a.disId < b.disId ? -1 : 1));
}

const STATUS = { received: 'READING', reading: 'READING', live: 'LIVE', refused: 'REFUSED', replaced: 'LIVE' } as const;

export async function staticStatuses(database: Database): Promise<StaticPackStatus[]> {
  const { rowOf } = await sharedBy(database, 'static');
  const rows = await database.background
    .selectFrom('packs')
    .select(['fileName', 'state', 'uploadedAt'])
    .where('kind', '=', 'static')
    .where('state', '!=', 'replaced')
    .orderBy('number')
    .execute();
  const latest = new Map(rows.map((row) => [row.fileName, row]));
  return [...latest.values()]
    .map((row) => ({
      fileName: row.fileName,
      status: STATUS[row.state],
      lastModifiedDate: new Date(row.uploadedAt).toISOString(),
      ...rowOf(row.fileName),
    }))
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}
