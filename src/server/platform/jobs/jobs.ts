/**
 * Jobs on one table: claimed with a lease, kept alive by a heartbeat, tried again when a worker dies.
 *
 *   enqueue         inside the transaction that needs the job: both happen or neither
 *   retry           a failed job
 *   JobHandler      what a domain gives for a name
 *   JobRefused      a failure that trying again cannot mend
 *   startWorker     claims and runs
 */
import { EventEmitter } from 'node:events';
import { hostname } from 'node:os';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Database } from '../database/database.ts';
import { timeOrderedId } from '../ids.ts';
import type { Trouble } from '../log.ts';
import { isTemporary } from '../unavailable.ts';

export type Job = Selectable<Tables['jobs']>;

export interface NewJob {
  /** names the handler */
  name: string;
  /** what a person reads in the batch summary */
  function: string;
  subject?: string;
  payload: unknown;
  /** jobs of one key run one after the other, in order of creation */
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
  complete(trx: Transaction<Tables>): Promise<void>;
}
export type JobHandler = (context: JobContext<never>) => Promise<void>;

export class JobRefused extends Error {}
/** Thrown by `complete` when another worker has the job by now: rolls the handler's transaction back. */
class LeaseLost extends Error {}

/** milliseconds */
const TIMES = {
  /** a worker that did not renew its claim for so long is taken for dead */
  lease: 15_000,
  heartbeat: 5_000,
  /** how often an idle worker looks */
  poll: 1_000,
  retryAfter: 2_000,
};
const FAILURE_LENGTH = 4000;
/** what is away is asked for less often */
const AWAY_FACTOR = 5;

const wakeUps = new EventEmitter().setMaxListeners(0);

/** @returns the job's id */
export async function enqueue(trx: Transaction<Tables>, job: NewJob): Promise<string> {
  const id = timeOrderedId();
  const now = Date.now();
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
  // The row is visible only after the commit; the poll covers the case that this wake-up comes too early.
  setTimeout(() => wakeUps.emit('enqueued'), 5).unref();
  return id;
}

/**
 * Runs a failed job again, unless a later one of its key was asked for since: that one has the newer content.
 * @returns what became of it; `left`: it has not failed
 */
export async function retry(trx: Transaction<Tables>, id: string): Promise<'again' | 'left' | 'outdated' | 'unknown'> {
  const job = await trx
    .selectFrom('jobs')
    .select(['id', 'state', 'serialKey', 'function'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!job) return 'unknown';
  if (job.state !== 'FAILED') return 'left';
  const later = await trx
    .selectFrom('jobs')
    .select('id')
    .where('id', '>', id)
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
      notBefore: Date.now(),
      startedAt: null,
      stoppedAt: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'FAILED')
    .executeTakeFirst();
  if (Number(changed.numUpdatedRows) === 0) return 'left';
  setTimeout(() => wakeUps.emit('enqueued'), 5).unref();
  return 'again';
}

/** A name for each claim and not for each worker, whose next try of a job must not pass for the one before. */
const newOwner = () => `${hostname()} ${process.pid} ${timeOrderedId()}`;

