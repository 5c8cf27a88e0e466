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
  const gone: string[] = [];
  const kept = openSizedCache<{ name: string; bytes: number }>({
    bytes: 100,
    sizeOf: ({ bytes }) => bytes,
    dropped: ({ name }) => gone.push(name),
  });
  await kept.getOrLoad('a', load('a', 40));
  await kept.getOrLoad('b', load('b', 40));
  expect(kept.bytes()).toBe(80);
  expect(kept.get('a')).toEqual({ name: 'a', bytes: 40 });
  await kept.getOrLoad('c', load('c', 40));
  expect(gone).toEqual(['b']);
  expect(kept.bytes()).toBe(80);
  // Larger than the limit: returned, but nothing is evicted for it.
  expect(await kept.getOrLoad('d', load('d', 101))).toEqual({ name: 'd', bytes: 101 });
  expect(kept.get('d')).toBeUndefined();
  expect(kept.get('a')).toBeDefined();
  await kept.getOrLoad('a', load('a', 40));
  expect(loads).toEqual(['a', 'b', 'c', 'd']);
  kept.clear();
  expect([kept.bytes(), gone.sort()]).toEqual([0, ['a', 'b', 'c']]);
});

it('shares one load between concurrent callers', async () => {
  loads.length = 0;
  const kept = openSizedCache({ bytes: 100, sizeOf: () => 1 });
  const all = await Promise.all(Array.from({ length: 20 }, () => kept.getOrLoad('a', load('a', 1))));
  expect(loads).toEqual(['a']);
  expect(new Set(all).size).toBe(1);
});

it('a failed load rejects for the caller that began it; those that joined try again', async () => {
  const kept = openSizedCache<{ name: string; bytes: number }>({ bytes: 100, sizeOf: () => 1 });
  const first = kept.getOrLoad('a', async () => {
    throw new Error('the store is unavailable');
  });
  const second = kept.getOrLoad('a', load('a', 1));
  await expect(first).rejects.toThrow('the store is unavailable');
  expect(await second).toEqual({ name: 'a', bytes: 1 });
});
