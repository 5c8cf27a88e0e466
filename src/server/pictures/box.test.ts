import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxOf } from './box.ts';

describe('the box of what can be seen', () => {
  it('holds every visible pixel and has one at each edge', () => {
    const side = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(side, side, fc.array(fc.nat({ max: 143 }), { maxLength: 4 }), (width, height, places) => {
        const rgba = new Uint8Array(width * height * 4);
        const points = places.map((place) => place % (width * height));
        for (const at of points) rgba[at * 4 + 3] = 1 + (at % 255);
        const xs = points.map((at) => at % width);
        const ys = points.map((at) => Math.floor(at / width));
        const [left, top] = [Math.min(...xs), Math.min(...ys)];
        const wanted = [left, top, Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
        expect(boxOf(rgba, width, height)).toEqual(points.length === 0 ? null : wanted);
      }),
    );
  });
});
