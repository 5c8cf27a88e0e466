/** Moving content from area to area, and looking after the sets of embargo: sections 2.6-2.9 and 4.4. */
import { z } from 'zod';
import { route } from './route.ts';
import { Area, Instant } from './words.ts';

const Id = z.object({ id: z.string().max(100) });

export const SetStatus = z.object({
  disId: z.string(),
  lastModifiedDate: Instant,
  lastPreprodPromoteDate: Instant.nullable(),
  lastProdPromoteDate: Instant.nullable(),
});
export type SetStatus = z.infer<typeof SetStatus>;

export const StaticPackStatus = z.object({
  fileName: z.string(),
  status: z.enum(['LIVE', 'READING', 'REFUSED']),
  lastModifiedDate: Instant,
  lastPreprodPromoteDate: Instant.nullable(),
  lastProdPromoteDate: Instant.nullable(),
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

export const promotionRoutes = {
  shortStatus: route({
    method: 'GET',
    path: '/api/v2/test/dis/shortStatus',
    summary: 'Every image set of embargo with its upload and promotion dates',
    permission: 'baseCatalogue',
    answer: z.array(SetStatus),
  }),
  staticStatus: route({
    method: 'GET',
    path: '/api/v2/test/static/status',
    summary: 'Every static image pack with its state, upload and promotion dates',
    permission: 'baseCatalogue',
    answer: z.array(StaticPackStatus),
  }),
  promote: route({
    method: 'POST',
    path: '/api/v2/admin/dis/:id/promote',
    summary: 'Promote a set: the target area gets the snapshot of the source',
    permission: 'upload',
    changes: true,
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
    changes: true,
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
    changes: true,
    body: StaticPromotion,
    answer: z.string(),
    media: 'text/plain',
  }),
  copySet: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/copy',
    summary: 'Copy a set of embargo under another id',
    permission: 'upload',
    changes: true,
    params: Id,
    query: z.object({ targetDisId: z.string().max(100) }),
    answer: z.string(),
    media: 'text/plain',
  }),
  renameSet: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/rename',
    summary: 'Give a set of embargo another id',
    permission: 'upload',
    changes: true,
    params: Id,
    query: z.object({ targetDisId: z.string().max(100) }),
    answer: z.string(),
    media: 'text/plain',
  }),
  deleteSet: route({
    method: 'DELETE',
    path: '/api/v2/admin/dis/:id',
    summary: 'Delete a set in every area',
    permission: 'upload',
    changes: true,
    params: Id,
    answer: z.string(),
    media: 'text/plain',
  }),
} as const;
