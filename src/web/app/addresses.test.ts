/** What the screens read from their addresses: nothing breaks them, and reading again changes nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress, writeAddress } from '../ui/addressText.ts';
import { router } from './router.tsx';

type Read = (search: Record<string, unknown>) => Record<string, unknown>;
const readers = Object.values(router.routesById).flatMap(({ id, options }) =>
  options.validateSearch === undefined ? [] : [[id, options.validateSearch as unknown as Read] as const],
);
const NAMES = [
  'area',
  'disId',
  'version',
  'angles',
  'options',
  'layers',
  'test',
  'sort',
  'text',
  'page',
  'shown',
  'from',
  'open',
  'at',
];
const value = fc.oneof(
  fc.jsonValue(),
  fc.string(),
  fc.constantFrom('001', ',,', '[', '["a', '{}', 'null', 'true', '-1', '1e999', '2026-99-99', 'x'.repeat(10_000)),
);
const any = fc.dictionary(fc.constantFrom(...NAMES), value);

describe('no address breaks a screen', () => {
  it('all screens with an address are tested', () => expect(readers.length).toBeGreaterThan(15));

  it.each(readers)('%s', (_id, read) => {
    fc.assert(
      fc.property(any, (bent) => {
        const once = read(bent as Record<string, unknown>);
        expect(read(once)).toEqual(once);
        // Also as text in the address: a screen reads what it writes.
        const address = writeAddress(once);
        const again = read(readAddress(address));
        expect(writeAddress(again)).toBe(address);
      }),
      { numRuns: 60 },
    );
  });
});
