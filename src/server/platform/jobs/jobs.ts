/**
 * Jobs on one table. Asked for inside the transaction that needs them, numbered by the database, run by workers (worker.ts).
 *
 *   NewJob, enqueue     both happen or neither: the transaction and its job
 *   lockKey             one transaction at a time that asks for jobs of a key
 *   isJobDue               whether a job that is to run every so often was not asked for lately
 *   retry               runs a failed job again
 *   JobContext, JobHandler, JobDefinition
 *   JobRefused          a failure that trying again cannot mend
 */
import { EventEmitter } from 'node:events';
import { sql, type Transaction } from 'kysely';
import { databaseNow } from '../database/clock.ts';
import { lockName } from '../database/dialect.ts';
import { timeOrderedId } from '../ids.ts';
import type { Job, JobTables } from './table.ts';

export interface NewJob {
  /** names the handler */
  name: string;
  /** what a person reads in the batch summary */
  function: string;
  subject?: string;
  payload: unknown;
  /** jobs of one key run one after the other, in the order in which they were committed */
  serialKey?: string;
  createdBy: string;
  maxAttempts?: number;
}

export interface JobContext<P = unknown> {
  readonly job: Job;
  readonly payload: P;
  /** aborted when the worker stops or has lost the lease */
  readonly signal: AbortSignal;
  progress(percent: number): void;
  /** Marks the job done inside the handler's own transaction, so that the effect and its completion are one. */
  complete(trx: Transaction<JobTables>): Promise<void>;
}
export type JobHandler = (context: JobContext<never>) => Promise<void>;
export interface JobDefinition<T extends JobTables = JobTables> {
  readonly run: JobHandler;
  /** In the transaction that gives the job up for good. @param reason as the batch summary shows it */
  failed?(trx: Transaction<T>, job: Job, reason: string, error: unknown): Promise<void>;
}

export class JobRefused extends Error {}

/** Tells the workers of this process that there may be something to do; those of others look for themselves. */
export const wakeUps = new EventEmitter().setMaxListeners(0);
/** The row can be seen after the commit only; workers that wake up too early look again a second later. */
const wakeSoon = (): void => void setTimeout(() => wakeUps.emit('enqueued'), 5).unref();

/**
 * Who reads the jobs of a key and then asks for another one takes this first. A transaction that asks for one of a key has
 * it until its end, so that the jobs of a key are numbered in the order in which they become visible.
 */
export const lockKey = (trx: Transaction<JobTables>, serialKey: string): Promise<void> =>
  lockName(trx, `job ${serialKey}`);

/**
 * @param every milliseconds
 * @param first when the first one counts as asked for, epoch milliseconds; without it the first is due at once
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
  // One that was asked for in the future was asked for before the clock went back.
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
      startedAt: null,
      stoppedAt: null,
    })
    .execute();
  wakeSoon();
  return id;
}

/**
 * Runs a failed job again, unless a later one of its key was asked for since: that one has the newer content.
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
  // No later one may be asked for between the look and the change.
  if (job.serialKey !== null) await lockKey(trx, job.serialKey);
  const later = await trx
    .selectFrom('jobs')
    .select('id')
    .where('number', '>', job.number)
    .where((e) => (job.serialKey === null ? e('function', '=', job.function) : e('serialKey', '=', job.serialKey)))
    .limit(1)
    .executeTakeFirst();
  if (later) return 'outdated';
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
  wakeSoon();
  return 'requeued';
}
