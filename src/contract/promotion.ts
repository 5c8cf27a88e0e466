/** Moving content from area to area, and looking after the sets of embargo: sections 2.6-2.9 and 4.4. */
import { z } from 'zod';
import { HiddenSet } from './catalogue.ts';
import { route } from './route.ts';
import { Area, Instant, Withheld } from './words.ts';

const Id = z.object({ id: z.string().max(100) });

/**
 * What an area shows, compared with the first area that has the set or pack, which is Embargo unless it was deleted there:
 * the same; older as a whole, in its pictures or in its meta files; changed in that area itself; not there.
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
  /** areas that hide the set from everybody but administrators; told to them */
  hidden: z.array(HiddenSet.omit({ disId: true }).extend({ area: Area })).optional(),
});
export type SetStatus = z.infer<typeof SetStatus>;

export const StaticPackStatus = z.object({
  fileName: z.string(),
  /** `UNUSED`: it was live, and no area has it any more */
  status: z.enum(['LIVE', 'READING', 'REFUSED', 'UNUSED']),
  lastModifiedDate: Instant,
  lastPreprodPromoteDate: Instant.nullable(),
  lastProdPromoteDate: Instant.nullable(),
  content: ContentStates,
  /** of the same name, and not live: it is being read, or was refused */
  newerUpload: z.object({ status: z.enum(['READING', 'REFUSED']), uploadedAt: Instant }).optional(),
  pendingAreas: PendingAreas.optional(),
});
export type StaticPackStatus = z.infer<typeof StaticPackStatus>;

const SetPromotion = z.object({
  disId: z.string().max(100),
  source: Area,
  target: Area,
  note: z.string().max(2000).optional(),
});
const StaticPromotion = z.object({
  fileName: z.string().max(300),
  source: Area,
  target: Area,
  note: z.string().max(2000).optional(),
});

const PictureChange = z.object({
  path: z.string(),
  /** content hash; null: added */
  before: z.string().nullable(),
  /** content hash; null: removed */
  after: z.string().nullable(),
});
export type PictureChange = z.infer<typeof PictureChange>;

