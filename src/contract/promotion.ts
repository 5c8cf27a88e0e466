/**
 * Promotion: an area gets the content of the area before it (sections 2.8, 2.9 and 4.4 of the test specification). Status,
 * history and the management of sets belong to the same domain and stand in files of their own.
 */
import { z } from 'zod';
import { bulkPromotionRoutes, PROMOTES } from './bulkPromotions.ts';
import { contentHistoryRoutes } from './contentHistory.ts';
import { contentStatusRoutes } from './contentStatus.ts';
import { imageSetRoutes } from './imageSets.ts';
import { route } from './route.ts';
import { setOverviewRoutes } from './setOverview.ts';
import { Area } from './words.ts';

const SetId = z.object({ id: z.string().max(100) });
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
  ...contentStatusRoutes,
  ...contentHistoryRoutes,
  ...imageSetRoutes,
  ...bulkPromotionRoutes,
  ...setOverviewRoutes,
  promote: route({
    method: 'POST',
    path: '/api/v2/admin/dis/:id/promote',
    summary: 'Promote a set: the target area gets the snapshot of the source',
    ...PROMOTES,
    params: SetId,
    body: SetPromotion,
    answer: z.string(),
    media: 'text/plain',
  }),
  promoteMetadata: route({
    method: 'POST',
    path: '/api/v2/admin/dis/:id/promoteMetadata',
    summary: 'Promote the meta files of a set: the target keeps its pictures',
    ...PROMOTES,
    params: SetId,
    body: SetPromotion,
    answer: z.string(),
    media: 'text/plain',
  }),
  promoteStatic: route({
    method: 'POST',
    path: '/api/v2/admin/static/promote',
    summary: 'Promote a static image pack',
    ...PROMOTES,
    body: StaticPromotion,
    answer: z.string(),
    media: 'text/plain',
  }),
} as const;