async function claim(database: Database, lease: number): Promise<Job | undefined> {
  const now = Date.now();
  const skip = database.dialect === 'postgres' ? sql`for update skip locked` : sql``;
  return database.transaction(async (trx) => {
    const found = await sql<{ id: string }>`
      select "id" from "jobs" as j
      where (("state" = 'CREATED' and "notBefore" <= ${now}) or ("state" = 'STARTED' and "leaseUntil" < ${now}))
        and ("serialKey" is null or not exists (
          select 1 from "jobs" as earlier
          where earlier."serialKey" = j."serialKey" and earlier."id" < j."id"
            and earlier."state" in ('CREATED', 'STARTED')))
      order by "id" limit 1 ${skip}`.execute(trx);
    const id = found.rows[0]?.id;
    if (id === undefined) return undefined;
    return trx
      .updateTable('jobs')
      .set((e) => ({
        state: 'STARTED' as const,
        leaseOwner: newOwner(),
        leaseUntil: now + lease,
        attempts: e('attempts', '+', 1),
        startedAt: e.fn.coalesce('startedAt', e.val(now)),
        progress: 0,
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  });
}

export interface WorkerReport {
  /**
   * A try of a job failed. `refused`: trying again would not help; `failed`: it was tried often enough; `again`: it is
   * tried again; `waits`: what it works on is away, told once for each reason.
   */
  failed(event: { job: Job; error: unknown; outcome: 'refused' | 'failed' | 'again' | 'waits' }): void;
  claiming: Trouble;
  keeping: Trouble;
}

export interface WorkerOptions {
  database: Database;
  handlers: Readonly<Record<string, JobHandler>>;
  concurrency: number;
  report: WorkerReport;
  times?: Partial<typeof TIMES>;
}
export interface Worker {
  /** Ends after the running jobs gave up their leases; they start again at once elsewhere or at the next start. */
  stop(): Promise<void>;
}

export function startWorker({ database, handlers, concurrency, report, times: given }: WorkerOptions): Worker {
  const times = { ...TIMES, ...given };
  const stopping = new AbortController();
  const mine = (trx: Transaction<Tables>, { id, leaseOwner }: Job) =>
    trx.updateTable('jobs').where('id', '=', id).where('leaseOwner', '=', leaseOwner).where('state', '=', 'STARTED');

  async function complete(trx: Transaction<Tables>, job: Job): Promise<void> {
    const done = await mine(trx, job)
      .set({
        state: 'COMPLETED',
        progress: 100,
        failure: null,
        leaseOwner: null,
        leaseUntil: null,
        stoppedAt: Date.now(),
      })
      .executeTakeFirst();
    if (Number(done.numUpdatedRows) !== 1) throw new LeaseLost('another worker has this job');
  }

  /** The job is ours as long as its lease is kept alive, so its end can wait for the database to answer. */
  async function untilAnswered(write: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await write();
        return;
      } catch (error) {
        if (!isTemporary(error) || stopping.signal.aborted) throw error;
        await pause();
      }
    }
  }

  async function fail(job: Job, error: unknown): Promise<void> {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, FAILURE_LENGTH);
    const stopped = stopping.signal.aborted;
    // What the job works on is away for a while: it waits as long as that takes, for nothing is wrong with the job.
    const away = isTemporary(error) && !(error instanceof JobRefused);
    const final = !away && (error instanceof JobRefused || job.attempts >= job.maxAttempts);
    const outcome = away ? 'waits' : error instanceof JobRefused ? 'refused' : final ? 'failed' : 'again';
    if (!stopped && !(away && job.failure === message)) report.failed({ job, error, outcome });
    await untilAnswered(() =>
      database.transaction((trx) =>
        mine(trx, job)
          .set(
            stopped
              ? { state: 'CREATED', leaseOwner: null, leaseUntil: null, attempts: job.attempts - 1 }
              : final
                ? { state: 'FAILED', failure: message, leaseOwner: null, leaseUntil: null, stoppedAt: Date.now() }
                : {
                    state: 'CREATED',
                    failure: message,
                    leaseOwner: null,
                    leaseUntil: null,
                    notBefore: Date.now() + times.retryAfter * (away ? AWAY_FACTOR : 1),
                    ...(away && { attempts: job.attempts - 1 }),
                  },
          )
          .execute(),
      ),
    );
  }

  async function run(job: Job): Promise<void> {
    const lost = new AbortController();
    let percent: number | undefined;
    let written: number | undefined;
    const beat = async () => {
      const result = await database.transaction((trx) =>
        mine(trx, job)
          .set({ leaseUntil: Date.now() + times.lease, ...(percent !== undefined && { progress: percent }) })
          .executeTakeFirst(),
      );
      written = percent;
      if (Number(result.numUpdatedRows) === 0) lost.abort(new LeaseLost('another worker has this job'));
    };
    const keep = () => void beat().then(report.keeping.worked, report.keeping.failed);
    const heart = setInterval(keep, times.heartbeat);
    const shown = setInterval(() => percent !== written && keep(), 500);
    try {
      const handler = handlers[job.name];
      if (!handler) throw new JobRefused(`no worker knows jobs named ${job.name}`);
      if (job.attempts > job.maxAttempts) throw new JobRefused(`its worker died ${job.maxAttempts} times`);
      let completed = false;
      await handler({
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
      if (!(error instanceof LeaseLost)) await fail(job, error);
    } finally {
      clearInterval(heart);
      clearInterval(shown);
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
      // A database that does not answer for a while must not end the worker.
      const job = await claim(database, times.lease).then((claimed) => {
        report.claiming.worked();
        return claimed;
      }, report.claiming.failed);
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
