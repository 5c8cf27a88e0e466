/** Managing image sets: copy, rename, and delete. */
import { z } from 'zod';
import { route } from './route.ts';
import { Area } from './words.ts';

/** What an area would lose if the set were deleted. */
export const SetLoss = z.object({
  area: Area,
  pictures: z.number().int(),
  metaFiles: z.number().int(),
  /** number of packs that these files came from */
  packs: z.number().int(),
  /** sets of the area that are redirected to this one */
  redirectedBy: z.array(z.string()),
});
export type SetLoss = z.infer<typeof SetLoss>;

const Id = z.object({ id: z.string().max(100) });

export const imageSetRoutes = {
  copySet: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/copy',
    summary: 'Copy a set of Embargo to another id',
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
    summary: 'What deleting a set would remove from each area',
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
