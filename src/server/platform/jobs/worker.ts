/**
 * Workers: claim jobs, keep them alive by a heartbeat, and record how they ended. When a worker
 * dies, another one takes over its job.
 *
 *   WorkerReport, WorkerOptions
 *   startWorker
 */
import { sql, type Transaction } from 'kysely';
import { databaseNow } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import type { Trouble } from '../log.ts';
import { isTemporary, Unavailable } from '../unavailable.ts';
import { claim, clampAhead, MOST_SERVED, newOwner, nextAccount, type Turn } from './claim.ts';
import { type JobDefinition, type JobHandler, JobRefused, wakeUps } from './jobs.ts';
import type { Job, JobTables } from './table.ts';

/** Thrown by `complete` when another worker has the job by now: rolls the handler's transaction back. */
class LeaseLost extends Error {}

/** milliseconds */
const TIMES = {
  /** a worker that has not renewed its claim for this long counts as dead */
  lease: 15_000,
  heartbeat: 5_000,
  /** how often an idle worker looks */
  poll: 1_000,
  retryAfter: 2_000,
  /** how often progress is written */
  progress: 500,
};
const FAILURE_LENGTH = 4000;
/** Multiplies `retryAfter` while what the job works on is unreachable. */
const UNREACHABLE_BACKOFF = 5;

export interface WorkerReport {
  /**
   * A try of a job failed. `refused`: trying again would not help; `failed`: it was tried often enough; `retried`: it is
   * tried again; `waiting`: what it works on is unreachable, reported once for each reason.
   */
  failed(event: { job: Job; error: unknown; outcome: 'refused' | 'failed' | 'retried' | 'waiting' }): void;
  claiming: Trouble;
  keeping: Trouble;
}

export interface WorkerOptions<T extends JobTables> {
  database: Database<T>;
  handlers: Readonly<Record<string, JobHandler | JobDefinition<T>>>;
  concurrency: number;
  report: WorkerReport;
  times?: Partial<typeof TIMES>;
}
export interface Worker {
  /** Resolves when the running jobs have given up their leases; they restart elsewhere, or at the next start. */
  stop(): Promise<void>;
}

