import { describe, expect, it } from 'vitest';
import { atMost } from './atMost.ts';

describe('atMost', () => {
  it('starts every item once, in order, and never more than the limit at a time', async () => {
    let running = 0;
    let most = 0;
    const started: number[] = [];
    await atMost(3, [1, 2, 3, 4, 5, 6, 7, 8], async (item) => {
      started.push(item);
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      await Promise.resolve();
      running -= 1;
    });
    expect(started).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(most).toBe(3);
    expect(running).toBe(0);
  });

  it('is done at once with nothing to do', async () => {
    await atMost(3, [], () => Promise.reject(new Error('there is no item')));
  });
});
