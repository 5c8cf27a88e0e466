import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePrecedence, countWildcards, isDisId, isVersion, matches, SET_ID } from './lcdv.ts';

const pattern = fc.string({ unit: fc.constantFrom(...'AB1xxx'), minLength: 16, maxLength: 16 });

describe('codes', () => {
  it.each([
    ['meta-1PP2A5xxxxxxxxxx.zip', ['1PP2A5xxxxxxxxxx']],
    ['of 1PP2A5xxxxxxxxxx, and 1PP2A6xxxxxxxxxx', ['1PP2A5xxxxxxxxxx', '1PP2A6xxxxxxxxxx']],
    ['image-ext-1PP2A5xxxxxxxxxxv2.zip', ['1PP2A5xxxxxxxxxx']],
    ['x1PP2A5-xxxxxxxxxx', []],
    ['ABCDEFGHIJKLMNOPQ', ['ABCDEFGHIJKLMNOP']],
  ])('finds the set ids in %s', (text, ids) => {
    expect(text.match(SET_ID) ?? []).toEqual(ids);
  });

  it('tells a disId from a version', () => {
    expect(isDisId('1PP2A5xxxxxxxxxx')).toBe(true);
    expect(isDisId('1PP2A5QESFB0A0F4')).toBe(true);
    expect(isVersion('1PP2A5QESFB0A0F4')).toBe(true);
    expect(isVersion('1PP2A5xxxxxxxxxx')).toBe(false);
    for (const bad of [
      '',
      '1PP2A5xxxxxxxxx',
      '1PP2A5xxxxxxxxxxx',
      '1PP2A5Xxxxxxxxx-',
      '1pp2a5xxxxxxxxxx',
      '1PP2A5xxxxxxxxxx\n',
    ]) {
      expect(isDisId(bad)).toBe(false);
    }
  });
});

describe('patterns', () => {
  it('match by position, x for any character', () => {
    expect(matches('1PP2A5xxxxxxxxxx', '1PP2A5QESFB0A0F4')).toBe(true);
    expect(matches('1PP2A5Rxxxxxxxxx', '1PP2A5QESFB0A0F4')).toBe(false);
    expect(matches('1PP2', '1PP2A5QESFB0A0F4')).toBe(false);
  });

  it('stand in order of precedence: fewest x, then byte order', () => {
    const sorted = ['BBxx', 'AAxx', 'Axxx', 'ZZZx'].sort(comparePrecedence);
    expect(sorted).toEqual(['ZZZx', 'AAxx', 'BBxx', 'Axxx']);
    fc.assert(
      fc.property(pattern, pattern, (a, b) => {
        expect(Math.sign(comparePrecedence(a, b))).toBe(-Math.sign(comparePrecedence(b, a)) + 0);
        if (countWildcards(a) < countWildcards(b)) expect(comparePrecedence(a, b)).toBeLessThan(0);
      }),
    );
  });
});