const TextChange = z.object({
  /** `rules-ext.xml` */
  file: z.string(),
  /** `family wheels` */
  what: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type TextChange = z.infer<typeof TextChange>;

/** What the target would become. */
export const ContentDiff = z.object({
  /** snapshot ids; null: the target lacks it */
  before: z.string().nullable(),
  after: z.string(),
  added: z.number().int(),
  replaced: z.number().int(),
  removed: z.number().int(),
  /** changes in meta files */
  textsChanged: z.number().int(),
  /** the first 2,000 that the caller may see */
  pictures: z.array(PictureChange),
  texts: z.array(TextChange),
  withheld: Withheld,
});
export type ContentDiff = z.infer<typeof ContentDiff>;

export const HistoryEntry = z.object({
  id: z.number().int(),
  area: Area,
  movedAt: Instant,
  who: z.string(),
  reason: z.string(),
  note: z.string().nullable(),
  /** null: it was deleted */
  snapshot: z.string().nullable(),
  /** false: it was deleted, or its content is no longer stored */
  restorable: z.boolean(),
  /** the area shows this content now */
  current: z.boolean(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

const UploadPack = z.object({
  type: z.string(),
  fileName: z.string(),
  lastModifiedDate: Instant.nullable(),
  size: z.number().int(),
  pictures: z.number().int(),
});
/** What a set is made of, and what its quality report says. */
export const SetDetails = z.object({
  uploadPacks: z.array(UploadPack),
  meta: z.array(z.object({ type: z.string(), fileName: z.string() })),
  qualityReport: z.string(),
});
export type SetDetails = z.infer<typeof SetDetails>;

/** What of a set an area would lose. */
export const SetLoss = z.object({
  area: Area,
  pictures: z.number().int(),
  metaFiles: z.number().int(),
  /** that delivered these */
  packs: z.number().int(),
  /** sets of the area that are redirected to this one */
  redirectedBy: z.array(z.string()),
});
export type SetLoss = z.infer<typeof SetLoss>;

const FileName = z.object({ fileName: z.string().max(300) });
/** A promotion from an area, or a roll back to an entry of the target's history. */
const diffQuery = {
  target: Area,
  source: Area.optional(),
  entry: z.coerce.number().int().optional(),
  /** metadata: the target keeps its pictures */
  what: z.enum(['all', 'metadata']).optional(),
};
const Rollback = z.object({ area: Area, entry: z.number().int(), note: z.string().max(2000).optional() });
const pictureParams = { snapshot: z.string().regex(/^[0-9a-f]{64}$/), sha256: z.string().regex(/^[0-9a-f]{64}$/) };

export const promotionRoutes = {
  setDetails: route({
    method: 'GET',
    path: '/api/v2/test/dis/:id/status',
    summary: 'The packs and meta files of a set, and its quality report',
    permission: 'baseCatalogue',
    embargo: 'ownContent',
    params: Id,
    answer: SetDetails,
  }),
  setHistory: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/history',
    summary: 'Every move of a set in every area, the newest first',
    permission: 'upload',
    embargo: 'names',
    params: Id,
    answer: z.array(HistoryEntry),
  }),
  setDiff: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/diff',
    summary: 'What a promotion or roll back of a set would change',
    permission: 'upload',
    embargo: 'ownContent',
    params: Id,
    query: z.object(diffQuery),
    answer: ContentDiff,
  }),
  rollbackSet: route({
    method: 'POST',
    path: '/api/v2/admin/dis/:id/rollback',
    summary: 'Bring a set back to an earlier state of an area',
    permission: 'upload',
    embargo: 'names',
    changes: true,
    changesProd: ['area'],
    params: Id,
    body: Rollback,
    answer: z.string(),
    media: 'text/plain',
  }),
  setSnapshotPicture: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/pictures/:snapshot/:sha256',
    summary: 'A small form of a picture in a state that the set has or had',
    permission: 'upload',
    embargo: 'ownContent',
    params: Id.extend(pictureParams),
    answer: z.any(),
    media: 'image/*',
  }),
  staticHistory: route({
    method: 'GET',
    path: '/api/v2/admin/static/history',
    summary: 'Every move of a static pack in every area, the newest first',
    permission: 'upload',
    embargo: 'names',
    query: FileName,
    answer: z.array(HistoryEntry),
  }),
  staticDiff: route({
    method: 'GET',
    path: '/api/v2/admin/static/diff',
    summary: 'What a promotion or roll back of a static pack would change',
    permission: 'upload',
    embargo: 'ownContent',
    query: FileName.extend(diffQuery),
    answer: ContentDiff,
  }),
  rollbackStatic: route({
    method: 'POST',
    path: '/api/v2/admin/static/rollback',
    summary: 'Bring a static pack back to an earlier state of an area',
    permission: 'upload',
    embargo: 'names',
    changes: true,
    changesProd: ['area'],
    body: Rollback.extend(FileName.shape),
    answer: z.string(),
    media: 'text/plain',
  }),
  staticSnapshotPicture: route({
    method: 'GET',
    path: '/api/v2/admin/static/pictures/:snapshot/:sha256',
    summary: 'A small form of a picture in a state that the static pack has or had',
    permission: 'upload',
    embargo: 'ownContent',
    params: z.object(pictureParams),
    query: FileName,
    answer: z.any(),
    media: 'image/*',
  }),
  shortStatus: route({
    method: 'GET',
    path: '/api/v2/test/dis/shortStatus',
    summary: 'Every image set of embargo with its upload and promotion dates',
    permission: 'baseCatalogue',
    embargo: 'names',
    answer: z.array(SetStatus),
  }),
  staticStatus: route({
    method: 'GET',
    path: '/api/v2/test/static/status',
    summary: 'Every static image pack with its state, upload and promotion dates',
    permission: 'baseCatalogue',
    embargo: 'names',
    answer: z.array(StaticPackStatus),
  }),
  promote: route({
    method: 'POST',
    path: '/api/v2/admin/dis/:id/promote',
    summary: 'Promote a set: the target area gets the snapshot of the source',
    permission: 'upload',
    embargo: 'names',
    changes: true,
    changesProd: ['target'],
    params: Id,
    body: SetPromotion,
    answer: z.string(),
    media: 'text/plain',
  }),
  promoteMetadata: route({
    method: 'POST',
    path: '/api/v2/admin/dis/:id/promoteMetadata',
    summary: 'Promote the meta of a set: the target keeps its pictures',
    permission: 'upload',
    embargo: 'names',
    changes: true,
    changesProd: ['target'],
    params: Id,
    body: SetPromotion,
    answer: z.string(),
    media: 'text/plain',
  }),
  promoteStatic: route({
    method: 'POST',
    path: '/api/v2/admin/static/promote',
    summary: 'Promote a static image pack',
    permission: 'upload',
    embargo: 'names',
    changes: true,
    changesProd: ['target'],
    body: StaticPromotion,
    answer: z.string(),
    media: 'text/plain',
  }),
  copySet: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/copy',
    summary: 'Copy a set of embargo under another id',
    permission: 'upload',
    embargo: 'names',
    changes: true,
    changesProd: ['targetSet'],
    params: Id,
    query: z.object({ targetDisId: z.string().max(100) }),
    answer: z.string(),
    media: 'text/plain',
  }),
  renameSet: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/rename',
    summary: 'Give a set another id, in all areas that have it or, for administrators, in embargo only',
    permission: 'upload',
    embargo: 'names',
    changes: true,
    changesProd: ['set', 'targetSet'],
    params: Id,
    query: z.object({ targetDisId: z.string().max(100), only: z.literal('embargo').optional() }),
    answer: z.string(),
    media: 'text/plain',
  }),
  previewSetDeletion: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/deletion',
    summary: 'What deleting a set would take, by area',
    permission: 'upload',
    embargo: 'names',
    params: Id,
    answer: z.array(SetLoss),
  }),
  deleteSet: route({
    method: 'DELETE',
    path: '/api/v2/admin/dis/:id',
    summary: 'Delete a set in every area',
    permission: 'upload',
    embargo: 'names',
    changes: true,
    changesProd: ['set'],
    params: Id,
    answer: z.string(),
    media: 'text/plain',
  }),
} as const;
