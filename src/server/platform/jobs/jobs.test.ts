/** Jobs on both databases: order, failure, retry, and one effect for each job whatever is killed. */

import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { DATABASES, runChild, type TestDatabase } from '../database/testing/databases.ts';
import { Unavailable } from '../unavailable.ts';
import type { WorkerReport } from './attempt.ts';
import { claim, clampFutureTimes } from './claim.ts';
import {
  enqueue,
  isJobDue,
  type JobDefinition,
  type JobHandler,
  JobRefused,
  lockKey,
  type NewJob,
  retry,
} from './jobs.ts';
import type { JobTables } from './table.ts';
import { createJobTables } from './testing/jobTable.ts';
import { NO_REPORT } from './testing/noReport.ts';
import { trimJobs } from './trim.ts';
import { startWorker, type Worker } from './worker.ts';

const TIMES = { lease: 2000, heartbeat: 400, poll: 30, retryAfter: 20 };
const WAIT = { timeout: 60_000, interval: 20 };

describe.each(DATABASES)('$dialect', ({ fresh }) => {
  let place: TestDatabase;
  let database: Database<JobTables>;
  let workers: Worker[];
  let reported: string[];
  const report: WorkerReport = {
    ...NO_REPORT,
    failed: ({ job, error, outcome }) => reported.push(`${job.name} ${outcome}: ${(error as Error).message}`),
  };

  beforeEach(async () => {
    place = await fresh();
    database = await openDatabase<JobTables>(place.url);
    await createJobTables(database.write);
    await database.write.schema.createTable('effects').addColumn('what', 'text').execute();
    workers = [];
    reported = [];
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await database.close();
    await place.drop();
  });

  const work = (handlers: Record<string, JobHandler>, concurrency = 4) => {
    const worker = startWorker({ database, handlers, concurrency, report, times: TIMES });
    workers.push(worker);
    return worker;
  };
  const add = (job: Partial<NewJob> = {}) =>
    database.transaction((trx) =>
      enqueue(trx, { name: 'test', function: 'Test', payload: {}, createdBy: 'system', ...job }),
    );
  const jobOf = (id: string) =>
    database.read.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const reach = (id: string, state: string) =>
    vi.waitFor(async () => expect((await jobOf(id)).state).toBe(state), WAIT);
  const effect = (trx: Transaction<JobTables>, what: string) => sql`insert into effects values (${what})`.execute(trx);
  const effects = async () =>
    (await sql<{ what: string }>`select what from effects order by what`.execute(database.read)).rows.map(
      (r) => r.what,
    );

  it('a job begins when its transaction has committed, however long that takes', async () => {
    const run = vi.fn(async () => {});
    // A worker that wakes up too early would not look again.
    const times = { ...TIMES, poll: 600_000 };
    workers.push(startWorker({ database, handlers: { test: run }, concurrency: 1, report, times }));
    await pause(100);
    const id = await database.transaction(async (trx) => {
      const job = await enqueue(trx, { name: 'test', function: 'Test', payload: {}, createdBy: 'system' });
      await pause(100);
      return job;
    });
    await reach(id, 'COMPLETED');
    expect(run).toHaveBeenCalledOnce();
  });

  it('runs a job with its payload and marks it done', async () => {
    const seen: unknown[] = [];
    work({
      test: async ({ payload, progress }) => {
        seen.push(payload);
        progress(50);
      },
    });
    const id = await add({ payload: { shelf: 7 }, subject: 'a book' });
    await reach(id, 'COMPLETED');
    expect(seen).toEqual([{ shelf: 7 }]);
    const job = await jobOf(id);
    expect(job).toMatchObject({ subject: 'a book', progress: 100, failure: null, attempts: 1, leaseOwner: null });
    expect(job.stoppedAt).toBeGreaterThanOrEqual(job.startedAt ?? Number.POSITIVE_INFINITY);
  });

  it('does not add the job when the transaction that needs it is rolled back', async () => {
    const broken = database.transaction(async (trx) => {
      await enqueue(trx, { name: 'test', function: 'Test', payload: {}, createdBy: 'system' });
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    expect(await database.read.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });

  it('runs jobs with one key one after the other in order, and others concurrently', async () => {
    const order: number[] = [];
    let [now, most, running] = [0, 0, 0];
    const handler: JobHandler = async ({ payload }) => {
      const { n, keyed } = payload as { n: number; keyed: boolean };
      running += 1;
      most = Math.max(most, running);
      if (keyed) {
        now += 1;
        expect(now).toBe(1);
        order.push(n);
      }
      await pause(15);
      if (keyed) now -= 1;
      running -= 1;
    };
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      ids.push(await add({ payload: { n, keyed: true }, serialKey: 'set 1' }));
      ids.push(await add({ payload: { n, keyed: false } }));
    }
    work({ test: handler });
    work({ test: handler });
    for (const id of ids) await reach(id, 'COMPLETED');
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBeGreaterThan(1);
    expect((await database.read.selectFrom('jobs').select('failure').execute()).every((j) => j.failure === null)).toBe(
      true,
    );
  });

  it('accounts take turns: one with many jobs does not hold up the others, and each has its own in order', async () => {
    const order: string[] = [];
    const requests = [
      ...Array.from({ length: 6 }, (_, i) => ['many', `many ${i}`] as const),
      ...['one 0', 'one 1'].map((what) => ['one', what] as const),
      ['other', 'other 0'] as const,
    ];
    const ids: string[] = [];
    for (const [createdBy, what] of requests) ids.push(await add({ createdBy, payload: { what } }));
    work({ test: async ({ payload }) => void order.push((payload as { what: string }).what) }, 1);
    for (const id of ids) await reach(id, 'COMPLETED');
    expect(order).toEqual([
      ...['many 0', 'one 0', 'other 0', 'many 1', 'one 1'],
      ...['many 2', 'many 3', 'many 4', 'many 5'],
    ]);
  });

  it('an account whose next job waits for a running one does not delay the turns of others', async () => {
    const order: string[] = [];
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const test: JobHandler = async ({ payload }) => {
      const { what } = payload as { what: string };
      if (what === 'first') await ended;
      order.push(what);
    };
    const first = await add({ createdBy: 'blocked', serialKey: 'key', payload: { what: 'first' } });
    work({ test }, 2);
    await reach(first, 'STARTED');
    const many = ['many 0', 'many 1', 'many 2'];
    const requests = [...many.map((what) => ['many', what] as const), ['other', 'other'] as const];
    const ids = [await add({ createdBy: 'blocked', serialKey: 'key', payload: { what: 'second' } })];
    await database.transaction(async (trx) => {
      for (const [createdBy, what] of requests)
        ids.push(await enqueue(trx, { name: 'test', function: 'Test', createdBy, payload: { what } }));
    });
    for (const id of ids.slice(1)) await reach(id, 'COMPLETED');
    expect(order.indexOf('other')).toBeLessThan(order.indexOf('many 2'));
    end();
    await reach(ids[0] ?? '', 'COMPLETED');
  });

  it('keeps the order of a key also across a retry', async () => {
    const order: string[] = [];
    const first = await add({ payload: 'first', serialKey: 'k' });
    const second = await add({ payload: 'second', serialKey: 'k' });
    work({
      test: async ({ payload, job }) => {
        order.push(payload as string);
        if (payload === 'first' && job.attempts === 1) throw new Error('once');
      },
    });
    await reach(second, 'COMPLETED');
    await reach(first, 'COMPLETED');
    expect(order).toEqual(['first', 'first', 'second']);
  });

  it('tries again, then fails with the reason', async () => {
    let tries = 0;
    work({
      test: async () => {
        tries += 1;
        throw new Error(`it broke, try ${tries}`);
      },
    });
    const id = await add({ maxAttempts: 3 });
    await reach(id, 'FAILED');
    expect(tries).toBe(3);
    expect(await jobOf(id)).toMatchObject({ failure: 'it broke, try 3', attempts: 3, leaseOwner: null });
    expect(reported).toEqual([
      'test retried: it broke, try 1',
      'test retried: it broke, try 2',
      'test failed: it broke, try 3',
    ]);
  });

  it('waits while something that the job needs is unreachable, without counting attempts', async () => {
    let tries = 0;
    work({
      test: async () => {
        tries += 1;
        if (tries <= 2) throw new Unavailable('the store does not answer', { code: 'store-unavailable' });
        if (tries <= 4) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        if (tries <= 5)
          throw new Error('reading failed', { cause: Object.assign(new Error('i/o error'), { code: 'EIO' }) });
      },
    });
    const id = await add({ maxAttempts: 2 });
    await reach(id, 'COMPLETED');
    expect(tries).toBe(6);
    // Once per reason, however long it takes.
    expect(reported).toEqual([
      'test waiting: the store does not answer',
      'test waiting: no space left on device',
      'test waiting: reading failed',
    ]);
    expect(await jobOf(id)).toMatchObject({ failure: null, attempts: 1 });
  });

  it('does not retry a refused job, nor one with an unknown name', async () => {
    let tries = 0;
    work({
      test: async () => {
        tries += 1;
        throw new JobRefused('the set is not in preprod');
      },
    });
    const refused = await add();
    const unknown = await add({ name: 'nobody' });
    await reach(refused, 'FAILED');
    await reach(unknown, 'FAILED');
    expect(tries).toBe(1);
    expect((await jobOf(refused)).failure).toBe('the set is not in preprod');
    expect((await jobOf(unknown)).failure).toContain('nobody');
  });

  it('completes together with its effect or not at all', async () => {
    let first = true;
    work({
      test: ({ complete, job }) =>
        database.transaction(async (trx) => {
          await effect(trx, job.id);
          await complete(trx);
          if (!first) return;
          first = false;
          throw new Error('after complete');
        }),
    });
    const id = await add();
    await reach(id, 'COMPLETED');
    expect(await effects()).toEqual([id]);
    expect((await jobOf(id)).attempts).toBe(2);
  });

  it('rolls back the effect of a worker that has lost its job', async () => {
    let first = true;
    work({
      test: async ({ complete, job }) => {
        if (first) {
          first = false;
          await database.transaction((trx) =>
            trx.updateTable('jobs').set({ leaseOwner: 'another', leaseUntil: 0 }).where('id', '=', job.id).execute(),
          );
        }
        await database.transaction(async (trx) => {
          await effect(trx, `${job.attempts}`);
          await complete(trx);
        });
      },
    });
    const id = await add();
    await reach(id, 'COMPLETED');
    expect(await effects()).toEqual(['2']);
  });

  it('returns its jobs to the queue when it stops', async () => {
    let started = 0;
    const worker = work({
      test: async ({ signal }) => {
        started += 1;
        await pause(60_000, undefined, { signal });
      },
    });
    const id = await add();
    await vi.waitFor(() => expect(started).toBe(1), WAIT);
    await worker.stop();
    expect(await jobOf(id)).toMatchObject({ state: 'CREATED', attempts: 0, leaseOwner: null });
    work({ test: async () => {} });
    await reach(id, 'COMPLETED');
  });

  it('keeps a long job while its worker lives', async () => {
    let runs = 0;
    const handlers = {
      test: async () => {
        runs += 1;
        await pause(TIMES.lease * 1.5);
      },
    };
    const id = await add();
    work(handlers);
    work(handlers);
    await reach(id, 'COMPLETED');
    expect(runs).toBe(1);
  });

  it('numbers the jobs of a key in the order in which their transactions commit', async () => {
    const committed: string[] = [];
    // Each enqueues at once and then takes a different time to commit.
    await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        await database.transaction(async (trx) => {
          await enqueue(trx, { name: 'test', function: `${n}`, payload: n, serialKey: 'k', createdBy: 'system' });
          for (let i = 0; i < 8 - n; i += 1) await sql`select 1`.execute(trx);
          // Right before the commit: afterwards, answers on two connections may be read in either order.
          committed.push(`${n}`);
        });
      }),
    );
    const rows = await database.read.selectFrom('jobs').select('function').orderBy('number').execute();
    expect(rows.map((row) => row.function)).toEqual(committed);
  });

  it('never runs two jobs with one key at the same time, with many workers', async () => {
    let [running, most] = [0, 0];
    const order: number[] = [];
    const handler: JobHandler = async ({ payload }) => {
      running += 1;
      most = Math.max(most, running);
      order.push(payload as number);
      await pause(5);
      running -= 1;
    };
    for (let i = 0; i < 6; i += 1) work({ test: handler }, 3);
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await add({ payload: n, serialKey: 'k' }));
    for (const id of ids) await reach(id, 'COMPLETED');
    expect(most).toBe(1);
    expect(order).toEqual(ids.map((_, n) => n));
  });

  it('does not start a job while another with its key runs, even if it precedes that one', async () => {
    const first = await add({ payload: 'first', serialKey: 'k' });
    const second = await add({ payload: 'second', serialKey: 'k' });
    const claimed = { owner: 'a', lease: 60_000, takeOver: true, lost: [] };
    const set = (id: string, state: 'CREATED' | 'STARTED', leaseUntil: number) =>
      database.transaction((trx) =>
        trx.updateTable('jobs').set({ state, leaseOwner: 'dead', leaseUntil }).where('id', '=', id).execute(),
      );
    await set(second, 'STARTED', 32_503_680_000_000);
    expect(await claim(database, claimed)).toBe(undefined);
    // Its worker is dead: the first job runs first.
    await set(second, 'STARTED', 0);
    expect((await claim(database, claimed))?.id).toBe(first);
    expect(await claim(database, claimed)).toBe(undefined);
  });

  /** Resolves when a transaction waits for the lock of a key. Those of SQLite run one after the other. */
  async function untilOneWaits(): Promise<void> {
    if (database.dialect !== 'postgres') return;
    const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await vi.waitFor(async () => expect((await waiting.execute(database.read)).rows).toHaveLength(1), WAIT);
  }

  it('checks again when it has locked the key: a worker that seemed dead has renewed its lease meanwhile', async () => {
    const [first, second] = [await add({ serialKey: 'k' }), await add({ serialKey: 'k' })];
    const renew = (trx: Transaction<JobTables>, leaseUntil: number) =>
      trx
        .updateTable('jobs')
        .set({ state: 'STARTED', leaseOwner: 'slow', leaseUntil })
        .where('id', '=', second)
        .execute();
    await database.transaction((trx) => renew(trx, 0));
    let claimFailures: Promise<unknown> = Promise.resolve();
    await database.transaction(async (trx) => {
      await lockKey(trx, 'k');
      claimFailures = claim(database, { owner: 'a', lease: 60_000, takeOver: true, lost: [] });
      await untilOneWaits();
      await renew(trx, 32_503_680_000_000);
    });
    expect(await claimFailures).toBe(undefined);
    expect(await jobOf(first)).toMatchObject({ state: 'CREATED', attempts: 0 });
  });

  it('after an outage of the database, takes over no jobs until workers had time to renew their leases', async () => {
    const id = await add();
    const claimed = { owner: 'a', lease: -1, takeOver: false, lost: [] };
    expect((await claim(database, claimed))?.id).toBe(id);
    expect(await claim(database, claimed)).toBe(undefined);
    expect((await claim(database, { ...claimed, takeOver: true }))?.attempts).toBe(2);
  });

  it('a worker that noticed the outage gives the others that time', async () => {
    const abandoned = await add();
    expect((await claim(database, { owner: 'a', lease: -1, takeOver: false, lost: [] }))?.id).toBe(abandoned);
    const later = await add();
    let away = true;
    const back: Database<JobTables> = {
      ...database,
      transaction(what) {
        if (!away) return database.transaction(what);
        away = false;
        throw new Unavailable('away', { code: 'database-unavailable' });
      },
    };
    const times = { ...TIMES, lease: 600_000 };
    workers.push(startWorker({ database: back, handlers: { test: async () => {} }, concurrency: 1, report, times }));
    // Without that time the first job would have been claimed first.
    await reach(later, 'COMPLETED');
    expect(await jobOf(abandoned)).toMatchObject({ state: 'STARTED', leaseOwner: 'a' });
  });

  it('releases a job at once, without counting the attempt, if the answer to its claim was lost', async () => {
    const id = await add();
    const claimed = { owner: 'lost', lease: 60_000, takeOver: true, lost: [] };
    expect((await claim(database, claimed))?.id).toBe(id);
    expect(await claim(database, { ...claimed, owner: 'next', lost: ['other'] })).toBe(undefined);
    expect(await claim(database, { ...claimed, owner: 'next', lost: ['lost'] })).toMatchObject({ id, attempts: 1 });
  });

  it('an interrupted claim costs neither an attempt nor the wait for its lease', async () => {
    let breaks = 2;
    const flaky: Database<JobTables> = {
      ...database,
      async transaction(what) {
        const result = await database.transaction(what);
        if (
          breaks > 0 &&
          (await database.read.selectFrom('jobs').select('id').where('state', '=', 'STARTED').execute()).length > 0
        ) {
          breaks -= 1;
          throw new Unavailable('the connection broke after the commit', { code: 'database-unavailable' });
        }
        return result;
      },
    };
    const id = await add();
    workers.push(
      startWorker({
        database: flaky,
        handlers: { test: async () => {} },
        concurrency: 1,
        report,
        times: { ...TIMES, lease: 600_000, heartbeat: 600_000 },
      }),
    );
    await reach(id, 'COMPLETED');
    expect(breaks).toBe(0);
    expect(await jobOf(id)).toMatchObject({ attempts: 1 });
  });

  it('aborts a handler whose lease was lost', async () => {
    let stopped: unknown;
    work({
      test: async ({ job, signal }) => {
        if (job.attempts > 1) return;
        await database.transaction((trx) =>
          trx.updateTable('jobs').set({ leaseOwner: 'another', leaseUntil: 0 }).where('id', '=', job.id).execute(),
        );
        await pause(60_000, undefined, { signal }).catch(() => {
          stopped = signal.reason;
        });
        throw new Error('it was interrupted');
      },
    });
    const id = await add();
    await reach(id, 'COMPLETED');
    await vi.waitFor(() => expect(stopped).toMatchObject({ message: 'another worker has this job' }), WAIT);
    expect(await jobOf(id)).toMatchObject({ attempts: 2, failure: null });
  });

  it('does not run a failed job again while a later one with its key is being requested', async () => {
    const failed = await add({ serialKey: 'k' });
    await database.transaction((trx) =>
      trx.updateTable('jobs').set({ state: 'FAILED' }).where('id', '=', failed).execute(),
    );
    let retrying: Promise<unknown> = Promise.resolve();
    await database.transaction(async (trx) => {
      await enqueue(trx, { name: 'test', function: 'Test', payload: {}, serialKey: 'k', createdBy: 'system' });
      retrying = database.transaction((other) => retry(other, failed));
      await untilOneWaits();
    });
    expect(await retrying).toBe('outdated');
    expect(await jobOf(failed)).toMatchObject({ state: 'FAILED' });
  });

  it('runs a failed job again, but not if a later one with its key was requested', async () => {
    let fails = true;
    work({
      test: async () => {
        if (fails) throw new JobRefused('no');
      },
    });
    const again = (id: string) => database.transaction((trx) => retry(trx, id));
    const [alone, first] = [await add({ function: 'Alone' }), await add({ serialKey: 'k' })];
    await reach(alone, 'FAILED');
    await reach(first, 'FAILED');
    const second = await add({ serialKey: 'k' });
    await reach(second, 'FAILED');
    fails = false;
    expect(await again('none')).toBe('unknown');
    expect(await again(first)).toBe('outdated');
    expect(await again(second)).toBe('requeued');
    await reach(second, 'COMPLETED');
    expect(await again(second)).toBe('notFailed');
    // Without a key, the function text tells which jobs have the same subject.
    expect(await again(alone)).toBe('requeued');
    await reach(alone, 'COMPLETED');
    expect(await jobOf(first)).toMatchObject({ state: 'FAILED', failure: 'no' });
  });

  it('a retried job and a later one with its key are never both started', async () => {
    for (let round = 0; round < 10; round += 1) {
      const key = `k${round}`;
      const id = await add({ serialKey: key });
      await database.transaction((trx) =>
        trx.updateTable('jobs').set({ state: 'FAILED' }).where('id', '=', id).execute(),
      );
      const [outcome] = await Promise.all([database.transaction((trx) => retry(trx, id)), add({ serialKey: key })]);
      const open = await database.read
        .selectFrom('jobs')
        .select(['id', 'state'])
        .where('serialKey', '=', key)
        .orderBy('number')
        .execute();
      // Either the later job was first, or it waits for this one.
      expect(open.map(({ state }) => state)).toEqual([outcome === 'requeued' ? 'CREATED' : 'FAILED', 'CREATED']);
    }
  });

  it('after the clock went back nothing waits longer than it would have', async () => {
    const [waits, runs, soon] = [await add(), await add(), await add()];
    const far = Date.now() + 24 * 3600 * 1000;
    await database.transaction(async (trx) => {
      await trx.updateTable('jobs').set({ notBefore: far }).where('id', '=', waits).execute();
      await trx
        .updateTable('jobs')
        .set({ state: 'STARTED', leaseOwner: 'dead', leaseUntil: far, attempts: 1 })
        .where('id', '=', runs)
        .execute();
      await trx
        .updateTable('jobs')
        .set({ notBefore: Date.now() + 3000 })
        .where('id', '=', soon)
        .execute();
    });
    expect(await clampFutureTimes(database, { lease: TIMES.lease, longestPause: 10_000 })).toBe(2);
    expect(await clampFutureTimes(database, { lease: TIMES.lease, longestPause: 10_000 })).toBe(0);
    expect((await jobOf(soon)).notBefore).toBeGreaterThan((await jobOf(waits)).notBefore);
    work({ test: async () => {} });
    for (const id of [waits, runs, soon]) await reach(id, 'COMPLETED');
    expect(await jobOf(runs)).toMatchObject({ attempts: 2 });
  });

  it('calls `failed` in the transaction that gives the job up, and only then', async () => {
    let ends = 0;
    const definition: JobDefinition = {
      run: async ({ job }) => {
        throw new Error(`try ${job.attempts}`);
      },
      async failed(trx, { id, subject }, reason, error) {
        await effect(trx, `${subject}: ${reason} ${(error as Error).message}`);
        ends += 1;
        // The first transaction does not commit.
        if (ends === 1) throw new Unavailable('away', { code: 'database-unavailable' });
        expect(id).toBeDefined();
      },
    };
    workers.push(startWorker({ database, handlers: { test: definition }, concurrency: 1, report, times: TIMES }));
    const id = await add({ subject: 'a book', maxAttempts: 2 });
    await reach(id, 'FAILED');
    expect(await effects()).toEqual(['a book: try 2 try 2']);
    expect(ends).toBe(2);
  });

  it('calls `done` in the transaction that completes the job, and only then', async () => {
    const seen: string[] = [];
    const definition: JobDefinition = {
      async run({ payload, job, complete }) {
        if (job.attempts === 1) throw new Error('once more');
        if (payload === 'by itself') await database.transaction(complete);
      },
      async done(trx, { id, subject }) {
        await effect(trx, `${subject}`);
        const { state } = await trx.selectFrom('jobs').select('state').where('id', '=', id).executeTakeFirstOrThrow();
        seen.push(state);
      },
    };
    workers.push(startWorker({ database, handlers: { test: definition }, concurrency: 1, report, times: TIMES }));
    for (const payload of ['by itself', 'at its end']) {
      await reach(await add({ subject: payload, payload, maxAttempts: 2 }), 'COMPLETED');
    }
    expect(await effects()).toEqual(['at its end', 'by itself']);
    expect(seen).toEqual(['COMPLETED', 'COMPLETED']);
  });

  it('shows no server path in the reason of a failure', async () => {
    work({
      test: async () => {
        throw Object.assign(new Error("ENOENT: no such file or directory, open '/srv/secret'"), {
          code: 'ENOENT',
          syscall: 'open',
        });
      },
    });
    const id = await add({ maxAttempts: 1 });
    await reach(id, 'FAILED');
    expect((await jobOf(id)).failure).toBe('The operating system reports an error: ENOENT (open).');
  });

  it('is due again after its interval, and if it was requested before the clock went back', async () => {
    const day = 24 * 3600 * 1000;
    const due = (first?: number) => database.transaction((trx) => isJobDue(trx, 'daily', day, first ?? null));
    expect(await due()).toBe(true);
    // A job of another name says nothing about this one.
    await add({ name: 'another' });
    expect(await due()).toBe(true);
    expect(await due(Date.now() - 1000)).toBe(false);
    expect(await due(Date.now() - day)).toBe(true);
    const id = await add({ name: 'daily' });
    expect(await due()).toBe(false);
    const requests = (createdAt: number) =>
      database.transaction((trx) => trx.updateTable('jobs').set({ createdAt }).where('id', '=', id).execute());
    await requests(Date.now() - day - 1000);
    expect(await due()).toBe(true);
    await requests(Date.now() + day);
    expect(await due()).toBe(true);
  });

  it('keeps ended jobs for the set number of days, up to the set number, and all that wait or run', async () => {
    const day = 24 * 3600 * 1000;
    const ids: string[] = [];
    for (const [state, age] of [
      ['COMPLETED', 100],
      ['FAILED', 100],
      ['CREATED', 100],
      ['STARTED', 100],
      ['COMPLETED', 10],
      ['FAILED', 1],
      ['COMPLETED', 0],
    ] as const) {
      const id = await add();
      ids.push(id);
      const ended = state === 'COMPLETED' || state === 'FAILED';
      const stoppedAt = ended ? Date.now() - age * day : null;
      await database.transaction((trx) =>
        trx.updateTable('jobs').set({ state, stoppedAt, createdAt: 0 }).where('id', '=', id).execute(),
      );
    }
    const left = async () =>
      (await database.read.selectFrom('jobs').select('id').orderBy('number').execute()).map(({ id }) =>
        ids.indexOf(id),
      );
    expect(await trimJobs(database, { days: 0, rows: 0 })).toBe(0);
    expect(await trimJobs(database, { days: 90, rows: 0 })).toBe(2);
    expect(await left()).toEqual([2, 3, 4, 5, 6]);
    expect(await trimJobs(database, { days: 90, rows: 2 })).toBe(1);
    expect(await left()).toEqual([2, 3, 5, 6]);
    expect(await trimJobs(database, { days: 90, rows: 2 })).toBe(0);
  });

  it('runs each job once with three worker processes, one of which is killed', async () => {
    const ids = new Set<string>();
    for (let n = 0; n < 45; n += 1) ids.add(await add({ ...(n % 3 === 0 && { serialKey: `k${n % 2}` }) }));
    const source = `
      import { openDatabase } from '${new URL('../database/database.ts', import.meta.url).href}';
      import { startWorker } from '${new URL('./worker.ts', import.meta.url).href}';
      import { NO_REPORT } from '${new URL('./testing/noReport.ts', import.meta.url).href}';
      const database = await openDatabase(${JSON.stringify(place.url)});
      const handlers = {
        test: async ({ job, complete }) => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          await database.transaction(async (trx) => {
            await trx.insertInto('effects').values({ what: job.id }).execute();
            await complete(trx);
          });
          console.log(job.id);
        },
      };
      const worker = startWorker({ database, handlers, concurrency: 2, report: NO_REPORT, times: ${JSON.stringify(TIMES)} });
      process.on('SIGTERM', async () => { await worker.stop(); await database.close(); });`;
    const children = Array.from({ length: 3 }, () => runChild(source));
    // Whichever works: on a busy machine two may have taken all jobs before the third has started.
    const victim = await vi.waitUntil(() => children.find(({ lines }) => lines.length > 2), WAIT);
    const others = children.filter((one) => one !== victim);
    victim.child.kill('SIGKILL');
    for (const id of ids) await reach(id, 'COMPLETED');
    expect(await effects()).toEqual([...ids].sort());
    for (const { child } of others) child.kill('SIGTERM');
    expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0]);
  });
});
