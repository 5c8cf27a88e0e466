/**
 * Jobs as answers write them.
 *
 *   batchRowOf
 */
import type { BatchRow } from '../../contract/index.ts';
import type { ItemCounts } from '../platform/jobs/items.ts';
import type { Job } from '../platform/jobs/table.ts';

const instant = (time: number) => new Date(Number(time)).toISOString();
const instantOrNull = (time: number | null) => (time === null ? null : instant(time));

const itemsOf = (counts: ItemCounts | undefined) => {
  if (!counts) return {};
  const { total, done, refused, stopped } = counts;
  return { items: { total, done, refused, stopped } };
};

export const batchRowOf = (job: Job, counts: ItemCounts | undefined): BatchRow => ({
  id: job.id,
  jobName: job.name,
  jobStatus: job.state,
  function: job.function,
  createdAt: instant(job.createdAt),
  startedAt: instantOrNull(job.startedAt),
  stoppedAt: instantOrNull(job.stoppedAt),
  progress: job.progress,
  failure: job.failure,
  ...itemsOf(counts),
});
