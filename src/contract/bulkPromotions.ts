/** Promoting many sets or static packs by one request: one job, with a result for each. Beyond the specification. */
import { z } from 'zod';
import { BULK_PROMOTION_KEYS } from './constants.ts';
import { route } from './route.ts';
import { Area, Instant } from './words.ts';

const Kind = z.enum(['dis', 'static']);
const Part = z.enum(['all', 'metadata']);

/** A job that promotes many, and how far it is. */
export const BulkPromotion = z.object({
  jobId: z.string(),
  kind: Kind,
  source: Area,
  target: Area,
  what: Part,
  note: z.string().nullable(),
  who: z.string(),
  state: z.enum(['CREATED', 'STARTED', 'COMPLETED', 'FAILED']),
  createdAt: Instant,
  stoppedAt: Instant.nullable(),
  /** why it failed, or waits; null: neither */
  failure: z.string().nullable(),
  /** how many it was asked to promote: `promoted`, `refused`, `stopped`, and those that wait */
  total: z.number().int(),
  promoted: z.number().int(),
  refused: z.number().int(),
  stopped: z.number().int(),
});
export type BulkPromotion = z.infer<typeof BulkPromotion>;

const BulkPromotionItem = z.object({
  /** set id, or name of the static pack */
  key: z.string(),
  state: z.enum(['waiting', 'promoted', 'refused', 'stopped']),
  /** a sentence: why it was refused, or who stopped the job */
  reason: z.string().nullable(),
});
export type BulkPromotionItem = z.infer<typeof BulkPromotionItem>;

/** With the result of each: refused ones first, then stopped, waiting and promoted ones. */
export const BulkPromotionDetails = BulkPromotion.extend({ items: z.array(BulkPromotionItem) });
export type BulkPromotionDetails = z.infer<typeof BulkPromotionDetails>;

/** What every call that promotes says of itself. */
export const PROMOTES = {
  permission: 'upload',
  scopes: ['promote'],
  embargo: 'names',
  changes: true,
  changesProd: ['target'],
  startsJob: true,
} as const;

const JobId = z.object({ jobId: z.string().max(100) });

export const bulkPromotionRoutes = {
  promoteMany: route({
    method: 'POST',
    path: '/api/v2/admin/promotions',
    summary:
      'Promote up to 1,000 sets or static packs by one job; refused as a whole, with the reason of each, if one cannot be promoted',
    ...PROMOTES,
    body: z.object({
      kind: Kind,
      /** set ids, or names of static packs */
      keys: z.array(z.string().max(300)).min(1).max(BULK_PROMOTION_KEYS),
      source: Area,
      target: Area,
      /** `metadata`: of sets, the target keeps its pictures */
      what: Part.default('all'),
      note: z.string().max(2000).optional(),
    }),
    answer: BulkPromotion,
  }),
  bulkPromotions: route({
    method: 'GET',
    path: '/api/v2/admin/promotions',
    summary: 'The newest 20 promotions of many',
    permission: 'upload',
    scopes: ['promote'],
    embargo: 'names',
    answer: z.array(BulkPromotion),
  }),
  bulkPromotion: route({
    method: 'GET',
    path: '/api/v2/admin/promotions/:jobId',
    summary: 'A promotion of many, with the outcome of each set or static pack',
    permission: 'upload',
    scopes: ['promote'],
    embargo: 'names',
    params: JobId,
    answer: BulkPromotionDetails,
  }),
  stopBulkPromotion: route({
    method: 'POST',
    path: '/api/v2/admin/promotions/:jobId/stop',
    summary: 'Stop a promotion of many: what was promoted stays promoted, the rest is left out',
    permission: 'upload',
    scopes: ['promote'],
    embargo: 'names',
    changes: true,
    params: JobId,
    answer: BulkPromotion,
  }),
} as const;
