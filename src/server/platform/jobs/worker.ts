/**
 * Workers: claim jobs one after the other and run them (attempt.ts). When a worker dies, another one takes over its job.
 * Each worker has one more lane for quick jobs alone: a promotion does not wait until one that takes minutes is done.
 *
 *   WorkerOptions, Worker
 *   startWorker
 */
import type { Database } from '../database/database.ts';
import { isTemporary } from '../unavailable.ts';
import { openAttempts, UNREACHABLE_BACKOFF, type WorkerReport, type WorkerTimes } from './attempt.ts';
import { ACCOUNTS_PER_ROUND, type Claim, claim, clampFutureTimes, newOwner, nextAccount } from './claim.ts';
import { type JobDefinition, type JobHandler, wakeUps } from './jobs.ts';
import type { Job, JobTables } from './table.ts';

const TIMES: WorkerTimes = { lease: 15_000, heartbeat: 5_000, poll: 1_000, retryAfter: 2_000, progress: 500 };

export interface WorkerOptions<T extends JobTables> {
  database: Database<T>;
  handlers: Readonly<Record<string, JobHandler | JobDefinition<T>>>;
  /** jobs that run at a time, besides one that is quick */
  concurrency: number;
  report: WorkerReport;
  times?: Partial<WorkerTimes>;
}
export interface Worker {
  /** Resolves when the running jobs have given up their leases; they restart elsewhere, or at the next start. */
  stop(): Promise<void>;
}

export function startWorker<T extends JobTables>(options: WorkerOptions<T>): Worker {
  const { handlers, concurrency, report } = options;
  // The worker itself uses only the tables of jobs.
  const database = options.database as unknown as Database<JobTables>;
  const times = { ...TIMES, ...options.times };
  const stopping = new AbortController();
  /** owners of claims whose answer was lost: they may hold a job */
  const lostClaims = new Set<string>();
  /** on the monotonic timer */
  let failedAt = Number.NEGATIVE_INFINITY;
  let clampedAt = Number.NEGATIVE_INFINITY;

  const noteError = (error: unknown): void => {
    if (isTemporary(error)) failedAt = performance.now();
  };

  const pause = () =>
    new Promise<void>((resolve) => {
      // The worker was told to stop while it looked for a job: the signal does not fire again.
      if (stopping.signal.aborted) return resolve();
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

  const run = openAttempts({ database, handlers, report, times, stopping: stopping.signal, noteError, pause });

  /** counts the calls that woke this worker, because nobody listens while it looks for a job */
  let wokenTimes = 0;
  const woken = () => {
    wokenTimes += 1;
  };
  wakeUps.on('enqueued', woken);

  /** @param names of the jobs that the lane takes; absent: any. @returns takes the next job of the lane */
  function openLane(names?: readonly string[]): () => Promise<Job | undefined> {
    /** Accounts that had their turn in this round, which ends when no other account waits. */
    const served = new Set<string>();
    return async () => {
      while (served.size > 0 && served.size < ACCOUNTS_PER_ROUND) {
        const turn = await nextAccount(database, served, names);
        if (!turn) break;
        served.add(turn.createdBy);
        // Another worker may have the job by now, or an earlier one with its key may run.
        const job = await claimOne({ turn, names });
        if (job) return job;
      }
      served.clear();
      const job = await claimOne({ names });
      if (job) served.add(job.createdBy);
      return job;
    };
  }

  async function claimOne(wanted: Pick<Claim, 'turn' | 'names'>): Promise<Job | undefined> {
    const now = performance.now();
    if (now - clampedAt >= times.lease) {
      await clampFutureTimes(database, { lease: times.lease, longestPause: times.retryAfter * UNREACHABLE_BACKOFF });
      clampedAt = now;
    }
    const owner = newOwner();
    const lost = [...lostClaims];
    // After an outage of the database, give other workers time to renew their leases.
    const takeOver = now - failedAt > times.lease;
    try {
      const job = await claim(database, { owner, lease: times.lease, takeOver, lost, ...wanted });
      for (const name of lost) lostClaims.delete(name);
      return job;
    } catch (error) {
      lostClaims.add(owner);
      throw error;
    }
  }

  async function loop(next: () => Promise<Job | undefined>): Promise<void> {
    while (!stopping.signal.aborted) {
      let job: Job | undefined;
      const before = wokenTimes;
      try {
        job = await next();
        report.claimFailures.worked();
      } catch (error) {
        // An outage of the database must not end the worker.
        noteError(error);
        report.claimFailures.failed(error);
      }
      if (job) await run(job).catch(report.keepAliveFailures.failed);
      else if (wokenTimes === before) await pause();
    }
  }

  const next = openLane();
  const quick = Object.keys(handlers).filter((name) => {
    const handler = handlers[name];
    return typeof handler === 'object' && handler.quick;
  });
  const loops = Array.from({ length: concurrency }, () => loop(next));
  if (quick.length > 0) loops.push(loop(openLane(quick)));
  return {
    async stop() {
      stopping.abort(new Error('the worker stops'));
      wakeUps.off('enqueued', woken);
      await Promise.all(loops);
    },
  };
}
