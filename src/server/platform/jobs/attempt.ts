/**
 * One attempt of a claimed job: runs its handler, keeps the lease alive by a heartbeat, and records how it ended.
 *
 *   WorkerReport, WorkerTimes, AttemptOptions
 *   UNREACHABLE_BACKOFF
 *   openAttempts
 */
import { sql, type Transaction } from 'kysely';
import { databaseNow } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import type { FailureLog } from '../log.ts';
import { withRootSpan } from '../tracing.ts';
import { isTemporary, Unavailable } from '../unavailable.ts';
import { type JobContext, type JobDefinition, type JobHandler, JobRefused } from './jobs.ts';
import type { Job, JobTables } from './table.ts';

/** Thrown by `complete` if another worker has the job by now; rolls back the handler's transaction. */
class LeaseLost extends Error {}

const FAILURE_LENGTH = 4000;
/** Multiplies `retryAfter` while something that the job needs is unreachable. */
export const UNREACHABLE_BACKOFF = 5;

export interface WorkerReport {
  /**
   * An attempt of a job failed. `refused`: trying again would not help; `failed`: it was the last attempt; `retried`:
   * there will be another; `waiting`: something that it needs is unreachable, reported once for each reason.
   */
  failed(event: { job: Job; error: unknown; outcome: 'refused' | 'failed' | 'retried' | 'waiting' }): void;
  claimFailures: FailureLog;
  keepAliveFailures: FailureLog;
}

/** milliseconds */
export interface WorkerTimes {
  /** a worker that has not renewed its lease for this long counts as dead */
  readonly lease: number;
  readonly heartbeat: number;
  /** how often an idle worker looks for jobs */
  readonly poll: number;
  readonly retryAfter: number;
  /** how often progress is written */
  readonly progress: number;
}

export interface AttemptOptions<T extends JobTables> {
  readonly database: Database<JobTables>;
  readonly handlers: Readonly<Record<string, JobHandler | JobDefinition<T>>>;
  readonly report: WorkerReport;
  readonly times: WorkerTimes;
  /** aborted when the worker stops */
  readonly stopping: AbortSignal;
  /** Called with each error of an attempt. */
  readonly noteError: (error: unknown) => void;
  /** Waits before the database is tried again. */
  readonly pause: () => Promise<void>;
}

/** For users: without paths of the server. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, FAILURE_LENGTH);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full.';
  if (syscall !== undefined) return `The operating system reports an error: ${code} (${syscall}).`;
  if (!(error instanceof Unavailable) && isTemporary(error) && error.cause) return failureText(error.cause);
  return error.message.slice(0, FAILURE_LENGTH);
}

const RELEASED = { leaseOwner: null, leaseUntil: null } as const;

const after = (trx: Transaction<JobTables>, milliseconds: number) => sql<number>`${databaseNow(trx)} + ${milliseconds}`;

/** Updates the job only while the caller holds its lease. */
const updateClaimed = (trx: Transaction<JobTables>, { id, leaseOwner }: Job) =>
  trx.updateTable('jobs').where('id', '=', id).where('leaseOwner', '=', leaseOwner).where('state', '=', 'STARTED');

async function complete(trx: Transaction<JobTables>, job: Job): Promise<void> {
  const done = await updateClaimed(trx, job)
    .set({ ...RELEASED, state: 'COMPLETED', progress: 100, failure: null, stoppedAt: databaseNow(trx) })
    .executeTakeFirst();
  if (Number(done.numUpdatedRows) !== 1) throw new LeaseLost('another worker has this job');
}

