/** Features, standard options and the LCDV mapping. */
import type { FastifyReply } from 'fastify';
import type { TargetNames } from '../../contract/catalogue.ts';
import type { configurationRoutes, MappingRow } from '../../contract/configuration.ts';
import { mappingRowsOf } from '../../engine/mapping.ts';
import type { VersionDeclaration } from '../../engine/meta.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { OpenGlobalConfigs } from '../globalConfigs/globalConfigs.ts';
import type { Caller, Handlers } from '../handlers.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import { type Configured, configure, idsOf } from './configured.ts';

const tellDropped = (reply: FastifyReply, { dropped }: Configured): void => {
  if (dropped.length > 0) reply.header('x-lacquer-dropped', dropped.map(encodeURIComponent).join(','));
};

export function configurationHandlers(domains: {
  catalogue: Catalogue;
  globalConfigs: OpenGlobalConfigs;
}): Handlers<typeof configurationRoutes> {
  const { catalogue, globalConfigs } = domains;
  const asSeenBy = ({ can }: Caller) => ({ catalogue: catalogue.seenBy(can), globalConfigs });
  return {
    features: async ({ mount, params, query, caller, reply }) => {
      const chosen = idsOf(query.colour, query.trim, query.additionalOptions);
      const { version } = params;
      const found = await configure(asSeenBy(caller), mount.area, {
        version,
        chosen,
        country: query.country,
        disId: query.disId,
      });
      tellDropped(reply, found);
      return found.configuration.offeredFeatures(version, found.chosen).map((offer) => ({
        featureId: offer.feature.id,
        featureLabel: offer.feature.label,
        featureClass: offer.family.id,
        categoryName: offer.category.name,
        isSelected: offer.isSelected,
        description: offer.feature.description ?? '',
      }));
    },

    standards: async ({ mount, params, query, caller, reply }) => {
      const chosen = idsOf(query.colour, query.trim, query.additionalOptions);
      const { version } = params;
      const found = await configure(asSeenBy(caller), mount.area, {
        version,
        chosen,
        country: query.country,
        disId: query.disId,
      });
      tellDropped(reply, found);
      return found.configuration.standardOptions(version, found.chosen).map(({ family, feature }) => ({
        featureClass: family.id,
        featureId: feature.id,
        featureLabel: feature.label,
      }));
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
        if (!targets) return all.push(...rows);
        const told = await seen.targetsOf(mount.area, disId, targets);
        // A redirect to nothing but hidden sets is as if it were not there; one to the set itself is shown.
        const own = (sources: TargetNames) => Object.values(sources).every((source) => source === disId);
        const redirectInfo = own(told) && !own(targets) ? null : told;
        return all.push(...rows.map((row) => ({ ...row, redirectInfo })));
      });
      return all;
    },
  };
}
