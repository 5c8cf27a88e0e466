/** Items of a job: in order, each ended once, and those that were not done wait again unless a later job is about them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASES } from '../database/testing/databases.ts';
import { addItems, countItems, endItem, nextItem, reopenItems, stopItems } from './items.ts';
import { retry } from './jobs.ts';
import { type JobBench, openJobBench } from './testing/jobBench.ts';

/** rows of one statement */
const ONE_STATEMENT = 400;

describe.each(DATABASES)('$dialect', ({ fresh }) => {
  let bench: JobBench;
  let [job, other] = ['', ''];
  beforeEach(async () => {
    bench = await openJobBench(fresh);
    [job, other] = [await bench.add(), await bench.add()];
  });
  afterEach(() => bench.close());

  const itemsOf = (subjects: readonly string[]) =>
    subjects.map((subject) => ({ subject, serialKey: `key ${subject}` }));
  const add = (id: string, ...subjects: string[]) =>
    bench.database.transaction((trx) => addItems(trx, id, itemsOf(subjects)));
  const end = (id: string, position: number, reason?: string) =>
    bench.database.transaction((trx) =>
      endItem(trx, { jobId: id, position }, reason === undefined ? { state: 'done' } : { state: 'refused', reason }),
    );
  const stop = (id: string, reason: string) => bench.database.transaction((trx) => stopItems(trx, id, reason));
  const reopen = async (id: string) => {
    const { number } = await bench.jobOf(id);
    return bench.database.transaction((trx) => reopenItems(trx, id, number));
  };
  const rowsOf = async (id: string) => {
    const rows = await bench.database.read
      .selectFrom('jobItems')
      .selectAll()
      .where('jobId', '=', id)
      .orderBy('position')
      .execute();
    return rows.map(({ subject, state, reason }) => [subject, state, reason]);
  };

  it('come one after the other, and each ends once', async () => {
    await add(job, 'a', 'b', 'c');
    await add(other, 'x');
    expect(await nextItem(bench.database, job, -1)).toEqual({ position: 0, subject: 'a' });
    expect(await nextItem(bench.database, job, 0)).toEqual({ position: 1, subject: 'b' });
    expect(await end(job, 1, 'no')).toBe(true);
    expect([await end(job, 1), await end(job, 9)]).toEqual([false, false]);
    expect(await nextItem(bench.database, job, 0)).toEqual({ position: 2, subject: 'c' });
    expect(await end(job, 0)).toBe(true);
    expect(await stop(job, 'the job was ended')).toEqual(['c']);
    expect(await nextItem(bench.database, job, -1)).toBe(undefined);
    expect(await rowsOf(job)).toEqual([
      ['a', 'done', null],
      ['b', 'refused', 'no'],
      ['c', 'stopped', 'the job was ended'],
    ]);
    expect(await rowsOf(other)).toEqual([['x', 'waiting', null]]);
  });

  it('are counted by state, for jobs that have any', async () => {
    await add(job, 'a', 'b', 'c', 'd');
    await add(other, 'x');
    await end(job, 0);
    await end(job, 1, 'no');
    const none = await bench.add();
    expect(await countItems(bench.database, [])).toEqual(new Map());
    expect(await countItems(bench.database, [job, none])).toEqual(
      new Map([[job, { total: 4, waiting: 2, done: 1, refused: 1, stopped: 0 }]]),
    );
  });

  it.each([ONE_STATEMENT, ONE_STATEMENT + 1])(
    'may be %i: as many as fit into one statement, and more',
    async (length) => {
      const subjects = Array.from({ length }, (_, i) => `${i}`);
      await add(job, ...subjects);
      expect((await rowsOf(job)).map(([subject]) => subject)).toEqual(subjects);
    },
  );

  it('wait again if they were not done, unless a later job or one of its items has the same subject', async () => {
    await add(job, 'done', 'refused', 'stopped', 'later job', 'later item');
    await end(job, 0);
    await end(job, 1, 'no');
    await stop(job, 'ended');
    await add(other, 'later item');
    await bench.add({ serialKey: 'key later job' });
    expect(await reopen(job)).toBe('some');
    expect(await rowsOf(job)).toEqual([
      ['done', 'done', null],
      ['refused', 'waiting', null],
      ['stopped', 'waiting', null],
      ['later job', 'stopped', 'ended'],
      ['later item', 'stopped', 'ended'],
    ]);
    await end(other, 0);
    expect(await reopen(other)).toBe('none');
    expect(await reopen(await bench.add())).toBe('noItems');
  });

  it('a failed job runs again if any of its items may, and one without items unless a later job has the same subject', async () => {
    const retried = async (id: string) => {
      await bench.change(id, { state: 'FAILED' });
      return bench.database.transaction((trx) => retry(trx, id));
    };
    await add(job, 'a', 'b');
    await stop(job, 'ended');
    await add(other, 'a');
    expect(await retried(job)).toBe('requeued');
    await end(job, 1);
    expect(await retried(job)).toBe('outdated');
    // The function text counts only without a key.
    const keyed = await bench.add({ function: 'Read', serialKey: 'one' });
    const same = await bench.add({ function: 'Paint' });
    await bench.add({ function: 'Read', serialKey: 'two' });
    expect(await retried(keyed)).toBe('requeued');
    expect(await retried(same)).toBe('requeued');
    await bench.add({ function: 'Paint', serialKey: 'three' });
    expect(await retried(same)).toBe('outdated');
    await add(await bench.add({ function: 'Many' }), 'x');
    const ofItem = await bench.add({ serialKey: 'key late' });
    expect(await retried(ofItem)).toBe('requeued');
    await add(await bench.add({ function: 'Many' }), 'late');
    expect(await retried(ofItem)).toBe('outdated');
  });
});
