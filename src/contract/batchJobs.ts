/** Background jobs, queued, running and ended: the batch summary, and one job for whoever began it. */
import { z } from 'zod';
import { route } from './route.ts';
import { Instant, Withheld } from './words.ts';

export const BatchRow = z.object({
  id: z.string(),
  jobName: z.string(),
  jobStatus: z.enum(['CREATED', 'STARTED', 'COMPLETED', 'FAILED']),
  function: z.string(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  stoppedAt: Instant.nullable(),
  /** percent */
  progress: z.number().int().nullable(),
  failure: z.string().nullable(),
  /** of a job that does many things one after the other: how many there are, and how they ended */
  items: z
    .object({ total: z.number().int(), done: z.number().int(), refused: z.number().int(), stopped: z.number().int() })
    .optional(),
});
export type BatchRow = z.infer<typeof BatchRow>;

/** A job as the person who began it sees it. */
export const JobAnswer = BatchRow.extend({
  /** the file name, set id or static pack that it is about; null: several, or none */
  subject: z.string().nullable(),
  /** the account that began it */
  createdBy: z.string(),
  /** `after` of the next call */
  cursor: z.string(),
  withheld: Withheld,
});
export type JobAnswer = z.infer<typeof JobAnswer>;

export const batchJobRoutes = {
  job: route({
    method: 'GET',
    path: '/api/v2/admin/jobs/:jobId',
    summary: 'A job, for whoever began it and for administrators; with `after` it waits up to 20 seconds for a change',
    permission: 'upload',
    scopes: ['deliver', 'promote'],
    embargo: 'ownContent',
    params: z.object({ jobId: z.string().max(100) }),
    query: z.object({ after: z.string().max(100).optional() }),
    answer: JobAnswer,
  }),
  batchSummary: route({
    method: 'GET',
    path: '/api/v2/admin/getBatchSummary',
    summary: 'The newest 1,000 jobs',
    permission: 'admin',
    embargo: 'content',
    answer: z.array(BatchRow),
  }),
  jobChanges: route({
    method: 'GET',
    path: '/api/v2/admin/batch/changes',
    summary:
      'Waits up to 20 seconds until a job is created, makes progress or ends after `after`; tells nothing about the job',
    permission: 'upload',
    scopes: ['deliver', 'promote'],
    embargo: 'none',
    query: z.object({ after: z.string().max(100).optional() }),
    answer: z.object({
      /** `after` of the next call */
      cursor: z.string(),
    }),
  }),
  retryJob: route({
    method: 'POST',
    path: '/api/v2/admin/batch/:jobId/retry',
    summary: 'Run a failed job again; jobs in other states stay as they are',
    permission: 'admin',
    embargo: 'names',
    changes: true,
    changesProd: ['job'],
    startsJob: true,
    params: z.object({ jobId: z.string().max(100) }),
    answer: z.object({ message: z.string() }),
  }),
} as const;
