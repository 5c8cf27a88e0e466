/**
 * Texts of Batch summary.
 *
 *   batchTexts
 */
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
  retry: 'Retry',
  retryJob: (name: string) => `Retry ${name}`,
  retrying: 'retry the job',
};
