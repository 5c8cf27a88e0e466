/** The clean-up of the batch summary: many rows, an abort, and a job that is retried meanwhile. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { DATABASES } from '../database/testing/databases.ts';
import { addItems } from './items.ts';
import type { JobTables } from './table.ts';
import { type JobBench, openJobBench } from './testing/jobBench.ts';
import { trimJobs } from './trim.ts';

const MORE_THAN_ONE_TRANSACTION = 1001;

describe.each(DATABASES)('$dialect', ({ fresh }) => {
  let bench: JobBench;
  beforeEach(async () => {
    bench = await openJobBench(fresh);
  });
  afterEach(() => bench.close());

  const addEnded = async (n: number): Promise<void> => {
    const row = { name: 'test', function: 'Test', state: 'FAILED', payload: '{}', createdBy: 'system' } as const;
    const numbers = { attempts: 3, maxAttempts: 3, notBefore: 0, createdAt: 0, stoppedAt: 0 };
    await bench.database.transaction((trx) =>
      trx
        .insertInto('jobs')
        .values(Array.from({ length: n }, (_, i) => ({ ...row, ...numbers, id: `${i}` })))
        .execute(),
    );
  };
  const left = async () =>
    (await bench.database.read.selectFrom('jobs').select('id').orderBy('number').execute()).map(({ id }) => id);

  it('continues until all are deleted', async () => {
    await addEnded(MORE_THAN_ONE_TRANSACTION);
    expect(await trimJobs(bench.database, { days: 1, rows: 0 })).toBe(MORE_THAN_ONE_TRANSACTION);
    expect(await left()).toEqual([]);
  });

  it('deletes nothing once it is aborted', async () => {
    await addEnded(1);
    const signal = AbortSignal.abort(new Error('the worker stops'));
    await expect(trimJobs(bench.database, { days: 1, rows: 0, signal })).rejects.toThrow('the worker stops');
    expect(await left()).toEqual(['0']);
  });

  it.each([2, 1])('keeps the last of %s jobs, which is retried meanwhile', async (jobs) => {
    await addEnded(jobs);
    const last = `${jobs - 1}`;
    const retried: Database<JobTables> = {
      ...bench.database,
      async transaction(what) {
        await bench.change(last, { state: 'CREATED' });
        return bench.database.transaction(what);
      },
    };
    expect(await trimJobs(retried, { days: 1, rows: 0 })).toBe(jobs - 1);
    expect(await left()).toEqual([last]);
  });

  it('deletes the items of what it deletes', async () => {
    await addEnded(1);
    const waits = await bench.add();
    const item = [{ subject: 'a', serialKey: 'k' }];
    await bench.database.transaction(async (trx) => {
      for (const id of ['0', waits]) await addItems(trx, id, item);
    });
    expect(await trimJobs(bench.database, { days: 1, rows: 0 })).toBe(1);
    const items = await bench.database.read.selectFrom('jobItems').select('jobId').execute();
    expect(items).toEqual([{ jobId: waits }]);
  });
});
