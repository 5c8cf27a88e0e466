import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedPixels, differenceOf, type Pixels, paintChanges } from './difference.ts';

const pixels = (width: number, height: number, bytes: readonly number[]): Pixels => ({
  width,
  height,
  data: Uint8ClampedArray.from(bytes),
});
const anyPair = fc
  .record({ width: fc.integer({ min: 1, max: 5 }), height: fc.integer({ min: 1, max: 5 }) })
  .chain(({ width, height }) => {
    const size = width * height * 4;
    const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: size, maxLength: size });
    return fc.tuple(bytes, bytes).map(([a, b]) => [pixels(width, height, a), pixels(width, height, b)] as const);
  });

describe('the difference of two pictures', () => {
  it('is the largest difference of a pixel’s channels, as far as they are visible', () => {
    const left = pixels(2, 2, [10, 20, 30, 255, 200, 0, 0, 128, 9, 9, 9, 0, 1, 2, 3, 255]);
    const right = pixels(2, 2, [10, 25, 28, 255, 100, 0, 0, 128, 99, 0, 9, 0, 1, 2, 3, 0]);
    const difference = differenceOf(left, right);
    // 200 and 100 at half alpha are visible as 100 and 50; colours under full transparency are invisible.
    expect([...difference.map]).toEqual([5, 50, 0, 255]);
    expect([0, 4, 5, 49, 50, 254, 255].map((threshold) => changedPixels(difference, threshold))).toEqual([
      3, 3, 2, 2, 1, 1, 0,
    ]);
  });

  it('refuses pictures of different sizes', () => {
    expect(() => differenceOf(pixels(1, 1, [0, 0, 0, 0]), pixels(1, 2, Array(8).fill(0)))).toThrow(
      '1 × 1 and 1 × 2 pixels cannot be compared.',
    );
  });

  it('is the same both ways, none with itself, and falls with the threshold', () => {
    fc.assert(
      fc.property(anyPair, fc.integer({ min: 0, max: 254 }), ([a, b], threshold) => {
        expect(differenceOf(a, b)).toEqual(differenceOf(b, a));
        expect(changedPixels(differenceOf(a, a), 0)).toBe(0);
        const difference = differenceOf(a, b);
        expect(changedPixels(difference, threshold + 1)).toBeLessThanOrEqual(changedPixels(difference, threshold));
        expect(changedPixels(difference, 255)).toBe(0);
      }),
    );
  });

  it('marks as many pixels as it counts, and nothing is transparent', () => {
    fc.assert(
      fc.property(anyPair, fc.integer({ min: 0, max: 255 }), ([a, b], threshold) => {
        const difference = differenceOf(a, b);
        const painted = paintChanges(difference, threshold, a);
        let marked = 0;
        for (let at = 0; at < painted.length; at += 4) {
          expect(painted[at + 3]).toBe(255);
          if (painted[at] !== painted[at + 1]) marked += 1;
        }
        expect(marked).toBe(changedPixels(difference, threshold));
      }),
    );
  });
});
