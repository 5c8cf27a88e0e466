/** The calls of the start page. */

import type { homeRoutes } from '../../contract/home.ts';
import type { Area, HomeSets } from '../../contract/index.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Caller, Handlers } from '../handlers.ts';
import type { Database } from '../schema.ts';
import { countedList, listFailedJobs, listOwnPacks, listRefusedPacks, MAX_COUNTED, readFirstSteps } from './lists.ts';
import { openWaitingSets } from './waiting.ts';

interface HomeStores {
  readonly database: Database;
  readonly catalogue: Catalogue;
  /** bytes that can still be written */
  readonly freeSpace: () => Promise<number>;
  /** bytes that uploads leave free */
  readonly reserveBytes: number;
}

/** pictures in one row of a wide window */
const SETS_SHOWN = 8;

async function listChangedSets(
  { database, catalogue }: HomeStores,
  area: Area,
  { username, can }: Caller,
): Promise<HomeSets> {
  const user = await database.read
    .selectFrom('users')
    .select('previousVisitAt')
    .where('username', '=', username)
    .executeTakeFirst();
  const since = user?.previousVisitAt ?? null;
  const [rows, hidden] = await Promise.all([
    database.background
      .selectFrom('refs')
      .leftJoin('thumbnails', (join) =>
        join.onRef('thumbnails.area', '=', 'refs.area').onRef('thumbnails.disId', '=', 'refs.key'),
      )
      .select(['key', 'movedAt', 'model', 'versions', 'sha256', 'reason'])
      .where('refs.area', '=', area)
      .where('kind', '=', 'dis')
      .where('movedAt', '>', Number(since ?? 0))
      .orderBy('movedAt', 'desc')
      .limit(MAX_COUNTED + 1)
      .execute(),
    catalogue.hidden(area).then((one) => one.sets()),
  ]);
  const seen = rows.filter(({ key }) => can.admin || !hidden.has(key));
  const sets = seen.map(({ key, movedAt, model, versions, sha256, reason }) => ({
    disId: key,
    at: new Date(Number(movedAt)).toISOString(),
    model: model ?? '',
    versions: versions ?? 0,
    thumbnail: sha256,
    reason,
  }));
  return {
    area,
    since: since === null ? null : new Date(Number(since)).toISOString(),
    sets: countedList(sets, SETS_SHOWN),
  };
}

export function homeHandlers(stores: HomeStores): Handlers<typeof homeRoutes> {
  const { database, catalogue, freeSpace, reserveBytes } = stores;
  const waiting = openWaitingSets(database, catalogue);
  return {
    homeTrouble: async () => {
      const [failedJobs, refusedPacks, free] = await Promise.all([
        listFailedJobs(database),
        listRefusedPacks(database),
        freeSpace(),
      ]);
      const disk = Number.isFinite(free) ? { free, reserve: reserveBytes } : null;
      return { failedJobs, refusedPacks, disk };
    },
    homePacks: ({ caller }) => listOwnPacks(database, caller.username),
    homePromotion: ({ caller }) => waiting(caller.can),
    homeSets: ({ mount, caller }) => listChangedSets(stores, mount.area, caller),
    firstSteps: () => readFirstSteps(database),
  };
}
