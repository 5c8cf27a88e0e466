/** Static pictures: colours, trims, features, CO2 classes and dimensions, searched, shown and printed. */
import { z } from 'zod';
import { route } from './route.ts';

/** A choice that the fields of the test screen offer; '' where the folder names no value. */
export const Criterion = z.object({
  brand: z.string(),
  carLine: z.string(),
  majorMinorIndicator: z.string(),
  bodyStyle: z.string(),
});
export type Criterion = z.infer<typeof Criterion>;

export const VersionsCriteria = z.object({
  colorFilters: z.array(Criterion),
  trimFilters: z.array(Criterion),
  featureFilters: z.array(Criterion),
  dimensionFilters: z.array(Criterion),
  co2Filters: z.array(Criterion),
});
export type VersionsCriteria = z.infer<typeof VersionsCriteria>;

export const StaticImageInfo = z.object({ imageName: z.string(), path: z.string(), url: z.string() });
export type StaticImageInfo = z.infer<typeof StaticImageInfo>;

/** `true`: explicit search; `false` or absent: implicit search */
const Explicit = z.enum(['true', 'false']).optional();
const EXACTLY = { 1: /^[A-Z0-9]?$/, 2: /^([A-Z0-9]{2})?$/ } as const;
const exactly = (length: keyof typeof EXACTLY, name: string) =>
  z.string().regex(EXACTLY[length], `${name} has exactly ${length} capital letters or digits`).optional();
/** As the folders of static packs write it. */
const Brand = z
  .string()
  .regex(
    /^([\p{L}\p{Nd}_.&-][\p{L}\p{Nd} _.&-]{0,8}[\p{L}\p{Nd}_.&-])?$/u,
    'a brand has 2 to 10 letters, digits, - _ . & and blanks, none of them first or last',
  )
  .optional();
const Model = z
  .string()
  .regex(
    /^([\p{L}\p{Nd}_.&-][\p{L}\p{Nd} _.&-]{2}[\p{L}\p{Nd}_.&-])?$/u,
    'a model has exactly 4 letters, digits, - _ . & and blanks, none of them first or last',
  )
  .optional();

export const staticImageRoutes = {
  versionsCriteria: route({
    method: 'GET',
    path: '/api/v2/test/versionsCriteria',
    summary: 'The search criteria of static pictures: from the folders of static packs and the versions of image sets',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    follows: 'area',
    answer: VersionsCriteria,
  }),
  versionsStaticCriteria: route({
    method: 'GET',
    path: '/api/v2/test/versionsStaticCriteria',
    summary: 'The search criteria of static pictures: from the folders of static packs alone',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    follows: 'area',
    answer: VersionsCriteria,
  }),
  optionImageInfo: route({
    method: 'GET',
    path: '/api/v2/test/static/optionImageInfo',
    summary: 'Colours, trims and features of the versions that match an LCDV with x for any character',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    follows: 'area',
    query: z.object({
      versionWildcard: z.string().regex(/^[A-Z0-9x]{4,16}$/, 'has 4 to 16 characters: A-Z, 0-9, or x for any'),
    }),
    answer: z.array(StaticImageInfo),
  }),
  imageInfo: route({
    method: 'GET',
    path: '/api/v2/image/static/imageInfo/:optionType',
    summary: 'Static pictures of a type',
    permission: 'pictures',
    embargo: 'content',
    areas: true,
    follows: 'area',
    params: z.object({ optionType: z.string().max(100) }),
    query: z.object({
      familyCode: Model,
      bodyStyle: exactly(2, 'a body style'),
      brand: Brand,
      majorIndicator: exactly(1, 'a major indicator'),
      minorIndicator: exactly(1, 'a minor indicator'),
      explicit: Explicit,
    }),
    answer: z.array(StaticImageInfo),
  }),
  co2ClassImages: route({
    method: 'GET',
    path: '/api/v2/image/static/CO2ClassImages',
    summary: 'Static pictures of the CO2 classes',
    permission: 'pictures',
    embargo: 'content',
    areas: true,
    follows: 'area',
    query: z.object({ explicit: Explicit }),
    answer: z.array(StaticImageInfo),
  }),
  staticPicture: route({
    method: 'GET',
    path: '/api/v2/image/static/pictures/:sha256/:fileName',
    summary: 'A static picture as delivered, or a small form of it',
    permission: 'pictures',
    embargo: 'content',
    areas: true,
    params: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), fileName: z.string().max(500) }),
    query: z.object({ size: z.enum(['thumb', 'print']).optional() }),
    answer: z.any(),
    media: 'image/*',
  }),
  featuresPdf: route({
    method: 'GET',
    path: '/api/v2/test/pdf/features',
    summary: 'The features of a brand and model as a PDF to print',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    query: z.object({ brand: Brand, model: Model }),
    answer: z.any(),
    media: 'application/pdf',
  }),
  pdf: route({
    method: 'GET',
    path: '/api/v2/test/pdf/:type',
    summary: 'All pictures of a type as a PDF to print',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    params: z.object({ type: z.string().max(100) }),
    answer: z.any(),
    media: 'application/pdf',
  }),
} as const;
