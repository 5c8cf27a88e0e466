/** Asset profiles of the sets in embargo, and making again what is prepared after them. */
import { z } from 'zod';
import { BatchRow } from './batchJobs.ts';
import { route } from './route.ts';
import { Withheld } from './words.ts';

/** A set with the profile in force for it. */
export const AssetProfileFile = z.object({
  disId: z.string(),
  /** where the file stands, as the file browser shows it */
  pathName: z.string(),
  /** '' where it is withheld */
  content: z.string(),
  withheld: Withheld,
  /** the last reprocess of the set; null: there was none */
  reprocess: BatchRow.pick({ jobStatus: true, progress: true, failure: true }).nullable(),
});
export type AssetProfileFile = z.infer<typeof AssetProfileFile>;

export const assetProfileRoutes = {
  reprocessList: route({
    method: 'GET',
    path: '/api/v2/admin/dis/reprocessList',
    summary: 'Every set of embargo that has an asset profile, its own or a global one, by id',
    permission: 'upload',
    embargo: 'ownContent',
    answer: z.array(AssetProfileFile),
  }),
  reprocess: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/reprocess',
    summary: 'Make the prepared pictures of a set again, after its asset profile',
    permission: 'upload',
    embargo: 'names',
    changes: true,
    params: z.object({ id: z.string().max(100) }),
    answer: z.string(),
    media: 'text/plain',
  }),
} as const;