/** @returns a function that runs a claimed job until its end is recorded. It throws if that fails: the lease will expire */
export function openAttempts<T extends JobTables>({
  database,
  handlers,
  report,
  times,
  stopping,
  noteError,
  pause,
}: AttemptOptions<T>): (job: Job) => Promise<void> {
  /** While the lease lasts the job is ours, so recording its end can wait for the database. */
  async function untilAnswered(write: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await write();
        return;
      } catch (error) {
        noteError(error);
        if (!isTemporary(error) || stopping.aborted) throw error;
        await pause();
      }
    }
  }

  async function recordFailure(job: Job, error: unknown): Promise<void> {
    const failure = failureText(error);
    const refused = error instanceof JobRefused;
    // Something that the job needs is unreachable. Nothing is wrong with the job itself, so it waits as long as that takes.
    const unreachable = !refused && isTemporary(error);
    const stopped = !refused && stopping.aborted;
    const final = refused || (!unreachable && !stopped && job.attempts >= job.maxAttempts);
    if (!stopped && !(unreachable && job.failure === failure)) {
      const outcome = refused ? 'refused' : unreachable ? 'waiting' : final ? 'failed' : 'retried';
      report.failed({ job, error, outcome });
    }
    const wait = times.retryAfter * (unreachable ? UNREACHABLE_BACKOFF : 1);
    // An attempt that was interrupted by the worker's stop, or that found a store unreachable, does not count.
    const attempts = stopped || unreachable ? job.attempts - 1 : job.attempts;
    await untilAnswered(() =>
      database.transaction(async (trx) => {
        const change = final
          ? ({ ...RELEASED, state: 'FAILED', failure, stoppedAt: databaseNow(trx) } as const)
          : stopped
            ? ({ ...RELEASED, state: 'CREATED', attempts } as const)
            : ({ ...RELEASED, state: 'CREATED', attempts, failure, notBefore: after(trx, wait) } as const);
        const { numUpdatedRows } = await updateClaimed(trx, job).set(change).executeTakeFirst();
        const definition = handlers[job.name];
        if (final && numUpdatedRows > 0n && typeof definition === 'object')
          await definition.failed?.(trx as never, job, failure, error);
      }),
    );
  }

  return async (job) => {
    const lost = new AbortController();
    let percent: number | undefined;
    let written: number | undefined;
    let renewing = false;
    const renewLease = async () => {
      let progress: number | undefined;
      const { numUpdatedRows } = await database.transaction((trx) => {
        // It may change again before this is written.
        progress = percent;
        return updateClaimed(trx, job)
          .set({ leaseUntil: after(trx, times.lease), ...(progress !== undefined && { progress }) })
          .executeTakeFirst();
      });
      written = progress;
      if (numUpdatedRows === 0n) lost.abort(new LeaseLost('another worker has this job'));
    };
    const keepAlive = async () => {
      // One at a time: of two, nobody knows whose progress was written last.
      if (renewing) return;
      renewing = true;
      try {
        await renewLease();
        report.keepAliveFailures.worked();
      } catch (error) {
        noteError(error);
        report.keepAliveFailures.failed(error);
      } finally {
        renewing = false;
      }
    };
    const heartbeat = setInterval(() => void keepAlive(), times.heartbeat);
    const showProgress = setInterval(() => void (percent !== written && keepAlive()), times.progress);
    try {
      const handler = handlers[job.name];
      if (!handler) throw new JobRefused(`no worker knows jobs named ${job.name}`);
      if (job.attempts > job.maxAttempts) throw new JobRefused(`its worker died ${job.maxAttempts} times`);
      let completed = false;
      const succeed = async (trx: Transaction<JobTables>) => {
        await complete(trx, job);
        if (typeof handler === 'object') await handler.done?.(trx as never, job);
      };
      const run = typeof handler === 'function' ? handler : handler.run;
      const context: JobContext = {
        job,
        payload: JSON.parse(job.payload) as never,
        signal: AbortSignal.any([lost.signal, stopping]),
        progress: (value) => {
          percent = Math.max(0, Math.min(100, Math.round(value)));
        },
        complete: async (trx) => {
          await succeed(trx);
          completed = true;
        },
      };
      const attributes = { 'job.id': job.id, 'job.attempt': job.attempts };
      const span = { kind: 'consumer', parent: job.trace ?? undefined, attributes } as const;
      await withRootSpan(`job ${job.name}`, span, () => run(context as never));
      if (!completed) await database.transaction(succeed);
    } catch (error) {
      if (error instanceof LeaseLost) return;
      noteError(error);
      await recordFailure(job, error);
    } finally {
      clearInterval(heartbeat);
      clearInterval(showProgress);
    }
  };
}
