/**
 * The status of sets and static packs: their dates, and how the content of the areas compares (sections 2.6 and 2.7 of the
 * test specification).
 */
import { z } from 'zod';
import { HiddenSet } from './catalogue.ts';
import { route } from './route.ts';
import { Area, Instant } from './words.ts';

/**
 * How the content of an area compares with that of the first area that has the set or pack (Embargo, unless it was deleted
 * there): the same; older as a whole, only its pictures or only its meta files; changed in this area itself; absent.
 */
export const ContentState = z.enum(['same', 'older', 'picturesOlder', 'metaOlder', 'different', 'absent']);
export type ContentState = z.infer<typeof ContentState>;
export const ContentStates = z.object({ embargo: ContentState, preprod: ContentState, prod: ContentState });
export type ContentStates = z.infer<typeof ContentStates>;

/** areas that a queued or running promotion or roll back will change */
const PendingAreas = z.array(Area);

export const SetStatus = z.object({
  disId: z.string(),
  lastModifiedDate: Instant,
  lastPreprodPromoteDate: Instant.nullable(),
  lastProdPromoteDate: Instant.nullable(),
  content: ContentStates,
  pendingAreas: PendingAreas.optional(),
  /** for administrators: the areas that hide the set from everybody else */
  hidden: z.array(HiddenSet.omit({ disId: true }).extend({ area: Area })).optional(),
});
export type SetStatus = z.infer<typeof SetStatus>;

export const StaticPackStatus = z.object({
  fileName: z.string(),
  /** `UNUSED`: it was live, and no area has it now */
  status: z.enum(['LIVE', 'READING', 'REFUSED', 'UNUSED']),
  lastModifiedDate: Instant,
  lastPreprodPromoteDate: Instant.nullable(),
  lastProdPromoteDate: Instant.nullable(),
  content: ContentStates,
  /** a later upload of the same name that is being read or was refused */
  newerUpload: z.object({ status: z.enum(['READING', 'REFUSED']), uploadedAt: Instant }).optional(),
  pendingAreas: PendingAreas.optional(),
});
export type StaticPackStatus = z.infer<typeof StaticPackStatus>;

const UploadPack = z.object({
  type: z.string(),
  fileName: z.string(),
  lastModifiedDate: Instant.nullable(),
  /** bytes */
  size: z.number().int(),
  pictures: z.number().int(),
});
/** The packs and meta files of a set, and its quality report as text. */
export const SetDetails = z.object({
  uploadPacks: z.array(UploadPack),
  meta: z.array(z.object({ type: z.string(), fileName: z.string() })),
  qualityReport: z.string(),
});
export type SetDetails = z.infer<typeof SetDetails>;

export const contentStatusRoutes = {
  shortStatus: route({
    method: 'GET',
    path: '/api/v2/test/dis/shortStatus',
    summary: 'Every image set with its upload and promotion dates',
    permission: 'baseCatalogue',
    scopes: ['deliver', 'promote'],
    embargo: 'names',
    answer: z.array(SetStatus),
  }),
  staticStatus: route({
    method: 'GET',
    path: '/api/v2/test/static/status',
    summary: 'Every static image pack with its state, upload and promotion dates',
    permission: 'baseCatalogue',
    scopes: ['deliver', 'promote'],
    embargo: 'names',
    answer: z.array(StaticPackStatus),
  }),
  setDetails: route({
    method: 'GET',
    path: '/api/v2/test/dis/:id/status',
    summary: 'The packs and meta files of a set, and its quality report',
    permission: 'baseCatalogue',
    scopes: ['deliver', 'promote'],
    embargo: 'ownContent',
    params: z.object({ id: z.string().max(100) }),
    answer: SetDetails,
  }),
} as const;
