/** The calls of the asset profile screen. */
import type { AssetProfileFile, assetProfileRoutes } from '../../contract/assetProfiles.ts';
import { packVisibilityOf, WITHHELD } from '../access/packVisibility.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type Handlers, setJobLocation } from '../handlers.ts';
import type { Database } from '../schema.ts';
import { REPROCESS, requestReprocess } from './jobs.ts';
import { listProfiles, type ProfileStores } from './profiles.ts';

/** @returns the last reprocess of each set */
async function readLastJobs(database: Database): Promise<Map<string, AssetProfileFile['reprocess']>> {
  const rows = await database.background
    .selectFrom('jobs')
    .select(['subject', 'state', 'progress', 'failure'])
    .where('number', 'in', (e) =>
      e
        .selectFrom('jobs as same')
        .select((of) => of.fn.max('same.number').as('number'))
        .where('same.name', '=', REPROCESS)
        .groupBy('same.subject'),
    )
    .execute();
  return new Map(
    rows.map(({ subject, state, progress, failure }) => [subject ?? '', { jobStatus: state, progress, failure }]),
  );
}

export const assetProfileHandlers = (
  stores: ProfileStores & { catalogue: Catalogue },
): Handlers<typeof assetProfileRoutes> => ({
  reprocessList: async ({ caller }) => {
    const [files, jobs] = await Promise.all([listProfiles(stores), readLastJobs(stores.database)]);
    const sees = await packVisibilityOf(
      stores.database,
      caller,
      [],
      files.flatMap(({ pack }) => pack ?? []),
    );
    const seen = stores.catalogue.seenBy(caller.can);
    const known = await Promise.all(files.map(({ disId }) => seen.knows(disId)));
    const shown = files.filter((_, i) => known[i]);
    return shown.map(({ pack, ...file }) => {
      const reprocess = jobs.get(file.disId) ?? null;
      // A global configuration does not come from a pack.
      if (!pack || sees(pack)) return { ...file, reprocess };
      // The failure may name pictures of the pack.
      const failure = reprocess?.failure === null ? null : WITHHELD;
      return { ...file, content: '', withheld: WITHHELD, reprocess: reprocess && { ...reprocess, failure } };
    });
  },
  reprocess: async ({ params, caller, reply }) => {
    setJobLocation(reply, await requestReprocess(stores, params.id, caller));
    return `Reprocess of asset profile ${params.id} started.`;
  },
});
