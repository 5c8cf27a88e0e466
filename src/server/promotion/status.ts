/**
 * The rows of the status and promotion screens for every set and static pack: dates, how the content of the areas compares,
 * and pending promotions. They are read from the refs and the table of promotion dates, never from the history, which grows.
 *
 *   listSetStatuses, listStaticStatuses
 *   readContents, readPendingAreas
 */

import type { SetStatus, StaticPackStatus } from '../../contract/contentStatus.ts';
import { AREAS, type Area } from '../../contract/index.ts';
import { type AreaContent, contentStates } from '../../engine/contentState.ts';
import type { Permissions } from '../../engine/permissions.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { RefKind } from '../catalogue/refs.ts';
import { currentUploads, type UploadRow } from '../delivery/packs.ts';
import type { Database } from '../schema.ts';
import { type BulkPayload, PROMOTE_MANY } from './bulkRequests.ts';
import { PROMOTE, type PromotionRequest, ROLLBACK, type RollbackRequest } from './requests.ts';

type Contents = { [A in Area]?: AreaContent };
type CommonFields = Pick<SetStatus, 'lastPreprodPromoteDate' | 'lastProdPromoteDate' | 'content' | 'pendingAreas'>;

/** The content of each area, by key. */
export async function readContents(database: Database, kind: RefKind): Promise<Map<string, Contents>> {
  const rows = await database.background
    .selectFrom('refs')
    .innerJoin('snapshots', 'snapshots.id', 'refs.snapshotId')
    .select(['area', 'key', 'modifiedAt', 'metaHash', 'pictureHash'])
    .where('refs.kind', '=', kind)
    .where('area', 'in', AREAS)
    .execute();
  const contents = new Map<string, Contents>();
  for (const { area, key, modifiedAt, metaHash, pictureHash } of rows) {
    const areas = contents.get(key) ?? {};
    areas[area as Area] = {
      // A static pack has no meta files and is compared as a whole.
      metaHash: kind === 'dis' ? metaHash : pictureHash,
      pictureHash,
      modifiedAt: Number(modifiedAt),
    };
    contents.set(key, areas);
  }
  return contents;
}

/** @returns the time of the last promotion of a key to an area */
async function readPromotionDates(
  database: Database,
  kind: RefKind,
): Promise<(area: Area, key: string) => string | null> {
  const rows = await database.background
    .selectFrom('promotions')
    .select(['area', 'key', 'promotedAt'])
    .where('kind', '=', kind)
    .where('area', 'in', AREAS)
    .execute();
  const at = new Map(rows.map((row) => [`${row.area} ${row.key}`, new Date(Number(row.promotedAt)).toISOString()]));
  return (area, key) => at.get(`${area} ${key}`) ?? null;
}

/** @returns the areas that queued and running promotions and roll backs of a key will change */
export async function readPendingAreas(
  database: Database,
  kind: RefKind,
): Promise<(key: string) => { pendingAreas?: Area[] }> {
  const underWay = database.background.selectFrom('jobs').where('jobs.state', 'in', ['CREATED', 'STARTED']);
  const [single, many] = await Promise.all([
    underWay.select('payload').where('name', 'in', [PROMOTE, ROLLBACK]).execute(),
    underWay
      .innerJoin('jobItems', 'jobItems.jobId', 'jobs.id')
      .select(['payload', 'jobItems.subject'])
      .where('name', '=', PROMOTE_MANY)
      .where('jobItems.state', '=', 'waiting')
      .execute(),
  ]);
  const requests = [
    ...single.map(({ payload }) => JSON.parse(payload) as PromotionRequest | RollbackRequest),
    ...many.map(({ payload, subject }) => ({ ...(JSON.parse(payload) as BulkPayload), key: subject })),
  ];
  const byKey = Map.groupBy(
    requests.filter((request) => request.kind === kind),
    ({ key }) => key,
  );
  return (key) => {
    const areas = byKey.get(key)?.map((request) => ('target' in request ? request.target : request.area));
    return areas ? { pendingAreas: AREAS.filter((area) => areas.includes(area)) } : {};
  };
}

/** @returns the contents by key, and the fields that the rows of both lists have */
async function readCommon(database: Database, kind: RefKind) {
  const [contents, dateOf, pendingAreasOf] = await Promise.all([
    readContents(database, kind),
    readPromotionDates(database, kind),
    readPendingAreas(database, kind),
  ]);
  const commonFieldsOf = (key: string): CommonFields => ({
    lastPreprodPromoteDate: dateOf('preprod', key),
    lastProdPromoteDate: dateOf('prod', key),
    content: contentStates(contents.get(key) ?? {}),
    ...pendingAreasOf(key),
  });
  return { contents, commonFieldsOf };
}

const instantOf = (time: number): string => new Date(Number(time)).toISOString();

/** The date of the content in the first area that has it, in epoch milliseconds. */
const modifiedAtOf = (areas: Contents | undefined): number | undefined =>
  AREAS.map((area) => areas?.[area]?.modifiedAt).find((at) => at !== undefined);

/** Includes sets that are no longer in Embargo, so that users see what Prod has. */
export async function listSetStatuses(
  database: Database,
  catalogue: Pick<Catalogue, 'hidden'>,
  can: Permissions,
): Promise<SetStatus[]> {
  const [{ contents, commonFieldsOf }, hidden] = await Promise.all([
    readCommon(database, 'dis'),
    Promise.all(AREAS.map(async (area) => [area, await (await catalogue.hidden(area)).sets()] as const)),
  ]);
  const hiddenIn = (disId: string) =>
    hidden.flatMap(([area, sets]) => {
      const found = sets.get(disId);
      return found ? [{ area, reason: found.reason, from: found.from ?? null }] : [];
    });
  /** A set exists for every user as soon as one area shows it. */
  const isShown = (disId: string, areas: Contents) => hiddenIn(disId).length < Object.keys(areas).length;
  return [...contents]
    .filter(([disId, areas]) => can.admin || isShown(disId, areas))
    .map(([disId, areas]) => {
      const hiddenAreas = can.admin ? hiddenIn(disId) : [];
      return {
        disId,
        lastModifiedDate: instantOf(modifiedAtOf(areas) ?? 0),
        ...commonFieldsOf(disId),
        ...(hiddenAreas.length > 0 && { hidden: hiddenAreas }),
      };
    })
    .sort((a, b) => (a.disId < b.disId ? -1 : 1));
}

/** @param uploads of one file name: the live one, and the newest one if that is not live */
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

export async function listStaticStatuses(database: Database): Promise<StaticPackStatus[]> {
  const { contents, commonFieldsOf } = await readCommon(database, 'static');
  const uploads = new Map<string, UploadRow[]>([...contents.keys()].map((fileName) => [fileName, []]));
  for await (const rows of currentUploads(database, { kind: 'static' })) {
    for (const row of rows) uploads.set(row.fileName, [...(uploads.get(row.fileName) ?? []), row]);
  }
  return [...uploads]
    .map(([fileName, rows]) => ({
      fileName,
      ...uploadState(rows, contents.get(fileName)),
      ...commonFieldsOf(fileName),
    }))
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}
