import { describe, expect, it } from 'vitest';
import { rangeOf } from './range.ts';

describe('byte ranges (RFC 9110 14)', () => {
  it.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=4-400', { start: 4, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-10', { start: 0, end: 9 }],
    ['bytes=-400', { start: 0, end: 9 }],
    ['bytes=-0', 'none'],
    ['bytes=10-', 'none'],
    ['bytes=10-20', 'none'],
    ['bytes=5-4', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,3-4', 'whole'],
    ['lines=0-1', 'whole'],
    ['', 'whole'],
    [undefined, 'whole'],
  ])('of ten bytes %s', (header, wanted) => {
    expect(rangeOf(header, 10)).toEqual(wanted);
  });

  it('an empty file has no range', () => {
    expect(rangeOf('bytes=-5', 0)).toBe('none');
    expect(rangeOf('bytes=0-', 0)).toBe('none');
  });
});
