/** Packed entries of a manifest: nothing is lost, and each is found by its path. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ManifestEntry } from './manifest.ts';
import { PackedEntries, packEntries } from './packedEntries.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const uint32 = fc.nat(0xffff_ffff);
const bytes = fc.nat(2 ** 50);

const entries = fc.uniqueArray(
  fc.record(
    {
      path: fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('001/wheels.png', '宝马/ä.png')),
      sha256: fc.oneof(fc.string(), fc.constantFrom('a', 'b')).map(hash),
      size: bytes,
      at: fc.record({ offset: bytes, compressedSize: bytes, method: fc.constantFrom(0, 8), crc32: uint32 }),
      picture: fc.record({
        width: uint32,
        height: uint32,
        box: fc.option(fc.tuple(uint32, uint32, uint32, uint32)),
        format: fc.constantFrom('png', 'jpeg', 'webp'),
      }),
    },
    { requiredKeys: ['path', 'sha256', 'size', 'at'] },
  ),
  { selector: ({ path }) => path, maxLength: 60 },
) as fc.Arbitrary<ManifestEntry[]>;

it('returns the entries in their order, and finds each by its path', () => {
  fc.assert(
    fc.property(entries, fc.string(), (list, other) => {
      const packed = new PackedEntries(packEntries(list));
      expect([...packed]).toEqual(list);
      expect(JSON.stringify(packed)).toBe(JSON.stringify(list));
      expect(packed.length).toBe(list.length);
      expect(list.map(({ path }) => packed.indexOf(path))).toEqual(list.map((_, i) => i));
      if (!list.some(({ path }) => path === other)) expect(packed.indexOf(other)).toBe(-1);
      for (const { sha256 } of list) {
        const same = list.flatMap((entry, i) => (entry.sha256 === sha256 ? [i] : []));
        expect([...packed.indicesOf(sha256)].sort((a, b) => a - b)).toEqual(same);
      }
      expect([...packed.indicesOf(hash(`${other} elsewhere`)), ...packed.indicesOf('not a hash')]).toEqual([]);
      expect(packed.map(({ sha256 }) => sha256)).toEqual(list.map(({ sha256 }) => sha256));
      expect(packed.filter(({ picture }) => picture !== undefined)).toEqual(list.filter(({ picture }) => picture));
    }),
  );
});

it('finds the later one of two with one path, among very many', () => {
  const at = { offset: 0, compressedSize: 1, method: 0, crc32: 0 };
  const many = Array.from({ length: 5000 }, (_, i) => ({
    path: `co2/${i % 4000}.png`,
    sha256: hash(`${i}`),
    size: i,
    at,
  }));
  const packed = new PackedEntries(packEntries(many));
  for (let i = 0; i < 4000; i++) expect(packed.indexOf(`co2/${i}.png`)).toBe(i < 1000 ? 4000 + i : i);
  expect(packed.indexOf('co2/4000.png')).toBe(-1);
});

it('takes no longer for very many entries of one content', () => {
  const at = { offset: 0, compressedSize: 1, method: 0, crc32: 0 };
  const same = Array.from({ length: 100_000 }, (_, i) => ({ path: `co2/${i}.png`, sha256: hash('one'), size: 1, at }));
  const packed = new PackedEntries(packEntries(same));
  expect([...packed.indicesOf(hash('one'))]).toHaveLength(100_000);
});

it('refuses an invalid content hash', () => {
  const at = { offset: 0, compressedSize: 1, method: 0, crc32: 0 };
  expect(() => packEntries([{ path: 'a.png', sha256: 'abc', size: 1, at }])).toThrow('a.png has no content hash');
});
