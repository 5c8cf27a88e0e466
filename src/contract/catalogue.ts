/** The image sets of an area: their ids, versions, views, resolutions and layers. */
import { z } from 'zod';
import { route } from './route.ts';
import { DriverParam, Instant, ViewportParam } from './words.ts';

const Id = z.object({ id: z.string().max(100) });
const VersionParam = z.object({ version: z.string().max(100) });

/** A resolution of a viewport as the call answers it; engine/meta.ts has the declared one. */
export const ResolutionAnswer = z.object({
  resolutionName: z.string(),
  angleNameList: z.array(z.string()),
  /** pixels */
  width: z.number().int(),
  height: z.number().int(),
});
export type ResolutionAnswer = z.infer<typeof ResolutionAnswer>;

/** A layer as calls list it; engine/meta.ts has the declared one. */
export const LayerAnswer = z.object({ familyName: z.string(), name: z.string(), description: z.string() });
export type LayerAnswer = z.infer<typeof LayerAnswer>;

export const TargetNames = z.object({
  extLayerSourceDisId: z.string(),
  extRulesSourceDisId: z.string(),
  intLayerSourceDisId: z.string(),
  intRulesSourceDisId: z.string(),
});
export type TargetNames = z.infer<typeof TargetNames>;

export const SetVersion = z.object({ versionId: z.string(), versionLabel: z.string() });
export type SetVersion = z.infer<typeof SetVersion>;

export const HiddenSet = z.object({
  disId: z.string(),
  /** a sentence */
  reason: z.string(),
  /** when the area will show it; null: only after a change of the configuration */
  from: Instant.nullable(),
});
export type HiddenSet = z.infer<typeof HiddenSet>;

export const catalogueRoutes = {
  sets: route({
    method: 'GET',
    path: '/api/v2/test/dis',
    summary: 'The ids of the image sets of the area, sorted',
    permission: 'baseCatalogue',
    scopes: ['deliver', 'promote'],
    embargo: 'names',
    areas: true,
    follows: 'area',
    answer: z.array(z.string()),
  }),
  hiddenSets: route({
    method: 'GET',
    path: '/api/v2/admin/dis/hidden',
    summary: 'The sets of the area that the visibility configuration hides from everybody but administrators, and why',
    permission: 'admin',
    embargo: 'names',
    areas: true,
    answer: z.array(HiddenSet),
  }),
  resolutions: route({
    method: 'GET',
    path: '/api/v2/test/dis/:id/resolutions',
    summary: 'The resolutions of a viewport of a set',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    follows: 'area',
    params: Id,
    query: z.object({ viewPort: ViewportParam.default('exterior') }),
    answer: z.array(ResolutionAnswer),
  }),
  layers: route({
    method: 'GET',
    path: '/api/v2/test/dis/:id/layers',
    summary: 'The declared layers of a viewport for a driver type, in family order',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    follows: 'area',
    params: Id,
    query: z.object({ viewport: ViewportParam.default('exterior'), driverType: DriverParam.optional() }),
    answer: z.array(LayerAnswer),
  }),
  preselectedLayers: route({
    method: 'GET',
    path: '/api/v2/test/versions/:version/layers',
    summary: 'The layers that the rules choose for a version with its standard options',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    follows: 'area',
    params: VersionParam,
    query: z.object({ viewport: ViewportParam.default('exterior'), disId: z.string().max(100).optional() }),
    answer: z.array(LayerAnswer),
  }),
  targetNames: route({
    method: 'GET',
    path: '/api/v2/test/dis/:id/targetNames',
    summary: 'The sets that layers and rules come from, the set itself where nothing redirects',
    permission: 'areaTest',
    embargo: 'names',
    areas: true,
    follows: 'area',
    params: Id,
    answer: TargetNames,
  }),
  versions: route({
    method: 'GET',
    path: '/api/v2/test/versions',
    summary: 'The versions of a set',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    follows: 'area',
    query: z.object({ disId: z.string().max(100) }),
    answer: z.array(SetVersion),
  }),
  validateViews: route({
    method: 'GET',
    path: '/api/v2/test/dis/:id/validateViews',
    summary: 'Which viewports of the set have an angle, a resolution and a picture',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    follows: 'area',
    params: Id,
    answer: z.object({ isExteriorValid: z.boolean(), isInteriorValid: z.boolean() }),
  }),
} as const;
