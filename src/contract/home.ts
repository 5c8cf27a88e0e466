/** The start page: what waits for the person who is signed in, block by block. */
import { z } from 'zod';
import { route } from './route.ts';
import { CarSummary } from './thumbnails.ts';
import { Area, Instant } from './words.ts';

/** The newest few of something, and how many there are. */
const few = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.number().int(),
    /** there are more than `count`; they were not counted */
    more: z.boolean(),
    newest: z.array(item),
  });

const FailedJob = z.object({ id: z.string(), function: z.string(), stoppedAt: Instant.nullable() });
const RefusedPack = z.object({ fileName: z.string(), uploadedBy: z.string(), uploadedAt: Instant });

export const HomeTrouble = z.object({
  failedJobs: few(FailedJob),
  refusedPacks: few(RefusedPack),
  /** bytes that may still be written, and bytes that uploads leave free; null: the store does not say */
  disk: z.object({ free: z.number(), reserve: z.number() }).nullable(),
});
export type HomeTrouble = z.infer<typeof HomeTrouble>;

const OwnPack = z.object({
  fileName: z.string(),
  state: z.enum(['received', 'reading', 'live', 'refused']),
  uploadedAt: Instant,
  problemCount: z.number().int(),
});
export const HomePacks = z.object({
  /** own packs that were refused, and of which no newer upload followed */
  refused: few(OwnPack),
  /** being received or read */
  reading: few(OwnPack),
  live: few(OwnPack),
});
export type HomePacks = z.infer<typeof HomePacks>;

const Waiting = z.object({ count: z.number().int(), newest: z.array(z.string()) });
export const HomePromotion = z.object({
  /** ids of the sets that were delivered last, and how many wait */
  preprod: Waiting,
  prod: Waiting,
});
export type HomePromotion = z.infer<typeof HomePromotion>;

export const HomeSets = z.object({
  area: Area,
  /** when the person was last here; null: never before */
  since: Instant.nullable(),
  sets: few(CarSummary.extend({ at: Instant })),
});
export type HomeSets = z.infer<typeof HomeSets>;

export const FirstSteps = z.object({
  /** the store has been used: something was promoted */
  done: z.boolean(),
  configurations: z.boolean(),
  metaPack: z.boolean(),
  pictures: z.boolean(),
  users: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

export const homeRoutes = {
  homeTrouble: route({
    method: 'GET',
    path: '/api/v2/admin/home/trouble',
    summary: 'What an administrator should look at: failed jobs, refused packs, the free space',
    permission: 'admin',
    embargo: 'names',
    answer: HomeTrouble,
  }),
  homePacks: route({
    method: 'GET',
    path: '/api/v2/admin/home/packs',
    summary: 'The newest packs that the caller uploaded, by state',
    permission: 'upload',
    embargo: 'names',
    answer: HomePacks,
  }),
  homePromotion: route({
    method: 'GET',
    path: '/api/v2/admin/home/promotion',
    summary: 'How many sets wait for Pre-Prod and for Prod, and the newest of them',
    permission: 'upload',
    embargo: 'names',
    answer: HomePromotion,
  }),
  homeSets: route({
    method: 'GET',
    path: '/api/v2/test/home/sets',
    summary: 'The sets of the area that are new or changed since the caller’s last visit, the newest first',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    answer: HomeSets,
  }),
  firstSteps: route({
    method: 'GET',
    path: '/api/v2/admin/home/steps',
    summary: 'Which of the first steps have been done, on a store that nothing was promoted in yet',
    permission: 'upload',
    embargo: 'names',
    answer: FirstSteps,
  }),
} as const;
