/**
 * For tests: a fresh database with the table of jobs, and workers on it that end with the test.
 *
 *   JobBench
 *   openJobBench
 */
import { expect, vi } from 'vitest';
import { type Database, openDatabase } from '../../database/database.ts';
import type { TestDatabase } from '../../database/testing/databases.ts';
import type { WorkerReport, WorkerTimes } from '../attempt.ts';
import { enqueue, type JobDefinition, type JobHandler, type NewJob } from '../jobs.ts';
import type { Job, JobTables } from '../table.ts';
import { startWorker, type Worker } from '../worker.ts';
import { createJobTables } from './jobTable.ts';

const TIMES = { lease: 2000, heartbeat: 400, poll: 30, retryAfter: 20 };
const WAIT = { timeout: 60_000, interval: 20 };

interface WorkOptions {
  concurrency?: number;
  times?: Partial<WorkerTimes>;
  /** used instead of the bench's own, such as one that fails */
  on?: Database<JobTables>;
}

export interface JobBench {
  readonly database: Database<JobTables>;
  /** what workers reported, in order */
  readonly reported: string[];
  work(handlers: Record<string, JobHandler | JobDefinition>, options?: WorkOptions): Worker;
  /** @returns the id */
  add(job?: Partial<NewJob>): Promise<string>;
  jobOf(id: string): Promise<Job>;
  change(id: string, values: Partial<Job>): Promise<void>;
  reach(id: string, state: Job['state']): Promise<void>;
  close(): Promise<void>;
}

export async function openJobBench(fresh: () => Promise<TestDatabase>): Promise<JobBench> {
  const place = await fresh();
  const database = await openDatabase<JobTables>(place.url);
  await createJobTables(database.write);
  const workers: Worker[] = [];
  const reported: string[] = [];
  const trouble = (name: string) => ({
    failed: (error: unknown) => void reported.push(`${name} failed: ${(error as Error).message}`),
    worked: () => void (reported.includes(`${name} worked`) || reported.push(`${name} worked`)),
  });
  const report: WorkerReport = {
    failed: ({ job, error, outcome }) => reported.push(`${job.name} ${outcome}: ${(error as Error).message}`),
    claimFailures: trouble('claiming'),
    keepAliveFailures: trouble('keeping'),
  };
  const jobOf = (id: string) =>
    database.read.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return {
    database,
    reported,
    work(handlers, { concurrency = 1, times, on = database } = {}) {
      const worker = startWorker({ database: on, handlers, concurrency, report, times: { ...TIMES, ...times } });
      workers.push(worker);
      return worker;
    },
    add: (job = {}) =>
      database.transaction((trx) =>
        enqueue(trx, { name: 'test', function: 'Test', payload: {}, createdBy: 'system', ...job }),
      ),
    jobOf,
    async change(id, values) {
      await database.transaction((trx) => trx.updateTable('jobs').set(values).where('id', '=', id).execute());
    },
    reach: (id, state) => vi.waitFor(async () => expect((await jobOf(id)).state).toBe(state), WAIT),
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await database.close();
      await place.drop();
    },
  };
}
