/** The calls about jobs: the batch summary, one job, changes of jobs, and running a failed job again. */
import type { FastifyReply } from 'fastify';
import type { batchJobRoutes } from '../../contract/batchJobs.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { receiveAgain } from '../delivery/upload.ts';
import { type Handlers, setJobLocation } from '../handlers.ts';
import { write } from '../journal/journal.ts';
import { conflict, notFound } from '../platform/http/errors.ts';
import type { JobChanges } from '../platform/jobs/changes.ts';
import { countItems } from '../platform/jobs/items.ts';
import { retry } from '../platform/jobs/jobs.ts';
import type { Database } from '../schema.ts';
import { followJob } from './followJob.ts';
import { batchRowOf } from './rows.ts';

const MAX_ROWS = 1000;

function disconnected({ raw }: FastifyReply): AbortSignal {
  const ending = new AbortController();
  raw.once('close', () => ending.abort());
  return ending.signal;
}

export const batchJobHandlers = ({
  database,
  catalogue,
  changes,
}: {
  database: Database;
  catalogue: Catalogue;
  changes: JobChanges;
}): Handlers<typeof batchJobRoutes> => ({
  jobChanges: async ({ query: { after }, reply }) => {
    return { cursor: await changes.wait(after, disconnected(reply)) };
  },
  job: ({ params: { jobId }, query: { after }, caller, reply }) =>
    followJob({ database, catalogue, changes }, { jobId, after, caller, signal: disconnected(reply) }),
  batchSummary: async () => {
    const rows = await database.read.selectFrom('jobs').selectAll().orderBy('number', 'desc').limit(MAX_ROWS).execute();
    const counts = await countItems(
      database,
      rows.map(({ id }) => id),
    );
    return rows.map((job) => batchRowOf(job, counts.get(job.id)));
  },
  retryJob: async ({ params: { jobId }, caller, reply }) => {
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
      throw conflict('job-outdated', `"${name}" was followed by a later job about the same subject. See that one.`);
    }
    setJobLocation(reply, jobId);
    return {
      message: outcome === 'requeued' ? `"${name}" runs again.` : `"${name}" has not failed; it was left as it is.`,
    };
  },
});
