/** Painted pictures of a set. */
import { z } from 'zod';
import { route } from './route.ts';
import { Angle, CommaList, DriverParam, Instant, ViewportParam } from './words.ts';

export const PICTURE_FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;

const unformatted = {
  viewport: ViewportParam.default('exterior'),
  driverType: DriverParam.optional(),
  /** a resolution's name; absent: the first of the profile */
  size: z.string().max(100).optional(),
  /** an angle's name */
  view: Angle,
};
const common = {
  ...unformatted,
  /** takes precedence over Accept */
  format: z.enum(PICTURE_FORMATS).optional(),
  /** `exact`: a reduced picture is blended before it is scaled, as enlarged ones always are */
  scaling: z.enum(['exact']).optional(),
};

const configured = {
  color: z.string().max(100).optional(),
  trim: z.string().max(100).optional(),
  options: CommaList.optional(),
  country: z.string().length(2).optional(),
};
const fromOptions = { ...common, ...configured, versionId: z.string().max(200) };

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

/** A layer of a picture, with the delivered file that it is painted from. */
export const PictureLayer = z.object({
  layer: z.string(),
  family: z.string(),
  /** in the pack, below the set's folder */
  path: z.string(),
  /** of the file */
  sha256: z.string(),
  /** the file has another size than the resolution */
  scaled: z.boolean(),
  /** file name of the pack; sets that the caller may not know of are not named */
  pack: z.string(),
  /** null: the upload is no longer listed */
  uploadedBy: z.string().nullable(),
  uploadedAt: Instant.nullable(),
  /** absent unless a point was asked for */
  at: z
    .object({
      /** red, green, blue and straight alpha, 0 to 255 */
      rgba: z.array(z.number().int()).readonly(),
      /** how much of the seen colour comes from this layer, 0 to 1; 0: covered, or nothing there */
      share: z.number(),
    })
    .optional(),
});
export type PictureLayer = z.infer<typeof PictureLayer>;

export const PictureLayers = z.object({
  disId: z.string(),
  angle: z.string(),
  resolution: z.string(),
  /** pixels */
  width: z.number().int(),
  height: z.number().int(),
  /** topmost first */
  layers: z.array(PictureLayer),
});
export type PictureLayers = z.infer<typeof PictureLayers>;

/** A place in a picture, pixels of its resolution from the left or the top. */
const Pixel = z.coerce.number().int().min(0).max(65_535).optional();

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
  pictureLayers: route({
    method: 'GET',
    path: '/api/v2/image/debug/dis/:id/pictureLayers',
    summary: 'The layers of a picture with the files that they are painted from, and what each has at a point',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    params: z.object({ id: z.string().max(100) }),
    /** the layers that the options choose, or those that `layers` names */
    query: z.object({
      ...unformatted,
      ...configured,
      versionId: z.string().max(200).optional(),
      layers: CommaList.optional(),
      x: Pixel,
      y: Pixel,
    }),
    answer: PictureLayers,
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
