/** Jobs on both databases: order, failure, retry, one effect for each job whatever dies. */

import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import type { Tables } from '../../schema.ts';
import { type Database, migrate, openDatabase } from '../database/database.ts';
import { DATABASES, runChild, type TestDatabase } from '../database/forTests.ts';
import { Unavailable } from '../unavailable.ts';
import { NO_REPORT } from './forTests.ts';
import {
  enqueue,
  type JobHandler,
  JobRefused,
  type NewJob,
  startWorker,
  type Worker,
  type WorkerReport,
} from './jobs.ts';

const TIMES = { lease: 2000, heartbeat: 400, poll: 30, retryAfter: 20 };
const WAIT = { timeout: 25_000, interval: 20 };

describe.each(DATABASES)('$dialect', ({ fresh }) => {
  let place: TestDatabase;
  let database: Database;
  let workers: Worker[];
  let reported: string[];
  const report: WorkerReport = {
    ...NO_REPORT,
    failed: ({ job, error, outcome }) => reported.push(`${job.name} ${outcome}: ${(error as Error).message}`),
  };

  beforeEach(async () => {
    place = await fresh();
    database = await openDatabase<Tables>(place.url);
    await migrate(database, migrations);
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
  const effect = (trx: Transaction<Tables>, what: string) => sql`insert into effects values (${what})`.execute(trx);
  const effects = async () =>
    (await sql<{ what: string }>`select what from effects order by what`.execute(database.read)).rows.map(
      (r) => r.what,
    );

  it('runs a job with its payload and says that it is done', async () => {
    const seen: unknown[] = [];
    work({
      test: async ({ payload, progress }) => {
        seen.push(payload);
        progress(50);
      },
    });
    const id = await add({ payload: { disId: '1PP2A5xxxxxxxxxx' }, subject: 'a pack' });
    await reach(id, 'COMPLETED');
    expect(seen).toEqual([{ disId: '1PP2A5xxxxxxxxxx' }]);
    const job = await jobOf(id);
    expect(job).toMatchObject({ subject: 'a pack', progress: 100, failure: null, attempts: 1, leaseOwner: null });
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

  it('runs jobs of one key one after the other in order, others beside them', async () => {
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
      'test again: it broke, try 1',
      'test again: it broke, try 2',
      'test failed: it broke, try 3',
    ]);
  });

  it('waits as long as what the job works on is away, without counting', async () => {
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
    // Once for each reason, however long it takes.
    expect(reported).toEqual([
      'test waits: the store does not answer',
      'test waits: no space left on device',
      'test waits: reading failed',
    ]);
    expect(await jobOf(id)).toMatchObject({ failure: null, attempts: 1 });
  });

  it('does not try again what was refused, nor a name that nobody knows', async () => {
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

  it('completes with the effect or not at all', async () => {
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

  it('gives the jobs back when it stops', async () => {
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

  it('does each job once with three worker processes of which one is killed', async () => {
    const ids = new Set<string>();
    for (let n = 0; n < 45; n += 1) ids.add(await add({ ...(n % 3 === 0 && { serialKey: `k${n % 2}` }) }));
    const source = `
      import { openDatabase } from '${new URL('../database/database.ts', import.meta.url).href}';
      import { startWorker } from '${new URL('./jobs.ts', import.meta.url).href}';
      import { NO_REPORT } from '${new URL('./forTests.ts', import.meta.url).href}';
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
    const [victim, ...others] = children;
    await vi.waitFor(() => expect(victim?.lines.length).toBeGreaterThan(2), WAIT);
    victim?.child.kill('SIGKILL');
    for (const id of ids) await reach(id, 'COMPLETED');
    expect(await effects()).toEqual([...ids].sort());
    for (const { child } of others) child.kill('SIGTERM');
    expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0]);
  });
});
