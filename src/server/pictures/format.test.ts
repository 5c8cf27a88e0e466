/** The format that Accept asks for: the most specific range decides (RFC 9110, 12.5.1), wherever it is in the list. */
import { describe, expect, it } from 'vitest';
import { formatOf } from './format.ts';

const SIZE = { width: 8, height: 4 };

describe('the format of a picture', () => {
  it.each([
    [undefined, 'webp'],
    ['*/*', 'webp'],
    ['image/*', 'webp'],
    ['image/png', 'png'],
    ['image/jpeg, image/png;q=0.9', 'jpeg'],
    ['image/webp;q=0.5, image/png;q=0.8', 'png'],
    // `image/*` is more specific than `*/*`, and a named format more than both.
    ['*/*, image/*;q=0', undefined],
    ['image/*;q=0, */*', undefined],
    ['*/*;q=0, image/*', 'webp'],
    ['*/*, image/*;q=0, image/png;q=0.1', 'png'],
    ['image/*;q=0.9, image/webp;q=0, */*;q=0.1', 'png'],
    ['text/html', undefined],
    ['image/gif, text/*', undefined],
  ] as const)('Accept: %s -> %s', (accept, format) => {
    expect(formatOf(undefined, accept, SIZE)).toBe(format);
  });

  it('the query takes precedence over Accept', () => {
    expect(formatOf('avif', 'image/png', SIZE)).toBe('avif');
  });
});
