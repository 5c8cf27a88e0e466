/** The batch summary: what runs, ran and failed in the background. */
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
    summary: 'Waits until a job was created, moved on or ended since `after`, at most 20 seconds; says nothing of them',
    permission: 'upload',
    embargo: 'none',
    query: z.object({ after: z.string().max(100).optional() }),
    /** for `after` of the next call */
    answer: z.object({ version: z.string() }),
  }),
  retryJob: route({
    method: 'POST',
    path: '/api/v2/admin/batch/:jobId/retry',
    summary: 'Run a failed job again; one that has not failed is left as it is',
    permission: 'admin',
    embargo: 'names',
    changes: true,
    changesProd: ['job'],
    params: z.object({ jobId: z.string().max(100) }),
    answer: z.object({ message: z.string() }),
  }),
} as const;
