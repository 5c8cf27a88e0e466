/**
 * Texts of Batch summary.
 *
 *   batchTexts
 */
import { formatNumber } from '../ui/numbers.ts';

export const batchTexts = {
  title: 'Batch summary',
  table: 'Jobs',
  filter: 'Filter jobs',
  empty: 'No job has run yet. Uploads and promotions create jobs.',
  jobName: 'Job Name',
  jobStatus: 'Job Status',
  function: 'Function',
  createdAt: 'Created At',
  startedAt: 'Started At',
  stoppedAt: 'Stopped At',
  failure: 'Failure',
  percent: (status: string, percent: number) => `${status} ${percent} %`,
  /** of a job with items, while it runs */
  ended: (status: string, ended: number, total: number) => `${status} ${formatNumber(ended)} of ${formatNumber(total)}`,
  showEach: 'Show each',
  showEachOf: (name: string) => `Show each of ${name}`,
  retry: 'Retry',
  allStates: 'All',
  states: 'Jobs by state',
  count: (state: string, jobs: number | undefined) => `${state} ${jobs === undefined ? '…' : formatNumber(jobs)}`,
  noMatch: 'No job matches the filters.',
  times: (created: string, started: string, stopped: string) =>
    [
      `Created ${created}`,
      ...(started === '' ? [] : [`started ${started}`]),
      ...(stopped === '' ? [] : [`stopped ${stopped}`]),
    ].join(', '),
  noFailure: 'This job has not failed.',
  retryJob: (name: string) => `Retry ${name}`,
  retrying: 'retry the job',
};
