/** The asset profiles of the sets in Embargo, and reprocessing a set by its profile. */
import { z } from 'zod';
import { BatchRow } from './batchJobs.ts';
import { route } from './route.ts';
import { Withheld } from './words.ts';

/** A set with the profile in force for it. */
export const AssetProfileFile = z.object({
  disId: z.string(),
  /** path in the file browser */
  pathName: z.string(),
  /** '' if withheld */
  content: z.string(),
  withheld: Withheld,
  /** the last reprocess of the set; null: it was never reprocessed */
  reprocess: BatchRow.pick({ jobStatus: true, progress: true, failure: true }).nullable(),
});
export type AssetProfileFile = z.infer<typeof AssetProfileFile>;

export const assetProfileRoutes = {
  reprocessList: route({
    method: 'GET',
    path: '/api/v2/admin/dis/reprocessList',
    summary: 'Every set of Embargo that has an asset profile, its own or a global one, sorted by id',
    permission: 'upload',
    embargo: 'ownContent',
    answer: z.array(AssetProfileFile),
  }),
  reprocess: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/reprocess',
    summary: 'Make the derived forms of a set’s pictures again by its asset profile',
    permission: 'upload',
    embargo: 'names',
    changes: true,
    startsJob: true,
    params: z.object({ id: z.string().max(100) }),
    answer: z.string(),
    media: 'text/plain',
  }),
} as const;
