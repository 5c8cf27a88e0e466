/** What each area shows of a set, for the set's page. */
import { z } from 'zod';
import { HiddenSet } from './catalogue.ts';
import { ContentStates } from './contentStatus.ts';
import { route } from './route.ts';
import { Area, Instant } from './words.ts';

const PackOfSet = z.object({
  type: z.string(),
  /** ids of sets that the caller may not know of are replaced in it */
  fileName: z.string(),
  /** when it was uploaded, and by whom; null: the upload is no longer stored */
  uploadedAt: Instant.nullable(),
  uploadedBy: z.string().nullable(),
  /** bytes; 0 when the upload is no longer stored */
  size: z.number().int(),
  /** how many of its pictures and meta files the set has */
  pictures: z.number().int(),
  metaFiles: z.number().int(),
});
export type PackOfSet = z.infer<typeof PackOfSet>;

const AreaOfSet = z.object({
  area: Area,
  /** when the area began to show this content, who did it and how; null: the history no longer has it */
  since: Instant,
  who: z.string().nullable(),
  reason: z.string().nullable(),
  packs: z.array(PackOfSet),
  /** for administrators: it is hidden from everybody else */
  hidden: HiddenSet.omit({ disId: true }).optional(),
});
export type AreaOfSet = z.infer<typeof AreaOfSet>;

export const SetOverview = z.object({
  disId: z.string(),
  /** the areas that have the set, of those that were asked for; never empty */
  areas: z.array(AreaOfSet),
  /** at the base address: how the content of the areas compares, and the areas that a job is about to change */
  content: ContentStates.optional(),
  pendingAreas: z.array(Area).optional(),
});
export type SetOverview = z.infer<typeof SetOverview>;

export const setOverviewRoutes = {
  setOverview: route({
    method: 'GET',
    path: '/api/v2/test/dis/:id/overview',
    summary: 'What an area shows of a set: since when, by whom, from which packs. At the base address of all areas',
    permission: 'baseCatalogue',
    scopes: ['deliver', 'promote'],
    embargo: 'names',
    areas: true,
    params: z.object({ id: z.string().max(100) }),
    answer: SetOverview,
  }),
} as const;
