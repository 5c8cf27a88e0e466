/**
 * The calls about the history of sets and static packs in each area, what a promotion or roll back would change, and the roll
 * back.
 */
import { z } from 'zod';
import { ContentDiff, PaintedDiff } from './contentDiff.ts';
import { route } from './route.ts';
import { Angle, Area, Instant } from './words.ts';

/** Names of the packs whose part of the content a move changed. */
const PackChanges = z.object({
  added: z.array(z.string()),
  replaced: z.array(z.string()),
  removed: z.array(z.string()),
});

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
  /** which packs it changed; null: the content before or after it is no longer stored */
  packs: PackChanges.nullable(),
  /** the content before and after it is stored and can be compared (`against: before`) */
  comparable: z.boolean(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

const Id = z.object({ id: z.string().max(100) });
const FileName = z.object({ fileName: z.string().max(300) });
/** Either `source`, for a promotion, or `entry` of the target's history, for a roll back. */
const diffQuery = {
  target: Area,
  source: Area.optional(),
  entry: z.coerce.number().int().optional(),
  /** `metadata`: the target keeps its pictures */
  what: z.enum(['all', 'metadata']).optional(),
};
/** What an entry is compared with: `now`, what the area shows (the default); `before`, what it showed before that move */
const moveQuery = {
  ...diffQuery,
  against: z.enum(['now', 'before']).optional(),
  /** most pictures, and most texts, that are listed; the counts cover all */
  limit: z.coerce.number().int().min(0).max(2000).optional(),
};
const Rollback = z.object({ area: Area, entry: z.number().int(), note: z.string().max(2000).optional() });
/** `thumb`: up to 192 pixels, transparent; `print`: up to 520 pixels, on white */
const pictureQuery = { size: z.enum(['thumb', 'print']).optional() };
const pictureParams = { snapshot: z.string().regex(/^[0-9a-f]{64}$/), sha256: z.string().regex(/^[0-9a-f]{64}$/) };

export const contentHistoryRoutes = {
  setHistory: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/history',
    summary: 'Every move of a set in every area, the newest first',
    permission: 'upload',
    scopes: ['promote'],
    embargo: 'names',
    params: Id,
    answer: z.array(HistoryEntry),
  }),
  setDiff: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/diff',
    summary: 'What a promotion or roll back of a set would change, or what a move changed',
    permission: 'upload',
    scopes: ['promote'],
    embargo: 'ownContent',
    params: Id,
    query: z.object(moveQuery),
    answer: ContentDiff,
  }),
  setPaintedDiff: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/diff/painted',
    summary: 'The cars to paint before and after a promotion or roll back of a set: version, angles and resolutions',
    permission: 'upload',
    embargo: 'ownContent',
    params: Id,
    query: z.object(diffQuery),
    answer: PaintedDiff,
  }),
  setPaintedState: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/diff/painted/picture',
    summary: 'The car before or after a promotion or roll back of a set, with standard options, from an angle',
    permission: 'upload',
    embargo: 'ownContent',
    params: Id,
    query: z.object({
      ...diffQuery,
      side: z.enum(['before', 'after']),
      view: Angle,
      /** a resolution's name; absent: the first one */
      size: z.string().max(100).optional(),
      format: z.enum(['webp', 'png', 'jpeg']).optional(),
    }),
    answer: z.any(),
    media: 'image/*',
  }),
  rollbackSet: route({
    method: 'POST',
    path: '/api/v2/admin/dis/:id/rollback',
    summary: 'Roll a set in an area back to an entry of its history',
    permission: 'upload',
    scopes: ['promote'],
    embargo: 'names',
    changes: true,
    changesProd: ['area'],
    startsJob: true,
    params: Id,
    body: Rollback,
    answer: z.string(),
    media: 'text/plain',
  }),
  setSnapshotPicture: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/pictures/:snapshot/:sha256',
    summary: 'A small form of a picture of a present or former state of the set',
    permission: 'upload',
    embargo: 'ownContent',
    params: Id.extend(pictureParams),
    query: z.object(pictureQuery),
    answer: z.any(),
    media: 'image/*',
  }),
  staticHistory: route({
    method: 'GET',
    path: '/api/v2/admin/static/history',
    summary: 'Every move of a static pack in every area, the newest first',
    permission: 'upload',
    scopes: ['promote'],
    embargo: 'names',
    query: FileName,
    answer: z.array(HistoryEntry),
  }),
  staticDiff: route({
    method: 'GET',
    path: '/api/v2/admin/static/diff',
    summary: 'What a promotion or roll back of a static pack would change, or what a move changed',
    permission: 'upload',
    scopes: ['promote'],
    embargo: 'ownContent',
    query: FileName.extend(moveQuery),
    answer: ContentDiff,
  }),
  rollbackStatic: route({
    method: 'POST',
    path: '/api/v2/admin/static/rollback',
    summary: 'Roll a static pack in an area back to an entry of its history',
    permission: 'upload',
    scopes: ['promote'],
    embargo: 'names',
    changes: true,
    changesProd: ['area'],
    startsJob: true,
    body: Rollback.extend(FileName.shape),
    answer: z.string(),
    media: 'text/plain',
  }),
  staticSnapshotPicture: route({
    method: 'GET',
    path: '/api/v2/admin/static/pictures/:snapshot/:sha256',
    summary: 'A small form of a picture of a present or former state of the static pack',
    permission: 'upload',
    embargo: 'ownContent',
    params: z.object(pictureParams),
    query: FileName.extend(pictureQuery),
    answer: z.any(),
    media: 'image/*',
  }),
} as const;
