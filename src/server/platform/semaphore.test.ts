/** A semaphore: how much runs at once, and in which order. */
import { describe, expect, it } from 'vitest';
import { openSemaphore } from './semaphore.ts';

describe('a semaphore', () => {
  it.each([1, 3])('runs at most %d at the same time, first come, first served', async (permits) => {
    const semaphore = openSemaphore(permits);
    const begun: number[] = [];
    let [running, most] = [0, 0];
    const work = async (i: number) => {
      begun.push(i);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return i;
    };
    const all = Array.from({ length: 20 }, (_, i) => i);
    expect(await Promise.all(all.map((i) => semaphore.run(() => work(i))))).toEqual(all);
    expect(begun).toEqual(all);
    expect(most).toBe(permits);
  });

  it('releases the permit when the work fails', async () => {
    const semaphore = openSemaphore(1);
    const failed = semaphore.run(async () => {
      throw new Error('no');
    });
    const next = semaphore.run(async () => 'done');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('done');
  });

  it('waits until an acquired permit is released', async () => {
    const semaphore = openSemaphore(1);
    const release = await semaphore.acquire();
    let done = false;
    const next = semaphore.run(async () => {
      done = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toBe(false);
    release();
    await next;
    expect(done).toBe(true);
  });
});
