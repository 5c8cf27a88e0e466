/** What an attempt of a job records, reports and leaves behind. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { DATABASES } from '../database/testing/databases.ts';
import { type SpanOptions, setTracing } from '../tracing.ts';
import { Unavailable } from '../unavailable.ts';
import { JobRefused, wakeUps } from './jobs.ts';
import type { JobTables } from './table.ts';
import { type JobBench, openJobBench } from './testing/jobBench.ts';

const NEVER_AGAIN = 600_000;
const away = () => new Unavailable('away', { code: 'database-unavailable' });
const coded = (code: string, message = code) => Object.assign(new Error(message), { code });

describe.each(DATABASES)('$dialect', ({ fresh }) => {
  let bench: JobBench;
  beforeEach(async () => {
    bench = await openJobBench(fresh);
  });
  afterEach(() => bench.close());

  /** The job is retried so late that its first failure can be read. */
  async function failureOf(error: unknown): Promise<string | null> {
    const id = await bench.add();
    const times = { retryAfter: NEVER_AGAIN };
    const worker = bench.work(
      {
        test: async () => {
          throw error;
        },
      },
      { times },
    );
    await vi.waitFor(async () => expect((await bench.jobOf(id)).failure).not.toBe(null), { timeout: 60_000 });
    await worker.stop();
    return (await bench.jobOf(id)).failure;
  }
  /** Counts transactions. */
  const counted = () => {
    const count = { transactions: 0 };
    const database: Database<JobTables> = {
      ...bench.database,
      transaction(what) {
        count.transactions += 1;
        return bench.database.transaction(what);
      },
    };
    return { count, database };
  };

  it('belongs to the trace of what requested it', async () => {
    const requestTrace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const begun: [string, SpanOptions['parent']][] = [];
    setTracing({
      begin: (name, { parent }) => {
        begun.push([name, parent]);
        return { within: (work) => work(), end: () => {} };
      },
      record: () => {},
      isActive: () => false,
      traceParent: () => requestTrace,
      close: async () => {},
    });
    try {
      const id = await bench.add();
      bench.work({ test: async () => {} });
      await bench.reach(id, 'COMPLETED');
      expect(begun).toContainEqual(['job test', requestTrace]);
    } finally {
      setTracing(undefined);
    }
  });

  it('explains to users why it failed', async () => {
    const io = Object.assign(coded('EIO', "EIO: i/o error, read '/srv/secret'"), { syscall: 'read' });
    const cases: [unknown, string][] = [
      ['a text', 'a text'],
      ['t'.repeat(5000), 't'.repeat(4000)],
      [new Error('m'.repeat(5000)), 'm'.repeat(4000)],
      [coded('ENOSPC'), 'The disk is full.'],
      [coded('EDQUOT'), 'The disk is full.'],
      [new Error('reading failed', { cause: io }), 'The operating system reports an error: EIO (read).'],
      [coded('EBUSY', 'busy'), 'busy'],
      // The store's own message says what does not answer.
      [new Unavailable('The store does not answer.', { code: 'store', cause: io }), 'The store does not answer.'],
      [new Error('the item is wrong', { cause: new Error('at byte 7') }), 'the item is wrong'],
    ];
    for (const [error, text] of cases) expect(await failureOf(error)).toBe(text);
  });

  it('retries later, and much later if something that the job needs is unreachable', async () => {
    const wait = async (error: unknown, maxAttempts: number) => {
      const id = await bench.add({ maxAttempts });
      const before = Date.now();
      const worker = bench.work(
        {
          test: async () => {
            throw error;
          },
        },
        { times: { retryAfter: NEVER_AGAIN } },
      );
      await vi.waitFor(async () => expect((await bench.jobOf(id)).failure).not.toBe(null), { timeout: 60_000 });
      await worker.stop();
      const { notBefore, state, leaseUntil } = await bench.jobOf(id);
      await bench.change(id, { state: 'COMPLETED' });
      expect([state, leaseUntil]).toEqual(['CREATED', null]);
      return Math.round((notBefore - before) / NEVER_AGAIN);
    };
    expect(await wait(new Error('no'), 2)).toBe(1);
    expect(await wait(away(), 1)).toBe(5);
  });

  it('shows its progress while it runs, as whole percents between 0 and 100', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const say = Promise.withResolvers<(percent: number) => void>();
    bench.work(
      {
        test: async ({ progress }) => {
          say.resolve(progress);
          await ended;
        },
      },
      { times: { heartbeat: NEVER_AGAIN, lease: NEVER_AGAIN, progress: 5 } },
    );
    const id = await bench.add();
    const progress = await say.promise;
    for (const [percent, shown] of [
      [12.4, 12],
      [150, 100],
      [-5, 0],
      [99.6, 100],
    ] as const) {
      progress(percent);
      await vi.waitFor(async () => expect((await bench.jobOf(id)).progress).toBe(shown), { timeout: 60_000 });
    }
    expect(bench.reported).toContain('keeping worked');
    end();
    await bench.reach(id, 'COMPLETED');
  });

  it('writes the progress that was made while an earlier one was written', async () => {
    const [written, go, ended] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    let holds = false;
    const slow: Database<JobTables> = {
      ...bench.database,
      async transaction(what) {
        const held = holds;
        const answer = await bench.database.transaction(what);
        if (held) {
          written?.resolve();
          await go?.promise;
        }
        return answer;
      },
    };
    bench.work(
      {
        test: async ({ progress }) => {
          holds = true;
          progress(50);
          await written?.promise;
          progress(80);
          holds = false;
          go?.resolve();
          await ended?.promise;
        },
      },
      { on: slow, times: { heartbeat: NEVER_AGAIN, lease: NEVER_AGAIN, progress: 5 } },
    );
    const id = await bench.add();
    try {
      await vi.waitFor(async () => expect((await bench.jobOf(id)).progress).toBe(80), { timeout: 60_000 });
    } finally {
      ended?.resolve();
    }
    await bench.reach(id, 'COMPLETED');
  });

  it('writes nothing while the progress is unchanged, nor after it has ended', async () => {
    const { count, database } = counted();
    let [before, meanwhile] = [0, 0];
    const worker = bench.work(
      {
        test: async () => {
          before = count.transactions;
          await pause(60);
          meanwhile = count.transactions - before;
        },
      },
      { on: database, times: { heartbeat: NEVER_AGAIN, lease: NEVER_AGAIN, progress: 5 } },
    );
    await bench.reach(await bench.add(), 'COMPLETED');
    await worker.stop();
    expect(meanwhile).toBe(0);
    const beating = bench.work(
      { test: async ({ progress }) => progress(50) },
      { on: database, times: { heartbeat: 5, progress: 5 } },
    );
    await bench.reach(await bench.add(), 'COMPLETED');
    await beating.stop();
    const after = count.transactions;
    await pause(60);
    expect(count.transactions).toBe(after);
  });

  it('reports a lease that cannot be renewed, and goes on', async () => {
    let fails = false;
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const flaky: Database<JobTables> = {
      ...bench.database,
      async transaction(what) {
        if (fails) throw away();
        return bench.database.transaction(what);
      },
    };
    bench.work(
      {
        test: async () => {
          fails = true;
          await ended;
        },
      },
      { on: flaky, times: { heartbeat: 5, lease: NEVER_AGAIN } },
    );
    const id = await bench.add();
    await vi.waitFor(() => expect(bench.reported).toContain('keeping failed: away'), { timeout: 60_000 });
    fails = false;
    end();
    await bench.reach(id, 'COMPLETED');
    expect(bench.reported.filter((line) => line.startsWith('test'))).toEqual([]);
  });

  it('reports an end that cannot be recorded, and takes the next job', async () => {
    let breaks = true;
    const flaky: Database<JobTables> = {
      ...bench.database,
      async transaction(what) {
        if (!breaks) return bench.database.transaction(what);
        return bench.database.transaction(async (trx) => {
          const result = await what(trx);
          const [row] = await trx.selectFrom('jobs').select('failure').where('failure', 'is not', null).execute();
          if (!row) return result;
          breaks = false;
          throw new Error('a bug');
        });
      },
    };
    const [broken, next] = [await bench.add({ payload: 'broken' }), await bench.add({ payload: 'next' })];
    const work = async ({ payload }: { payload: unknown }) => {
      if (payload === 'broken') throw new JobRefused('no');
    };
    bench.work({ test: work }, { on: flaky, times: { lease: NEVER_AGAIN } });
    await bench.reach(next, 'COMPLETED');
    expect(bench.reported).toContain('keeping failed: a bug');
    expect((await bench.jobOf(broken)).state).toBe('STARTED');
  });

  it('runs a job again if the database was unavailable when it ended', async () => {
    let [breaks, runs] = [true, 0];
    const flaky: Database<JobTables> = {
      ...bench.database,
      transaction: (what) =>
        bench.database.transaction(async (trx) => {
          const result = await what(trx);
          const [done] = await trx.selectFrom('jobs').select('id').where('state', '=', 'COMPLETED').execute();
          if (!breaks || !done) return result;
          breaks = false;
          throw away();
        }),
    };
    const test = async () => {
      runs += 1;
    };
    bench.work({ test }, { on: flaky });
    const id = await bench.add();
    await bench.reach(id, 'COMPLETED');
    expect(runs).toBe(2);
    expect((await bench.jobOf(id)).attempts).toBe(1);
    expect(bench.reported).toContain('test waiting: away');
  });

  /** Its first attempt to record a failure fails. */
  const forgetful = () => {
    const tries = { count: 0 };
    const database: Database<JobTables> = {
      ...bench.database,
      transaction: (what) =>
        bench.database.transaction(async (trx) => {
          const result = await what(trx);
          const [failed] = await trx.selectFrom('jobs').select('id').where('state', '=', 'FAILED').execute();
          if (!failed) return result;
          tries.count += 1;
          if (tries.count === 1) throw away();
          return result;
        }),
    };
    return { tries, database };
  };

  it('records a failure after a pause if the database was unavailable', async () => {
    const { tries, database } = forgetful();
    const id = await bench.add();
    // Adding the job wakes workers a moment later.
    await pause(30);
    const test = async () => {
      throw new JobRefused('no');
    };
    bench.work({ test }, { on: database, times: { poll: NEVER_AGAIN, lease: NEVER_AGAIN } });
    await vi.waitFor(() => expect(tries.count).toBe(1), { timeout: 60_000 });
    await pause(30);
    expect(tries.count).toBe(1);
    const wakeAndLook = async () => {
      wakeUps.emit('enqueued');
      expect((await bench.jobOf(id)).state).toBe('FAILED');
    };
    await vi.waitFor(wakeAndLook, { timeout: 60_000 });
  });

  it('after such an outage, takes over no jobs until other workers had time to renew their leases', async () => {
    const [broken, abandoned] = [await bench.add({ payload: 'broken' }), await bench.add()];
    const test = async ({ payload }: { payload: unknown }) => {
      if (payload !== 'broken') return;
      await bench.change(abandoned, { state: 'STARTED', leaseOwner: 'another', leaseUntil: 0 });
      throw new JobRefused('no');
    };
    bench.work({ test }, { on: forgetful().database, times: { lease: NEVER_AGAIN } });
    await bench.reach(broken, 'FAILED');
    await bench.reach(await bench.add(), 'COMPLETED');
    expect(await bench.jobOf(abandoned)).toMatchObject({ state: 'STARTED', leaseOwner: 'another' });
  });

  it('nor does it after a lease could not be renewed in an outage', async () => {
    const [running, abandoned, next] = [await bench.add({ payload: 'running' }), await bench.add(), await bench.add()];
    await bench.change(abandoned, { state: 'STARTED', leaseOwner: 'another', leaseUntil: 0 });
    let isAway = false;
    const flaky: Database<JobTables> = {
      ...bench.database,
      async transaction(what) {
        if (isAway) throw away();
        return bench.database.transaction(what);
      },
    };
    const test = async ({ payload }: { payload: unknown }) => {
      if (payload !== 'running') return;
      // While this runs, the worker asks for nothing but to renew its lease.
      isAway = true;
      await expect.poll(() => bench.reported, { timeout: 60_000 }).toContain('keeping failed: away');
      isAway = false;
    };
    bench.work({ test }, { on: flaky, times: { lease: NEVER_AGAIN, heartbeat: 5 } });
    for (const id of [running, next]) await bench.reach(id, 'COMPLETED');
    expect(await bench.jobOf(abandoned)).toMatchObject({ state: 'STARTED', leaseOwner: 'another' });
  });

  it('gives up a job whose workers died once too often, without running it', async () => {
    const id = await bench.add({ maxAttempts: 2 });
    await bench.change(id, { state: 'STARTED', leaseOwner: 'dead', leaseUntil: 0, attempts: 2 });
    const last = await bench.add({ maxAttempts: 2 });
    await bench.change(last, { state: 'STARTED', leaseOwner: 'dead', leaseUntil: 0, attempts: 1 });
    const ran: string[] = [];
    bench.work({ test: async ({ job }) => void ran.push(job.id) });
    await bench.reach(id, 'FAILED');
    await bench.reach(last, 'COMPLETED');
    expect(ran).toEqual([last]);
    const { failure, stoppedAt } = await bench.jobOf(id);
    expect(failure).toBe('its worker died 2 times');
    expect(stoppedAt).not.toBe(null);
  });

  it('a refusal counts even if the worker stops at that moment; an interrupted attempt does not', async () => {
    const broken = async (error: Error) => {
      const started = Promise.withResolvers<void>();
      const worker = bench.work({
        test: async ({ signal }) => {
          started.resolve();
          await pause(NEVER_AGAIN, undefined, { signal }).catch(() => {});
          throw error;
        },
      });
      const id = await bench.add({ maxAttempts: 1 });
      await started.promise;
      await worker.stop();
      return bench.jobOf(id);
    };
    expect(await broken(new JobRefused('never'))).toMatchObject({ state: 'FAILED', failure: 'never', attempts: 1 });
    const stopped = { state: 'CREATED', failure: null, attempts: 0, leaseOwner: null };
    const { notBefore, createdAt, ...one } = await broken(new Error('broken off'));
    expect(one).toMatchObject(stopped);
    expect(notBefore).toBe(createdAt);
    await bench.change(one.id, { state: 'COMPLETED' });
    expect(await broken(away())).toMatchObject(stopped);
    expect(bench.reported.filter((line) => line.startsWith('test'))).toEqual(['test refused: never']);
  });

  it('leaves recording the end of a job to the worker that has it now', async () => {
    const ended: string[] = [];
    const run = async ({ job }: { job: { id: string; attempts: number } }) => {
      if (job.attempts === 1) await bench.change(job.id, { leaseOwner: 'another', leaseUntil: 0 });
      throw new JobRefused(`try ${job.attempts}`);
    };
    bench.work({ test: { run, failed: async (_trx, _job, reason) => void ended.push(reason) } });
    const id = await bench.add();
    await bench.reach(id, 'FAILED');
    expect(ended).toEqual(['try 2']);
    expect((await bench.jobOf(id)).failure).toBe('try 2');
  });

  it('does not report a job as failed that another worker has taken over', async () => {
    bench.work({
      test: async ({ job }) => {
        if (job.attempts === 1) await bench.change(job.id, { leaseOwner: 'another', leaseUntil: 0 });
      },
    });
    const id = await bench.add();
    await bench.reach(id, 'COMPLETED');
    expect((await bench.jobOf(id)).attempts).toBe(2);
    expect(bench.reported.filter((line) => line.startsWith('test'))).toEqual([]);
  });
});
