/** What stays in memory: up to a number of bytes, loaded once for all who ask. */
import { expect, it } from 'vitest';
import { openSizedCache } from './sizedCache.ts';

const loads: string[] = [];
const load = (name: string, bytes: number) => async () => {
  loads.push(name);
  return { name, bytes };
};

it('keeps by bytes, forgets what was not used for the longest time, and tells of it', async () => {
  loads.length = 0;
  const gone: string[] = [];
  const kept = openSizedCache<{ name: string; bytes: number }>({
    bytes: 100,
    sizeOf: ({ bytes }) => bytes,
    dropped: ({ name }) => gone.push(name),
  });
  await kept.of('a', load('a', 40));
  await kept.of('b', load('b', 40));
  expect(kept.bytes()).toBe(80);
  expect(kept.get('a')).toEqual({ name: 'a', bytes: 40 });
  await kept.of('c', load('c', 40));
  expect(gone).toEqual(['b']);
  expect(kept.bytes()).toBe(80);
  // Larger than all: it is answered, and nothing makes room for it.
  expect(await kept.of('d', load('d', 101))).toEqual({ name: 'd', bytes: 101 });
  expect(kept.get('d')).toBeUndefined();
  expect(kept.get('a')).toBeDefined();
  await kept.of('a', load('a', 40));
  expect(loads).toEqual(['a', 'b', 'c', 'd']);
  kept.clear();
  expect([kept.bytes(), gone.sort()]).toEqual([0, ['a', 'b', 'c']]);
});

it('loads once for all who ask at the same time', async () => {
  loads.length = 0;
  const kept = openSizedCache({ bytes: 100, sizeOf: () => 1 });
  const all = await Promise.all(Array.from({ length: 20 }, () => kept.of('a', load('a', 1))));
  expect(loads).toEqual(['a']);
  expect(new Set(all).size).toBe(1);
});

it('a loading that fails is told to who began it; who came later tries again', async () => {
  const kept = openSizedCache<{ name: string; bytes: number }>({ bytes: 100, sizeOf: () => 1 });
  const first = kept.of('a', async () => {
    throw new Error('the store is away');
  });
  const second = kept.of('a', load('a', 1));
  await expect(first).rejects.toThrow('the store is away');
  expect(await second).toEqual({ name: 'a', bytes: 1 });
});
