/** The pool of threads: bounded, and nothing that a task does takes others with it. */
import { afterEach, describe, expect, it } from 'vitest';
import { openPool, type Pool, PoolClosed } from './pool.ts';

/** wait: milliseconds; die: ends the thread */
interface Task {
  wait?: number;
  fail?: string;
  die?: true;
}
const source = `
import { threadId } from 'node:worker_threads';
import { answerTasks } from ${JSON.stringify(new URL('./pool.ts', import.meta.url).href)};
answerTasks(async ({ wait = 0, fail, die }) => {
  await new Promise((resolve) => setTimeout(resolve, wait));
  if (die) process.exit(1);
  if (fail) throw new Error(fail);
  return { answer: threadId };
});
`;
const module = new URL(`data:text/javascript,${encodeURIComponent(source)}`);

describe('a pool of threads', () => {
  let pool: Pool<Task, number>;
  const open = (threads: number) => {
    pool = openPool(module, { threads });
    return pool;
  };
  afterEach(() => pool.close());

  it('answers every task, on no more threads than it has', async () => {
    open(2);
    const used = await Promise.all(Array.from({ length: 20 }, () => pool.run({ wait: 5 })));
    expect(new Set(used).size).toBeLessThanOrEqual(2);
    expect(used).toHaveLength(20);
  });

  it('hands on what a task throws', async () => {
    open(1);
    await expect(pool.run({ fail: 'not so' })).rejects.toThrow('not so');
    expect(await pool.run({})).toBeTypeOf('number');
  });

  it('goes on with a new thread when one dies of its task', async () => {
    open(1);
    const [dead, after] = await Promise.allSettled([pool.run({ die: true }), pool.run({})]);
    expect(dead.status).toBe('rejected');
    expect(after).toMatchObject({ status: 'fulfilled', value: expect.any(Number) });
  });

  it('refuses what waits, and what comes later, when it closes', async () => {
    open(1);
    const running = pool.run({ wait: 5000 });
    const waiting = pool.run({});
    const ended = Promise.allSettled([running, waiting]);
    await pool.close();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(pool.run({})).rejects.toBeInstanceOf(PoolClosed);
  });
});
