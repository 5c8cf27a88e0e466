/**
 * Jobs in one table. Requested inside the transaction that needs them, numbered by the database, run by workers (worker.ts).
 *
 *   NewJob, enqueue     adds a job if and only if the transaction commits
 *   lockKey             serialises the transactions that request jobs of a key
 *   isJobDue            whether a periodic job is due
 *   retry               runs a failed job again
 *   JobContext, JobHandler, JobDefinition
 *   JobRefused          a failure that a retry cannot fix
 */
import { EventEmitter } from 'node:events';
import { sql, type Transaction } from 'kysely';
import { databaseNow } from '../database/clock.ts';
import { afterCommit } from '../database/commitHooks.ts';
import { lockName } from '../database/dialect.ts';
import { timeOrderedId } from '../ids.ts';
import { traceParent } from '../tracing.ts';
import { addItems, type NewItem, reopenItems } from './items.ts';
import type { Job, JobTables } from './table.ts';

export interface NewJob {
  /** names the handler */
  name: string;
  /** the name that users see in the batch summary */
  function: string;
  subject?: string;
  payload: unknown;
  /** jobs with the same key run one after the other, in the order in which they were committed */
  serialKey?: string;
  /** what the job does, one after the other; each item has a serial key of its own */
  items?: readonly NewItem[];
  createdBy: string;
  maxAttempts?: number;
}

export interface JobContext<P = unknown> {
  readonly job: Job;
  readonly payload: P;
  /** aborted when the worker stops or has lost the lease */
  readonly signal: AbortSignal;
  progress(percent: number): void;
  /** Marks the job done inside the handler's own transaction, so that effect and completion are atomic. */
  complete(trx: Transaction<JobTables>): Promise<void>;
}
export type JobHandler = (context: JobContext<never>) => Promise<void>;
export interface JobDefinition<T extends JobTables = JobTables> {
  readonly run: JobHandler;
  /** takes milliseconds, and somebody waits for it: it never waits behind jobs that take longer */
  readonly quick?: true;
  /** Runs in the transaction that records the success. */
  done?(trx: Transaction<T>, job: Job): Promise<void>;
  /** Runs in the transaction that records the final failure. @param reason as the batch summary shows it */
  failed?(trx: Transaction<T>, job: Job, reason: string, error: unknown): Promise<void>;
}

export class JobRefused extends Error {}

/** Wakes the workers of this process; those of other processes poll. */
export const wakeUps = new EventEmitter().setMaxListeners(0);
/** After the commit: a worker that wakes up before sees no job, and looks again only a second later. */
const wakeWorkers = (): void => afterCommit(() => void wakeUps.emit('enqueued'));

/**
 * Take it before reading the jobs of a key in order to request another one. A transaction that requests a job holds the
 * lock of its key until it ends, so that the jobs of a key are numbered in the order in which they become visible.
 */
export const lockKey = (trx: Transaction<JobTables>, serialKey: string): Promise<void> =>
  lockName(trx, `job ${serialKey}`);

/**
 * @param every milliseconds
 * @param first when the first one counts as requested, epoch milliseconds; absent: the first is due at once
 */
export async function isJobDue(
  trx: Transaction<JobTables>,
  name: string,
  every: number,
  first: number | null = null,
): Promise<boolean> {
  const last = trx
    .selectFrom('jobs')
    .select((e) => e.fn.max('createdAt').as('at'))
    .where('name', '=', name);
  const { rows } = await sql<{ age: number | null }>`
    select ${databaseNow(trx)} - coalesce((${last}), ${first}) as "age"`.execute(trx);
  const age = rows[0]?.age ?? null;
  // A job with a time in the future was requested before the clock went back.
  return age === null || age >= every || age < 0;
}

/** @returns the job's id */
export async function enqueue(trx: Transaction<JobTables>, job: NewJob): Promise<string> {
  if (job.serialKey !== undefined) await lockKey(trx, job.serialKey);
  const id = timeOrderedId();
  const now = databaseNow(trx);
  await trx
    .insertInto('jobs')
    .values({
      id,
      name: job.name,
      function: job.function,
      subject: job.subject ?? null,
      state: 'CREATED',
      payload: JSON.stringify(job.payload),
      progress: null,
      failure: null,
      attempts: 0,
      maxAttempts: job.maxAttempts ?? 3,
      notBefore: now,
      leaseOwner: null,
      leaseUntil: null,
      serialKey: job.serialKey ?? null,
      createdAt: now,
      createdBy: job.createdBy,
      trace: traceParent() ?? null,
      startedAt: null,
      stoppedAt: null,
    })
    .execute();
  if (job.items) await addItems(trx, id, job.items);
  wakeWorkers();
  return id;
}

/** Whether a later job is about the same subject: has the same key or, without one, the same function text. */
async function hasLater(
  trx: Transaction<JobTables>,
  { number, serialKey, function: what }: Pick<Job, 'number' | 'serialKey' | 'function'>,
): Promise<boolean> {
  const later = await trx
    .selectFrom('jobs')
    .select('id')
    .where('number', '>', number)
    .where((e) =>
      serialKey === null
        ? e('function', '=', what)
        : e.or([
            e('serialKey', '=', serialKey),
            e('id', 'in', e.selectFrom('jobItems').select('jobId').where('serialKey', '=', serialKey)),
          ]),
    )
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/**
 * Runs a failed job again, unless a later one with its key was requested since: that one has the newer content. The
 * items of a job that were not done wait again, except those that a later job is about.
 * @returns the outcome; `outdated`: a later one was requested
 */
export async function retry(
  trx: Transaction<JobTables>,
  id: string,
): Promise<'requeued' | 'notFailed' | 'outdated' | 'unknown'> {
  const job = await trx
    .selectFrom('jobs')
    .select(['number', 'state', 'serialKey', 'function'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!job) return 'unknown';
  if (job.state !== 'FAILED') return 'notFailed';
  // Keep later jobs from being requested between this read and the change.
  if (job.serialKey !== null) await lockKey(trx, job.serialKey);
  const reopened = await reopenItems(trx, id, job.number);
  if (reopened === 'none' || (reopened === 'noItems' && (await hasLater(trx, job)))) return 'outdated';
  const changed = await trx
    .updateTable('jobs')
    .set({
      state: 'CREATED',
      attempts: 0,
      progress: null,
      failure: null,
      notBefore: databaseNow(trx),
      startedAt: null,
      stoppedAt: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'FAILED')
    .executeTakeFirst();
  if (Number(changed.numUpdatedRows) === 0) return 'notFailed';
  wakeWorkers();
  return 'requeued';
}
