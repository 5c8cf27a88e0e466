import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { boxOf, decodePlainPng, type RawPicture, toRenderReady } from './index.ts';

describe('the box of what can be seen', () => {
  const side = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 70 }));

  it('holds every visible pixel and has one at each edge', () => {
    fc.assert(
      fc.property(side, side, fc.array(fc.nat(), { maxLength: 4 }), (width, height, places) => {
        // What cannot be seen has colours too.
        const rgba = new Uint8Array(width * height * 4).fill(200);
        for (let at = 3; at < rgba.length; at += 4) rgba[at] = 0;
        const points = places.map((place) => place % (width * height));
        for (const at of points) rgba[at * 4 + 3] = 1 + (at % 255);
        const xs = points.map((at) => at % width);
        const ys = points.map((at) => Math.floor(at / width));
        const [left, top] = [Math.min(...xs), Math.min(...ys)];
        const wanted = [left, top, Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
        expect(boxOf({ rgba, width, height })).toEqual(points.length === 0 ? null : wanted);
      }),
      { numRuns: 500 },
    );
  });

  it('of what was decoded on this thread, which it leaves as it is', async () => {
    const [width, height] = [50, 40];
    const rgba = new Uint8Array(width * height * 4);
    for (let y = 10; y < 30; y++) rgba.fill(250, (y * width + 7) * 4, (y * width + 33) * 4);
    const png = await sharp(rgba, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    const decoded = decodePlainPng(png) as RawPicture;
    expect(boxOf(decoded)).toEqual([7, 10, 26, 20]);
    expect(Buffer.from(decoded.rgba).equals(rgba)).toBe(true);
    expect(Buffer.from(toRenderReady(decoded)).equals(toRenderReady({ rgba, width, height }))).toBe(true);
  });
});
