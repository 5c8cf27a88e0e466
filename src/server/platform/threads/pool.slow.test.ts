/** The pool of threads: bounded, and no task can break others. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { openPool, type Pool, PoolClosed, type TaskQueue, ThreadEnded } from './pool.ts';

/**
 * reserve: from the budget; wait: milliseconds; die: ends the thread; work: never ends; fill: takes memory, of
 * JavaScript or WebAssembly. Tasks with `log` note there that they begin and end, once they have their reservation.
 */
interface Task {
  reserve?: number;
  log?: SharedArrayBuffer;
  wait?: number;
  fail?: string;
  die?: true;
  work?: true;
  fill?: 'objects' | 'wasm';
}
const LIMIT = 64 * 1024 ** 2;
const source = `
import { threadId } from 'node:worker_threads';
import { answerTasks } from ${JSON.stringify(new URL('./answerTasks.ts', import.meta.url).href)};
import { limitWasmMemory } from ${JSON.stringify(new URL('./wasmMemory.ts', import.meta.url).href)};
limitWasmMemory(${LIMIT});
const objects = [];
answerTasks(async ({ reserve: amount, log, wait = 0, fail, die, work, fill }, reserve) => {
  if (amount !== undefined) await reserve(amount);
  const taken = log && new Int32Array(log);
  if (taken) Atomics.store(taken, 1, Math.max(Atomics.add(taken, 0, amount) + amount, Atomics.load(taken, 1)));
  await new Promise((resolve) => setTimeout(resolve, wait));
  if (taken) Atomics.sub(taken, 0, amount);
  if (die) process.exit(1);
  while (work);
  while (fill === 'objects') objects.push(new Array(10_000).fill({}));
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
  while (fill === 'wasm') try { memory.grow(100) } catch {}
  if (fail) throw new Error(fail);
  return { answer: threadId };
});
`;
const module = new URL(`data:text/javascript,${encodeURIComponent(source)}`);

/** The lane `first` comes before all others. */
function createQueue<Item>(): TaskQueue<Item> {
  const items: Item[] = [];
  return {
    push: (lane, item) => void (lane === 'first' ? items.unshift(item) : items.push(item)),
    shift: () => items.shift(),
  };
}

describe('a pool of threads', () => {
  let pool: Pool<Task, number>;
  const open = (threads: number) => {
    pool = openPool(module, { threads, createQueue });
    return pool;
  };
  /** On a busy machine a thread may start so slowly that it exceeds a short limit by itself. */
  const answersAgain = (task: Task) => expect.poll(() => pool.run(task).catch(() => 0)).toBeGreaterThan(0);
  afterEach(() => pool.close());

  it('answers every task, on no more threads than allowed', async () => {
    open(2);
    const used = await Promise.all(Array.from({ length: 20 }, () => pool.run({ wait: 5 })));
    expect(new Set(used).size).toBeLessThanOrEqual(2);
    expect(used).toHaveLength(20);
  });

  it('passes on what a task throws', async () => {
    open(1);
    await expect(pool.run({ fail: 'not so' })).rejects.toThrow('not so');
    expect(await pool.run({})).toBeTypeOf('number');
  });

  it('takes tasks in the order of its queue', async () => {
    open(1);
    const done: string[] = [];
    const all = Array.from({ length: 30 }, () => pool.run({ wait: 1 }, 'many').then(() => done.push('many')));
    all.push(pool.run({}, 'first').then(() => done.push('first')));
    await Promise.all(all);
    expect(done.indexOf('first')).toBeLessThanOrEqual(2);
  });

  it('continues with a new thread when a task ends one', async () => {
    open(1);
    const [dead, after] = await Promise.allSettled([pool.run({ die: true }), pool.run({})]);
    expect(dead.status).toBe('rejected');
    expect(after).toMatchObject({ status: 'fulfilled', value: expect.any(Number) });
  });

  it.each([
    ['time', { work: true }],
    ['memory', { fill: 'objects' }],
    ['memory', { fill: 'wasm' }],
    ['died', { die: true }],
  ] as const)('ends a task that exceeds a limit, says which (%s), and continues', async (reason, task) => {
    pool = openPool(module, { threads: 1, taskTimeMs: 'work' in task ? 500 : 60_000, heapBytes: LIMIT });
    const [ended, waited] = await Promise.allSettled([pool.run(task), pool.run({})]);
    expect(ended).toMatchObject({ status: 'rejected', reason: expect.any(ThreadEnded) });
    expect(ended).toMatchObject({ reason: { reason } });
    if (reason !== 'time') expect(waited.status).toBe('fulfilled');
    await answersAgain({});
  });

  it('says that the files were replaced when a thread cannot start any more, and starts once they are back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'replaced-'));
    const missing = pathToFileURL(join(folder, 'task.mjs'));
    pool = openPool(missing, { threads: 1 });
    await expect(pool.run({})).rejects.toMatchObject({ reason: 'replaced', message: /replaced on disk.* restart it/ });
    await writeFile(missing, `import './gone-too.mjs';`);
    await expect(pool.run({})).rejects.toMatchObject({ reason: 'replaced' });
    await writeFile(missing, `import ${JSON.stringify(module.href)};`);
    await answersAgain({});
    await rm(folder, { recursive: true });
  });

  it.each([
    ['several that fit', [3, 3, 3, 3, 3, 3], 9],
    ['large ones one by one', [9, 7, 9, 7], 9],
    ['one that exceeds the budget, alone', [3, 50, 3], 50],
  ])('tasks together reserve no more than the budget: %s', async (_what, amounts, most) => {
    pool = openPool(module, { threads: 4, budget: 10 });
    const log = new SharedArrayBuffer(8);
    const used = await Promise.all(amounts.map((reserve) => pool.run({ reserve, log, wait: 20 })));
    expect(used).toHaveLength(amounts.length);
    const [left, peak] = new Int32Array(log);
    expect(left).toBe(0);
    expect(peak).toBeLessThanOrEqual(most);
  });

  it('waiting for a reservation does not count towards the time limit', async () => {
    pool = openPool(module, { threads: 2, taskTimeMs: 1500, budget: 10 });
    const both = [800, 800].map((wait) => pool.run({ reserve: 10, wait }));
    expect(await Promise.all(both)).toHaveLength(2);
  });

  it('a task that fails releases its reservation', async () => {
    pool = openPool(module, { threads: 2, taskTimeMs: 500, budget: 10 });
    for (const task of [{ die: true }, { work: true }, { fail: 'not so' }] as const) {
      const [ended, after] = await Promise.allSettled([pool.run({ ...task, reserve: 10 }), pool.run({ reserve: 10 })]);
      expect(ended.status).toBe('rejected');
      // A thread that starts slowly may exceed the limit by itself; then the next one gets the reservation.
      if (after.status === 'rejected') await answersAgain({ reserve: 10 });
    }
  });

  it('rejects waiting and later tasks when it closes', async () => {
    open(1);
    const running = pool.run({ wait: 5000 });
    const waiting = pool.run({});
    const ended = Promise.allSettled([running, waiting]);
    await pool.close();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(pool.run({})).rejects.toBeInstanceOf(PoolClosed);
  });
});
