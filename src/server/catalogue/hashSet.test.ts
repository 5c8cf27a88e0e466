/** Millions of hashes, in few bytes each. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { HashSet } from './hashSet.ts';

const hashOf = (value: string | number) => createHash('sha256').update(String(value)).digest();

it('finds exactly the hashes that were added, one by one or in a list, even twice', () => {
  const set = new HashSet();
  const list = Array.from({ length: 50_000 }, (_, i) => hashOf(i));
  set.addAll(Buffer.concat(list));
  for (const hash of list.slice(0, 1000)) set.add(hash.toString('hex'));
  set.add(hashOf('alone').toString('hex'));
  expect(list.filter((hash) => !set.has(hash.toString('hex')))).toEqual([]);
  expect(set.has(hashOf('alone').toString('hex'))).toBe(true);
  const others = Array.from({ length: 50_000 }, (_, i) => hashOf(`other ${i}`).toString('hex'));
  expect(others.filter((hash) => set.has(hash))).toEqual([]);
});

it('knows hashes that begin with zeros', () => {
  const set = new HashSet();
  const zeros = '0'.repeat(64);
  expect(set.has(zeros)).toBe(false);
  set.add(zeros);
  expect(set.has(zeros)).toBe(true);
  expect(set.has('1'.repeat(64))).toBe(false);
});

it('takes no longer for hashes that differ in few bits', () => {
  const set = new HashSet();
  const numbers = Array.from({ length: 200_000 }, (_, i) => i.toString(16).padStart(8, '0').repeat(8));
  set.addAll(Buffer.from(numbers.join(''), 'hex'));
  expect(numbers.filter((hash) => !set.has(hash))).toEqual([]);
});

it('keeps hashes apart that begin alike', () => {
  const set = new HashSet();
  const numbers = Array.from({ length: 50_000 }, (_, i) =>
    `abcdef01${i.toString(16).padStart(8, '0')}`.padEnd(64, '0'),
  );
  const [added, others] = [numbers.slice(0, 40_000), numbers.slice(40_000)];
  set.addAll(Buffer.from(added.join(''), 'hex'));
  expect(added.filter((hash) => !set.has(hash))).toEqual([]);
  expect(others.filter((hash) => set.has(hash))).toEqual([]);
});
