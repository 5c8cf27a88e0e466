/** The batch summary: the background jobs, queued, running and ended. */
import { z } from 'zod';
import { route } from './route.ts';
import { Instant } from './words.ts';

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
  /** of a job that does many things one after the other: how many, and what became of them */
  items: z
    .object({ total: z.number().int(), done: z.number().int(), refused: z.number().int(), stopped: z.number().int() })
    .optional(),
});
export type BatchRow = z.infer<typeof BatchRow>;

export const batchJobRoutes = {
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
    params: z.object({ jobId: z.string().max(100) }),
    answer: z.object({ message: z.string() }),
  }),
} as const;