/** For people: without paths of the server. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, FAILURE_LENGTH);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full.';
  if (syscall !== undefined) return `The operating system reports an error: ${code} (${syscall}).`;
  if (!(error instanceof Unavailable) && isTemporary(error) && error.cause) return failureText(error.cause);
  return error.message.slice(0, FAILURE_LENGTH);
}

export function startWorker<T extends JobTables>({
  database: whole,
  handlers,
  concurrency,
  report,
  times: given,
}: WorkerOptions<T>): Worker {
  // The worker itself uses only the table of jobs.
  const database = whole as unknown as Database<JobTables>;
  const times = { ...TIMES, ...given };
  const stopping = new AbortController();
  /** owners of claims whose answer was lost: they may hold a job */
  const lostClaims = new Set<string>();
  /** of the monotonic timer */
  let failedAt = Number.NEGATIVE_INFINITY;
  let clampedAt = Number.NEGATIVE_INFINITY;

  const mine = (trx: Transaction<JobTables>, { id, leaseOwner }: Job) =>
    trx.updateTable('jobs').where('id', '=', id).where('leaseOwner', '=', leaseOwner).where('state', '=', 'STARTED');
  const free = { leaseOwner: null, leaseUntil: null } as const;
  const later = (trx: Transaction<JobTables>, milliseconds: number) =>
    sql<number>`${databaseNow(trx)} + ${milliseconds}`;

  async function complete(trx: Transaction<JobTables>, job: Job): Promise<void> {
    const done = await mine(trx, job)
      .set({ ...free, state: 'COMPLETED', progress: 100, failure: null, stoppedAt: databaseNow(trx) })
      .executeTakeFirst();
    if (Number(done.numUpdatedRows) !== 1) throw new LeaseLost('another worker has this job');
  }

  const noted = (error: unknown) => {
    if (isTemporary(error)) failedAt = performance.now();
    return error;
  };

  /** The job is ours while its lease is alive, so recording its end can wait for the database. */
  async function untilAnswered(write: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await write();
        return;
      } catch (error) {
        if (!isTemporary(noted(error)) || stopping.signal.aborted) throw error;
        await pause();
      }
    }
  }

  async function fail(job: Job, error: unknown): Promise<void> {
    const failure = failureText(error);
    const refused = error instanceof JobRefused;
    // What the job works on is unreachable. The job waits as long as that takes, because nothing is wrong with it.
    const away = !refused && isTemporary(error);
    const stopped = !refused && stopping.signal.aborted;
    const final = refused || (!away && !stopped && job.attempts >= job.maxAttempts);
    if (!stopped && !(away && job.failure === failure)) {
      report.failed({ job, error, outcome: refused ? 'refused' : away ? 'waiting' : final ? 'failed' : 'retried' });
    }
    const wait = times.retryAfter * (away ? UNREACHABLE_BACKOFF : 1);
    // A try that the end of the worker interrupted, or that found a store unreachable, does not count.
    const attempts = stopped || away ? job.attempts - 1 : job.attempts;
    await untilAnswered(() =>
      database.transaction(async (trx) => {
        const change = final
          ? ({ ...free, state: 'FAILED', failure, stoppedAt: databaseNow(trx) } as const)
          : stopped
            ? ({ ...free, state: 'CREATED', attempts } as const)
            : ({ ...free, state: 'CREATED', attempts, failure, notBefore: later(trx, wait) } as const);
        const { numUpdatedRows } = await mine(trx, job).set(change).executeTakeFirst();
        const definition = handlers[job.name];
        if (final && numUpdatedRows > 0n && typeof definition === 'object')
          await definition.failed?.(trx as never, job, failure, error);
      }),
    );
  }

  async function run(job: Job): Promise<void> {
    const lost = new AbortController();
    let percent: number | undefined;
    let written: number | undefined;
    const beat = async () => {
      const { numUpdatedRows } = await database.transaction((trx) =>
        mine(trx, job)
          .set({ leaseUntil: later(trx, times.lease), ...(percent !== undefined && { progress: percent }) })
          .executeTakeFirst(),
      );
      written = percent;
      if (numUpdatedRows === 0n) lost.abort(new LeaseLost('another worker has this job'));
    };
    const keep = () => void beat().then(report.keeping.worked, (error) => report.keeping.failed(noted(error)));
    const heart = setInterval(keep, times.heartbeat);
    const shown = setInterval(() => percent !== written && keep(), times.progress);
    try {
      const handler = handlers[job.name];
      if (!handler) throw new JobRefused(`no worker knows jobs named ${job.name}`);
      if (job.attempts > job.maxAttempts) throw new JobRefused(`its worker died ${job.maxAttempts} times`);
      let completed = false;
      await (typeof handler === 'function' ? handler : handler.run)({
        job,
        payload: JSON.parse(job.payload) as never,
        signal: AbortSignal.any([lost.signal, stopping.signal]),
        progress: (value) => {
          percent = Math.max(0, Math.min(100, Math.round(value)));
        },
        complete: async (trx) => {
          await complete(trx, job);
          completed = true;
        },
      });
      if (!completed) await database.transaction((trx) => complete(trx, job));
    } catch (error) {
      if (!(error instanceof LeaseLost)) await fail(job, noted(error));
    } finally {
      clearInterval(heart);
      clearInterval(shown);
    }
  }

  /** Accounts that had their turn in this round, which ends when nobody else waits. */
  const served = new Set<string>();

  async function next(): Promise<Job | undefined> {
    while (served.size > 0 && served.size < MOST_SERVED) {
      const turn = await nextAccount(database, served);
      if (!turn) break;
      served.add(turn.createdBy);
      // Another worker may have the job by now, or an earlier one of its key may run.
      const job = await claimOne(turn);
      if (job) return job;
    }
    served.clear();
    const job = await claimOne();
    if (job) served.add(job.createdBy);
    return job;
  }

  async function claimOne(turn?: Turn): Promise<Job | undefined> {
    const now = performance.now();
    if (now - clampedAt >= times.lease) {
      await clampAhead(database, { lease: times.lease, longestPause: times.retryAfter * UNREACHABLE_BACKOFF });
      clampedAt = now;
    }
    const owner = newOwner();
    const lost = [...lostClaims];
    // After an outage of the database, workers get time to renew their leases.
    const takeOver = now - failedAt > times.lease;
    try {
      const job = await claim(database, { owner, lease: times.lease, takeOver, lost, turn });
      for (const name of lost) lostClaims.delete(name);
      return job;
    } catch (error) {
      lostClaims.add(owner);
      throw error;
    }
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        wakeUps.off('enqueued', done);
        stopping.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, times.poll);
      wakeUps.once('enqueued', done);
      stopping.signal.addEventListener('abort', done);
    });

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      let job: Job | undefined;
      try {
        job = await next();
        report.claiming.worked();
      } catch (error) {
        // An outage of the database must not end the worker.
        report.claiming.failed(noted(error));
      }
      if (job) await run(job).catch(report.keeping.failed);
      else await pause();
    }
  }

  const loops = Array.from({ length: concurrency }, loop);
  return {
    async stop() {
      stopping.abort(new Error('the worker stops'));
      await Promise.all(loops);
    },
  };
}
