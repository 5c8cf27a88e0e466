/** Features, standard options and the LCDV mapping. */
import type { FastifyReply } from 'fastify';
import type { TargetNames } from '../../contract/catalogue.ts';
import type { configurationRoutes, MappingRow } from '../../contract/configuration.ts';
import { mappingRowsOf } from '../../engine/mapping.ts';
import type { VersionDeclaration } from '../../engine/meta.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import type { Handlers } from '../handlers.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import { type Configured, configure, idsOf } from './configured.ts';

const setDroppedHeader = (reply: FastifyReply, { dropped }: Configured): void => {
  if (dropped.length > 0) reply.header('x-lacquer-dropped', dropped.map(encodeURIComponent).join(','));
};

/** The fields that the calls with a selection have in common. */
type SelectionCall = Pick<
  Parameters<Handlers<typeof configurationRoutes>['features']>[0],
  'mount' | 'params' | 'query' | 'caller' | 'reply'
>;

export function configurationHandlers(domains: {
  catalogue: Catalogue;
  globalConfigs: GlobalConfigStore;
}): Handlers<typeof configurationRoutes> {
  const { catalogue, globalConfigs } = domains;

  /** @throws ApiError 400, 404 */
  async function configureFor({
    mount,
    params: { version },
    query,
    caller,
    reply,
  }: SelectionCall): Promise<Configured> {
    const { colour, trim, additionalOptions, country, disId } = query;
    const chosen = idsOf(colour, trim, additionalOptions);
    const stores = { catalogue: catalogue.seenBy(caller.can), globalConfigs };
    const found = await configure(stores, mount.area, { version, chosen, country, disId });
    setDroppedHeader(reply, found);
    return found;
  }

  return {
    features: async (call) => {
      const { configuration, version, chosen } = await configureFor(call);
      return configuration.offeredFeatures(version, chosen);
    },

    standards: async (call) => {
      const { configuration, version, chosen } = await configureFor(call);
      return configuration.standardOptions(version, chosen);
    },

    lcdvMapping: async ({ mount, caller }) => {
      const seen = catalogue.seenBy(caller.can);
      const [ids, mapping, { redirects }] = await Promise.all([
        seen.ids(mount.area),
        seen.mapping(mount.area),
        globalConfigs.of(mount.area),
      ]);
      const redirectBy = new Map(redirects.toReversed().map((row) => [row.set, row]));
      const versionsBy = new Map<string, VersionDeclaration[]>();
      await eachInTurns(mapping.values(), ({ disId, version }) => {
        const versions = versionsBy.get(disId);
        if (versions) versions.push(version);
        else versionsBy.set(disId, [version]);
      });
      const all: MappingRow[] = [];
      await eachInTurns(ids, async (disId) => {
        const rows = mappingRowsOf({ disId, versions: versionsBy.get(disId) ?? [] }, redirectBy.get(disId));
        const targets = rows[0]?.redirectInfo;
        if (!targets) {
          for (const row of rows) all.push(row);
          return;
        }
        const visibleTargets = await seen.targetsOf(mount.area, disId, targets);
        // A redirect only to hidden sets is treated as absent; one to the set itself is shown.
        const own = (sources: TargetNames) => Object.values(sources).every((source) => source === disId);
        const redirectInfo = own(visibleTargets) && !own(targets) ? null : visibleTargets;
        for (const row of rows) all.push({ ...row, redirectInfo });
      });
      return all;
    },
  };
}
