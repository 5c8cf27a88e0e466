/** A small picture and a few words of each set, for lists. */
import { z } from 'zod';
import { route } from './route.ts';

export const CarSummary = z.object({
  disId: z.string(),
  /** what the labels of its versions begin with: "e-208", or "208, e-208"; '' without versions */
  model: z.string(),
  /** how many versions the set declares */
  versions: z.number().int(),
  /** names the thumbnail's content; null: the set has none */
  thumbnail: z.string().nullable(),
  /** a sentence: why there is no thumbnail */
  reason: z.string().nullable(),
});
export type CarSummary = z.infer<typeof CarSummary>;

export const thumbnailRoutes = {
  cars: route({
    method: 'GET',
    path: '/api/v2/test/cars',
    summary: 'Model, number of versions and thumbnail of each set of the area, sorted by set id',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    answer: z.array(CarSummary),
  }),
  thumbnail: route({
    method: 'GET',
    path: '/api/v2/test/dis/:id/thumbnail',
    summary: 'A small transparent picture of the set: its first version with standard options, from its first angle',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    params: z.object({ id: z.string().max(100) }),
    /** `content` does not change the answer: it gives each picture its own address, so that no browser shows an older one */
    query: z.object({ content: z.string().max(64).optional() }),
    answer: z.any(),
    media: 'image/webp',
  }),
} as const;
