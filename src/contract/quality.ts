/** The quality report of a set. */
import { z } from 'zod';
import { route } from './route.ts';
import { Area, Instant, Withheld } from './words.ts';

export const QualityFinding = z.object({
  kind: z.string(),
  severity: z.enum(['error', 'warning']),
  viewport: z.enum(['exterior', 'interior']).optional(),
  driver: z.enum(['LHD', 'RHD']).optional(),
  angles: z.array(z.string()).readonly().optional(),
  family: z.string().optional(),
  layer: z.string().optional(),
  feature: z.string().optional(),
  place: z.string(),
  /** of the file that the place names */
  line: z.number().int().optional(),
  message: z.string(),
  /** a legal configuration that shows it */
  example: z
    .object({ version: z.string(), features: z.array(z.string()).readonly() })
    .readonly()
    .optional(),
});
export type QualityFinding = z.infer<typeof QualityFinding>;

export const QualityReportAnswer = z.object({
  disId: z.string(),
  area: Area,
  /** `making`: the present content has no report yet; the answer is empty or of earlier content */
  state: z.enum(['made', 'making']),
  madeAt: Instant.nullable(),
  versions: z.number().int(),
  errors: z.number().int(),
  warnings: z.number().int(),
  /** empty if they are withheld */
  findings: z.array(QualityFinding).readonly(),
  text: z.string(),
  withheld: Withheld,
});
export type QualityReportAnswer = z.infer<typeof QualityReportAnswer>;

/** How many errors and warnings the quality report of a set has. */
const QualityCounts = z.object({
  disId: z.string(),
  /** `making`: the present content has no report yet, and the numbers are 0 */
  state: z.enum(['made', 'making']),
  errors: z.number().int(),
  warnings: z.number().int(),
});
export type QualityCounts = z.infer<typeof QualityCounts>;

export const qualityRoutes = {
  qualityCounts: route({
    method: 'GET',
    path: '/api/v2/admin/qualityCounts',
    summary: 'The numbers of errors and warnings of every set of an area; empty if the server makes no quality reports',
    permission: 'upload',
    scopes: ['deliver', 'promote'],
    embargo: 'names',
    query: z.object({ area: Area }),
    answer: z.array(QualityCounts),
  }),
  qualityReport: route({
    method: 'GET',
    path: '/api/v2/admin/dis/:id/qualityReport',
    summary: 'What is wrong with a set in an area, with a configuration that shows it',
    permission: 'baseCatalogue',
    scopes: ['deliver', 'promote'],
    embargo: 'ownContent',
    areas: true,
    params: z.object({ id: z.string().max(100) }),
    /** absent: that of the address; Embargo at the administration address */
    query: z.object({ area: Area.optional() }),
    answer: QualityReportAnswer,
  }),
} as const;
