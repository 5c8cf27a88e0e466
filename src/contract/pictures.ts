/** Painted pictures of a set. */
import { z } from 'zod';
import { route } from './route.ts';
import { Angle, CommaList, DriverParam, ViewportParam } from './words.ts';

export const PICTURE_FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;

const common = {
  viewport: ViewportParam.default('exterior'),
  driverType: DriverParam.optional(),
  /** a resolution's name; absent: the first of the profile */
  size: z.string().max(100).optional(),
  /** an angle's name */
  view: Angle,
  /** takes precedence over Accept */
  format: z.enum(PICTURE_FORMATS).optional(),
};

const fromOptions = {
  ...common,
  versionId: z.string().max(200),
  color: z.string().max(100).optional(),
  trim: z.string().max(100).optional(),
  options: CommaList.optional(),
  country: z.string().length(2).optional(),
};

const TriedRule = z.object({
  rule: z.number().int(),
  layer: z.string(),
  condition: z.string(),
  /** the smallest parts of the condition that failed */
  failed: z.array(z.string()),
});
/** Why a picture shows what it shows: the debug call's answer for `Accept: application/json`. */
export const Explanation = z.object({
  disId: z.string(),
  version: z.string(),
  effectiveOptions: z.array(z.string()),
  dropped: z.array(z.string()),
  families: z.array(
    z.object({
      family: z.string(),
      /** absent: no rule holds, nothing is painted */
      winner: z.object({ rule: z.number().int(), layer: z.string(), condition: z.string() }).optional(),
      tried: z.array(TriedRule),
    }),
  ),
  painted: z.array(z.string()),
  missing: z.array(z.string()),
});
export type Explanation = z.infer<typeof Explanation>;

export const pictureRoutes = {
  imageFromOptions: route({
    method: 'GET',
    path: '/api/v2/image/dis/:id/imageFromOptions',
    summary: 'The picture that the rules make of a version and its options',
    permission: 'pictures',
    embargo: 'content',
    areas: true,
    params: z.object({ id: z.string().max(100) }),
    query: z.object(fromOptions),
    answer: z.any(),
    media: 'image/*',
  }),
  debugImageFromOptions: route({
    method: 'GET',
    path: '/api/v2/image/debug/dis/:id/imageFromOptions',
    summary: 'The same picture, or with Accept: application/json why it is as it is',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    params: z.object({ id: z.string().max(100) }),
    query: z.object(fromOptions),
    answer: z.any(),
    media: 'image/*',
  }),
  image: route({
    method: 'GET',
    path: '/api/v2/image/dis/:id/image',
    summary: 'The picture of the named layers from an angle',
    permission: 'pictures',
    embargo: 'content',
    areas: true,
    params: z.object({ id: z.string().max(100) }),
    query: z.object({ ...common, layers: CommaList.default('') }),
    answer: z.any(),
    media: 'image/*',
  }),
} as const;
