/**
 * One job, for its creator and for administrators; for others it does not exist. Callers can wait for changes.
 *
 *   followJob
 */
import { createHash } from 'node:crypto';
import type { JobAnswer } from '../../contract/index.ts';
import { WITHHELD } from '../access/packVisibility.ts';
import { REPROCESS } from '../assetProfiles/jobs.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Caller } from '../handlers.ts';
import { notFound } from '../platform/http/errors.ts';
import type { JobChanges } from '../platform/jobs/changes.ts';
import { countItems } from '../platform/jobs/items.ts';
import type { Job } from '../platform/jobs/table.ts';
import type { Database } from '../schema.ts';
import { batchRowOf } from './rows.ts';

/** Proxies cut connections that are silent for more than half a minute. */
const LONGEST_WAIT_MS = 20_000;

interface Stores {
  database: Database;
  catalogue: Pick<Catalogue, 'seenBy'>;
  changes: JobChanges;
}

const cursorOf = (row: object): string =>
  createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22);

/** Whether the job is about a set that has since been hidden from the caller. */
async function isHidden({ catalogue }: Stores, { can }: Caller, { subject, payload }: Job): Promise<boolean> {
  const { kind, disId } = JSON.parse(payload) as { kind?: string; disId?: string };
  const isAboutSet = kind === 'dis' || disId !== undefined;
  return isAboutSet && subject !== null && !(await catalogue.seenBy(can).knows(subject));
}

async function readJob(stores: Stores, jobId: string, caller: Caller): Promise<JobAnswer> {
  const { database } = stores;
  const job = await database.read.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst();
  const isTheirs = job?.createdBy === caller.username || caller.can.admin;
  if (!job || !isTheirs || (await isHidden(stores, caller, job))) {
    throw notFound(
      'unknown-job',
      'There is no such job, or another user started it. Ended jobs are deleted after a while.',
    );
  }
  const row = batchRowOf(job, (await countItems(database, [jobId])).get(jobId));
  // This failure names pictures, which may come from packs of other users.
  const withheld = job.name === REPROCESS && job.failure !== null && !caller.can.embargo ? WITHHELD : undefined;
  return {
    ...row,
    ...(withheld !== undefined && { failure: null, withheld }),
    subject: job.subject,
    createdBy: job.createdBy,
    cursor: cursorOf(row),
  };
}

/**
 * @param after the `cursor` of an earlier answer: waits a limited time until the job differs from it. Absent: answers
 * at once
 * @throws ApiError 404
 */
export async function followJob(
  stores: Stores,
  { jobId, after, caller, signal }: { jobId: string; after: string | undefined; caller: Caller; signal: AbortSignal },
): Promise<JobAnswer> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_WAIT_MS)]);
  // Read the version of all jobs before the job, so that no change is missed in between.
  let version = await stores.changes.wait(undefined, ending);
  for (;;) {
    const job = await readJob(stores, jobId, caller);
    if (job.cursor !== after || ending.aborted) return job;
    const next = await stores.changes.wait(version, ending);
    // Waiting ended without a change: the time is up, or the server is closing.
    if (next === version) return job;
    version = next;
  }
}
