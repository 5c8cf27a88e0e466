/** When a worker looks for jobs, when it stops, and what it does if the database fails. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { DATABASES } from '../database/testing/databases.ts';
import { wakeUps } from './jobs.ts';
import type { JobTables } from './table.ts';
import { type JobBench, openJobBench } from './testing/jobBench.ts';

const LONG = 600_000;
const WAIT = { timeout: 60_000, interval: 20 };

describe.each(DATABASES)('$dialect', ({ fresh }) => {
  let bench: JobBench;
  beforeEach(async () => {
    bench = await openJobBench(fresh);
  });
  afterEach(() => bench.close());

  it('starts a job when it is woken, and stops at once while idle', async () => {
    const worker = bench.work({ test: async () => {} }, { concurrency: 2, times: { poll: LONG } });
    const id = await bench.add();
    await vi.waitFor(async () => {
      wakeUps.emit('enqueued');
      expect((await bench.jobOf(id)).state).toBe('COMPLETED');
    }, WAIT);
    await worker.stop();
  });

  it('also stops at once while it is looking for a job', async () => {
    const [looking, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: Database<JobTables> = {
      ...bench.database,
      async transaction(what) {
        looking.resolve();
        await goOn.promise;
        return bench.database.transaction(what);
      },
    };
    const worker = bench.work({ test: async () => {} }, { on: slow, times: { poll: LONG } });
    await looking.promise;
    const stopped = worker.stop();
    goOn.resolve();
    await stopped;
  });

  it('listens for nothing once it has stopped', async () => {
    const listeners = () => wakeUps.listenerCount('enqueued');
    const before = listeners();
    const worker = bench.work({ test: async () => {} });
    expect(listeners()).toBeGreaterThan(before);
    await worker.stop();
    expect(listeners()).toBe(before);
  });

  it('polls for jobs that other processes requested', async () => {
    bench.work({ test: async () => {} }, { times: { poll: 5 } });
    await expect.poll(() => bench.reported).toContain('claiming worked');
    const id = await bench.add();
    await bench.change(id, { notBefore: Date.now() + 100 });
    await bench.reach(id, 'COMPLETED');
    expect(bench.reported.filter((line) => line !== 'keeping worked')).toEqual(['claiming worked']);
  });

  it('runs a job that would be due tomorrow because the clock went back', async () => {
    const id = await bench.add();
    await bench.change(id, { notBefore: Date.now() + 24 * 3600 * 1000 });
    bench.work({ test: async () => {} }, { times: { lease: 100, heartbeat: 50, poll: 5, retryAfter: 1 } });
    await bench.reach(id, 'COMPLETED');
  });

  it('runs as many jobs at the same time as it may, and no more', async () => {
    let [running, most] = [0, 0];
    const { promise: enough, resolve: go } = Promise.withResolvers<void>();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await bench.add());
    bench.work(
      {
        test: async () => {
          running += 1;
          most = Math.max(most, running);
          if (running === 3) go();
          await enough;
          running -= 1;
        },
      },
      { concurrency: 3 },
    );
    for (const id of ids) await bench.reach(id, 'COMPLETED');
    expect(most).toBe(3);
  });

  /** The first transactions fail. */
  const failing = (errors: Error[]): Database<JobTables> => ({
    ...bench.database,
    async transaction(what) {
      const error = errors.shift();
      if (error) throw error;
      return bench.database.transaction(what);
    },
  });

  it('reports that it cannot look for jobs, and tries again', async () => {
    const id = await bench.add();
    bench.work({ test: async () => {} }, { on: failing([new Error('once'), new Error('twice')]) });
    await bench.reach(id, 'COMPLETED');
    expect(bench.reported.slice(0, 3)).toEqual(['claiming failed: once', 'claiming failed: twice', 'claiming worked']);
  });

  it('takes over the jobs of dead workers at once after an error that is not an outage', async () => {
    const id = await bench.add();
    await bench.change(id, { state: 'STARTED', leaseOwner: 'dead', leaseUntil: 0 });
    bench.work({ test: async () => {} }, { on: failing([new Error('a fault')]), times: { lease: LONG } });
    await bench.reach(id, 'COMPLETED');
  });

  it('a round of turns ends when no other account waits: then the first one has its turn again', async () => {
    const order: string[] = [];
    const requests = ['a 0', 'a 1', 'b 0', 'b 1', 'b 2', 'a 2'];
    const ids: string[] = [];
    for (const what of requests) ids.push(await bench.add({ createdBy: what.slice(0, 1), payload: what }));
    bench.work({ test: async ({ payload }) => void order.push(payload) });
    for (const id of ids) await bench.reach(id, 'COMPLETED');
    expect(order).toEqual(['a 0', 'b 0', 'a 1', 'b 1', 'b 2', 'a 2']);
  });

  it('an account that has nothing to do in its turn passes it on at once', async () => {
    const key = { createdBy: 'a', serialKey: 'k' };
    const running = await bench.add(key);
    await bench.change(running, { state: 'STARTED', leaseOwner: 'another', leaseUntil: Date.now() + LONG });
    const [first, blocked, other] = [
      await bench.add({ createdBy: 'c' }),
      await bench.add(key),
      await bench.add({ createdBy: 'b' }),
    ];
    bench.work({ test: async () => {} }, { times: { poll: LONG, lease: LONG } });
    for (const id of [first, other]) await bench.reach(id, 'COMPLETED');
    expect((await bench.jobOf(blocked)).state).toBe('CREATED');
  });

  it('a quick job runs while others keep all the places of the worker, and nothing else takes its lane', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const handlers = { test: { run: () => released }, quick: { run: async () => {}, quick: true } } as const;
    const long = [await bench.add(), await bench.add()];
    bench.work(handlers, { concurrency: 1 });
    await bench.reach(long[0] ?? '', 'STARTED');
    const quick = [await bench.add({ name: 'quick' }), await bench.add({ name: 'quick', createdBy: 'another' })];
    for (const id of quick) await bench.reach(id, 'COMPLETED');
    expect((await bench.jobOf(long[1] ?? '')).state).toBe('CREATED');
    release();
    for (const id of long) await bench.reach(id, 'COMPLETED');
  });

  it('a quick job waits for the earlier job of its key, in any lane', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const order: string[] = [];
    const long = await bench.add({ serialKey: 'k' });
    bench.work({
      test: async () => {
        await released;
        order.push('long');
      },
      quick: { run: async () => void order.push('quick'), quick: true },
    });
    await bench.reach(long, 'STARTED');
    const [after, other] = [await bench.add({ name: 'quick', serialKey: 'k' }), await bench.add({ name: 'quick' })];
    await bench.reach(other, 'COMPLETED');
    expect((await bench.jobOf(after)).state).toBe('CREATED');
    release();
    await bench.reach(after, 'COMPLETED');
    expect(order).toEqual(['quick', 'long', 'quick']);
  });
});
