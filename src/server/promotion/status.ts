/**
 * What the status and promotion screens show of every set and static pack: dates, how the content of the areas compares,
 * and what is under way. Read from the refs and what is kept beside them, never from the history, which only grows.
 *
 *   setStatuses, staticStatuses
 */
import { AREAS, type Area } from '../../contract/index.ts';
import type { SetStatus, StaticPackStatus } from '../../contract/promotion.ts';
import { type AreaContent, contentStates } from '../../engine/contentState.ts';
import type { Permissions } from '../../engine/permissions.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { RefKind } from '../catalogue/refs.ts';
import { currentUploads, type UploadRow } from '../delivery/packs.ts';
import type { Database } from '../schema.ts';
import { PROMOTE, type Request, ROLLBACK, type RollbackRequest } from './promotion.ts';

type Contents = { [A in Area]?: AreaContent };
type Shared = Pick<SetStatus, 'lastPreprodPromoteDate' | 'lastProdPromoteDate' | 'content' | 'pendingAreas'>;

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
async function pendingAreas(database: Database, kind: RefKind): Promise<(key: string) => { pendingAreas?: Area[] }> {
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
    return mine ? { pendingAreas: AREAS.filter((area) => mine.includes(area)) } : {};
  };
}

/** What rows of both lists have in common. */
async function sharedBy(database: Database, kind: RefKind) {
  const [contents, dateOf, underWayOf] = await Promise.all([
    contentsOf(database, kind),
    promotionDates(database, kind),
    pendingAreas(database, kind),
  ]);
  const rowOf = (key: string): Shared => ({
    lastPreprodPromoteDate: dateOf('preprod', key),
    lastProdPromoteDate: dateOf('prod', key),
    content: contentStates(contents.get(key) ?? {}),
    ...underWayOf(key),
  });
  return { contents, rowOf };
}

const instantOf = (time: number): string => new Date(Number(time)).toISOString();

/** Of the first area that has it, epoch milliseconds. */
const modifiedAtOf = (areas: Contents | undefined): number | undefined =>
  AREAS.map((area) => areas?.[area]?.modifiedAt).find((at) => at !== undefined);

/** Also of sets that Embargo has no longer: what is in Prod must be seen. The first area that has one tells its date. */
export async function setStatuses(
  database: Database,
  catalogue: Pick<Catalogue, 'hidden'>,
  can: Permissions,
): Promise<SetStatus[]> {
  const [{ contents, rowOf }, hidden] = await Promise.all([
    sharedBy(database, 'dis'),
    Promise.all(AREAS.map(async (area) => [area, await (await catalogue.hidden(area)).sets()] as const)),
  ]);
  const hiddenIn = (disId: string) =>
    hidden.flatMap(([area, sets]) => {
      const found = sets.get(disId);
      return found ? [{ area, reason: found.reason, from: found.from ?? null }] : [];
    });
  /** Somewhere it is shown: then it exists for everybody. */
  const isShown = (disId: string, areas: Contents) => hiddenIn(disId).length < Object.keys(areas).length;
  return [...contents]
    .filter(([disId, areas]) => can.admin || isShown(disId, areas))
    .map(([disId, areas]) => {
      const told = can.admin ? hiddenIn(disId) : [];
      return {
        disId,
        lastModifiedDate: instantOf(modifiedAtOf(areas) ?? 0),
        ...rowOf(disId),
        ...(told.length > 0 && { hidden: told }),
      };
    })
    .sort((a, b) => (a.disId < b.disId ? -1 : 1));
}

/** @param uploads of one name: the live one, and the newest where that is another */
function uploadState(
  uploads: readonly UploadRow[],
  areas: Contents | undefined,
): Pick<StaticPackStatus, 'status' | 'lastModifiedDate' | 'newerUpload'> {
  const live = uploads.find(({ state }) => state === 'live');
  const newer = uploads.find(({ state }) => state !== 'live');
  const modifiedAt = modifiedAtOf(areas);
  const newerUpload = newer && {
    status: newer.state === 'refused' ? ('REFUSED' as const) : ('READING' as const),
    uploadedAt: instantOf(newer.uploadedAt),
  };
  if (newerUpload && !live && modifiedAt === undefined) {
    return { status: newerUpload.status, lastModifiedDate: newerUpload.uploadedAt };
  }
  return {
    status: modifiedAt === undefined ? 'UNUSED' : 'LIVE',
    lastModifiedDate: instantOf(live?.uploadedAt ?? modifiedAt ?? 0),
    ...(newerUpload && { newerUpload }),
  };
}

export async function staticStatuses(database: Database): Promise<StaticPackStatus[]> {
  const { contents, rowOf } = await sharedBy(database, 'static');
  const uploads = new Map<string, UploadRow[]>([...contents.keys()].map((fileName) => [fileName, []]));
  for await (const rows of currentUploads(database, { kind: 'static' })) {
    for (const row of rows) uploads.set(row.fileName, [...(uploads.get(row.fileName) ?? []), row]);
  }
  return [...uploads]
    .map(([fileName, rows]) => ({
      fileName,
      ...uploadState(rows, contents.get(fileName)),
      ...rowOf(fileName),
    }))
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}
