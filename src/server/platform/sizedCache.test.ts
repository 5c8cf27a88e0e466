/** A cache bounded by bytes; concurrent callers share a load. */
import { expect, it } from 'vitest';
import { openSizedCache } from './sizedCache.ts';

const loads: string[] = [];
const load = (name: string, bytes: number) => async () => {
  loads.push(name);
  return { name, bytes };
};

it('is bounded by bytes, evicts the least recently used value, and reports what it drops', async () => {
  loads.length = 0;
  const dropped: string[] = [];
  const cache = openSizedCache<{ name: string; bytes: number }>({
    bytes: 100,
    sizeOf: ({ bytes }) => bytes,
    dropped: ({ name }) => dropped.push(name),
  });
  await cache.getOrLoad('a', load('a', 40));
  await cache.getOrLoad('b', load('b', 40));
  expect(cache.bytes()).toBe(80);
  expect(cache.get('a')).toEqual({ name: 'a', bytes: 40 });
  await cache.getOrLoad('c', load('c', 40));
  expect(dropped).toEqual(['b']);
  expect(cache.bytes()).toBe(80);
  // Larger than the limit: returned, but nothing is evicted for it.
  expect(await cache.getOrLoad('d', load('d', 101))).toEqual({ name: 'd', bytes: 101 });
  expect(cache.get('d')).toBeUndefined();
  expect(cache.get('a')).toBeDefined();
  await cache.getOrLoad('a', load('a', 40));
  expect(loads).toEqual(['a', 'b', 'c', 'd']);
  cache.clear();
  expect([cache.bytes(), dropped.sort()]).toEqual([0, ['a', 'b', 'c']]);
});

it('shares one load between concurrent callers', async () => {
  loads.length = 0;
  const cache = openSizedCache({ bytes: 100, sizeOf: () => 1 });
  const all = await Promise.all(Array.from({ length: 20 }, () => cache.getOrLoad('a', load('a', 1))));
  expect(loads).toEqual(['a']);
  expect(new Set(all).size).toBe(1);
});

it('a failed load rejects for the caller that began it; those that joined try again', async () => {
  const cache = openSizedCache<{ name: string; bytes: number }>({ bytes: 100, sizeOf: () => 1 });
  const first = cache.getOrLoad('a', async () => {
    throw new Error('the store is unavailable');
  });
  const second = cache.getOrLoad('a', load('a', 1));
  await expect(first).rejects.toThrow('the store is unavailable');
  expect(await second).toEqual({ name: 'a', bytes: 1 });
});
