/** The calls that list an area's sets, and a set's versions, views, resolutions and layers. */
import type { catalogueRoutes } from '../../contract/catalogue.ts';
import type { Driver, Viewport } from '../../engine/meta.ts';
import { isViewValid, viewportOf } from '../../engine/views.ts';
import type { Handlers } from '../handlers.ts';
import type { Catalogue, ServedSet } from './catalogue.ts';
import { configurationOf } from './compiled.ts';

const layerAnswers = (
  set: ServedSet,
  viewport: Viewport,
  isListed: (name: string, drivers?: readonly Driver[]) => boolean,
) =>
  (set.layers[viewport]?.families ?? []).flatMap((family) =>
    family.layers
      .filter((layer) => isListed(layer.name, layer.drivers))
      .map((layer) => ({ familyName: family.name, name: layer.name, description: layer.description ?? '' })),
  );

export const catalogueHandlers = ({ catalogue }: { catalogue: Catalogue }): Handlers<typeof catalogueRoutes> => ({
  sets: ({ mount, caller }) => catalogue.seenBy(caller.can).ids(mount.area),
  hiddenSets: async ({ mount }) =>
    [...(await (await catalogue.hidden(mount.area)).sets())].map(([disId, { reason, from }]) => ({
      disId,
      reason,
      from: from ?? null,
    })),

  resolutions: async ({ mount, params, query, caller }) => {
    const set = await catalogue.seenBy(caller.can).served(mount.area, params.id);
    const profile = set.profile[viewportOf(query.viewPort)];
    return (profile?.resolutions ?? []).map((resolution) => ({
      resolutionName: resolution.name,
      angleNameList: [...(resolution.angles ?? profile?.angles ?? [])],
      width: resolution.width,
      height: resolution.height,
    }));
  },

  layers: async ({ mount, params, query, caller }) => {
    const set = await catalogue.seenBy(caller.can).served(mount.area, params.id);
    const { driverType } = query;
    return layerAnswers(
      set,
      viewportOf(query.viewport),
      (_name, drivers) => driverType === undefined || drivers === undefined || drivers.includes(driverType),
    );
  },

  preselectedLayers: async ({ mount, params, query, caller }) => {
    const disId = query.disId ?? (await catalogue.seenBy(caller.can).ownerOf(mount.area, params.version));
    const set = await catalogue.seenBy(caller.can).served(mount.area, disId);
    const viewport = viewportOf(query.viewport);
    const chosen = new Set(
      configurationOf(set)
        .preselectedLayers(viewport, params.version)
        .map((layer) => layer.layer),
    );
    return layerAnswers(set, viewport, (name) => chosen.has(name));
  },

  targetNames: async ({ mount, params, caller }) => {
    const seen = catalogue.seenBy(caller.can);
    const { disId, targets } = await seen.served(mount.area, params.id);
    return seen.targetsOf(mount.area, disId, targets);
  },

  versions: async ({ mount, query, caller }) =>
    (await catalogue.seenBy(caller.can).versionsOf(mount.area, query.disId)).map((version) => ({
      versionId: version.id,
      versionLabel: version.label,
    })),

  validateViews: async ({ mount, params, caller }) => {
    const set = await catalogue.seenBy(caller.can).served(mount.area, params.id);
    const valid = (viewport: Viewport) => {
      const { common, LHD, RHD } = set.pictures[viewport];
      return isViewValid(set.profile[viewport], !(common.isEmpty && LHD.isEmpty && RHD.isEmpty));
    };
    return { isExteriorValid: valid('exterior'), isInteriorValid: valid('interior') };
  },
});
