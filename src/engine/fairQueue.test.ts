/** Lanes are served in turn. */
import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fairQueue.ts';

describe('a fair queue', () => {
  it('serves lanes in turn, each in its own order', () => {
    const queue = createFairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) queue.push(item.charAt(0), item);
    const served = [];
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) served.push(item);
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    expect(queue.size).toBe(0);
  });

  it('serves a late lane after one item of each other lane', () => {
    const queue = createFairQueue<string>();
    for (let i = 0; i < 100; i += 1) queue.push('a', `a${i}`);
    queue.shift();
    queue.push('b', 'b0');
    expect([queue.shift(), queue.shift()]).toEqual(['a1', 'b0']);
  });

  it('pops the newest item of a lane, and skips removed items', () => {
    const queue = createFairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1']) queue.push(item.charAt(0), item);
    expect(queue.pop('a')).toBe('a3');
    expect([queue.remove('a', 'a1'), queue.remove('a', 'a1'), queue.remove('z', 'a2')]).toEqual([true, false, false]);
    expect([queue.size, queue.sizeOf('a'), queue.sizeOf('z')]).toEqual([2, 1, 0]);
    expect([queue.shift(), queue.shift(), queue.shift(), queue.pop('a')]).toEqual(['a2', 'b1', undefined, undefined]);
  });
});
