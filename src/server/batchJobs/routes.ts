/** The calls of the batch summary: the newest jobs, changes of jobs, and running a failed job again. */
import type { batchJobRoutes } from '../../contract/batchJobs.ts';
import { receiveAgain } from '../delivery/upload.ts';
import type { Handlers } from '../handlers.ts';
import { write } from '../journal/journal.ts';
import { conflict, notFound } from '../platform/http/errors.ts';
import type { JobChanges } from '../platform/jobs/changes.ts';
import { countItems, type ItemCounts } from '../platform/jobs/items.ts';
import { retry } from '../platform/jobs/jobs.ts';
import type { Database } from '../schema.ts';

const MAX_ROWS = 1000;
const instant = (time: number | null) => (time === null ? null : new Date(time).toISOString());

const itemsOf = (counts: ItemCounts | undefined) => {
  if (!counts) return {};
  const { total, done, refused, stopped } = counts;
  return { items: { total, done, refused, stopped } };
};

export const batchJobHandlers = ({
  database,
  changes,
}: {
  database: Database;
  changes: JobChanges;
}): Handlers<typeof batchJobRoutes> => ({
  jobChanges: async ({ query: { after }, reply }) => {
    const disconnected = new AbortController();
    reply.raw.once('close', () => disconnected.abort());
    return { cursor: await changes.wait(after, disconnected.signal) };
  },
  batchSummary: async () => {
    const rows = await database.read.selectFrom('jobs').selectAll().orderBy('number', 'desc').limit(MAX_ROWS).execute();
    const counts = await countItems(
      database,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, ...row }) => ({
      id,
      jobName: row.name,
      jobStatus: row.state as 'CREATED' | 'STARTED' | 'COMPLETED' | 'FAILED',
      function: row.function,
      createdAt: new Date(row.createdAt).toISOString(),
      startedAt: instant(row.startedAt),
      stoppedAt: instant(row.stoppedAt),
      progress: row.progress,
      failure: row.failure,
      ...itemsOf(counts.get(id)),
    }));
  },
  retryJob: async ({ params: { jobId }, caller }) => {
    const { outcome, name } = await database.transaction(async (trx) => {
      const outcome = await retry(trx, jobId);
      const row = await trx.selectFrom('jobs').select('function').where('id', '=', jobId).executeTakeFirst();
      const text = row?.function ?? '';
      if (outcome === 'requeued') {
        await receiveAgain(trx, jobId);
        const message = `Job "${text}" had failed and runs again.`;
        await write(trx, { status: 'INFO', context: 'jobs', message, who: caller.username });
      }
      return { outcome, name: text };
    });
    if (outcome === 'unknown') throw notFound('unknown-job', 'There is no such job. Reload the batch summary.');
    if (outcome === 'outdated') {
      throw conflict('job-outdated', `"${name}" was followed by a later job about the same. Look at that one.`);
    }
    return {
      message: outcome === 'requeued' ? `"${name}" runs again.` : `"${name}" has not failed; it was left as it is.`,
    };
  },
});
