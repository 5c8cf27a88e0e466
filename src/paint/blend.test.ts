/** The kernel's blend against the same formula in float64, for any stack of layers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawPicture } from './raw.ts';
import { createTiles } from './tiles.ts';

const tiles = createTiles();
function blend(pictures: readonly RawPicture[], width: number, height: number): RawPicture {
  const layers = pictures.map(tiles.add);
  const painted = tiles.paint(layers, width, height, false);
  for (const layer of layers) layer.release();
  return painted;
}

/** Porter-Duff over, premultiplied 0 to 1, bottom first, rounded nowhere. */
function exact(stack: readonly Uint8Array[], at: number): number[] {
  let canvas = [0, 0, 0, 0];
  for (const layer of stack) {
    const alpha = (layer[at + 3] as number) / 255;
    const source = [0, 1, 2].map((c) => ((layer[at + c] as number) / 255) * alpha);
    canvas = [...source, alpha].map((value, c) => value + (canvas[c] as number) * (1 - alpha));
  }
  return canvas;
}

function expectNear(rgba: Uint8Array, stack: readonly Uint8Array[]): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const wanted = exact(stack, at);
    const alpha = (rgba[at + 3] as number) / 255;
    for (let c = 0; c < 4; c += 1) {
      const found = c === 3 ? alpha : ((rgba[at + c] as number) / 255) * alpha;
      const off = Math.abs(found - (wanted[c] as number)) * 255;
      if (off > 1) throw new Error(`byte ${at + c} of ${rgba.length} is ${off} of 255 away from the exact value`);
    }
  }
}

const WIDTH = 3;
const HEIGHT = 2;
/** Corner values often: that is where rounding and the short cuts are. */
const byte = fc.oneof(fc.constantFrom(0, 1, 127, 128, 254, 255), fc.integer({ min: 0, max: 255 }));
const layer = fc
  .array(byte, { minLength: WIDTH * HEIGHT * 4, maxLength: WIDTH * HEIGHT * 4 })
  .map((bytes) => Uint8Array.from(bytes));
const stack = fc.array(layer, { maxLength: 40 });
const raw = (rgba: Uint8Array) => ({ rgba, width: WIDTH, height: HEIGHT });

describe('blend', () => {
  it('is within 1 of 255 of float64 on every channel, for up to 40 layers', () => {
    fc.assert(
      fc.property(stack, (layers) => {
        expectNear(blend(layers.map(raw), WIDTH, HEIGHT).rgba, layers);
      }),
      { numRuns: 400 },
    );
  });

  it('40 nearly transparent layers do not drift', () => {
    for (const alpha of [1, 2, 3, 5, 12, 254]) {
      const layers = Array.from({ length: 40 }, (_, i) =>
        Uint8Array.from({ length: WIDTH * HEIGHT * 4 }, (_, at) => (at % 4 === 3 ? alpha : (i * 53 + at * 31) % 256)),
      );
      expectNear(blend(layers.map(raw), WIDTH, HEIGHT).rgba, layers);
    }
  });

  it('a single layer comes back as it is, wherever it is not transparent', () => {
    fc.assert(
      fc.property(layer, (rgba) => {
        const out = blend([raw(rgba)], WIDTH, HEIGHT).rgba;
        for (let at = 0; at < rgba.length; at += 4) {
          const wanted = rgba[at + 3] === 0 ? [0, 0, 0, 0] : [...rgba.subarray(at, at + 4)];
          expect([...out.subarray(at, at + 4)]).toEqual(wanted);
        }
      }),
    );
  });

  it('an opaque layer hides what is below it', () => {
    fc.assert(
      fc.property(stack, layer, (below, top) => {
        const opaque = top.map((value, at) => (at % 4 === 3 ? 255 : value));
        expect(blend([...below, opaque].map(raw), WIDTH, HEIGHT).rgba).toEqual(opaque);
      }),
    );
  });

  it('layers without any colour change nothing, and no layer at all is a transparent picture', () => {
    fc.assert(
      fc.property(stack, fc.nat(), (layers, place) => {
        const clear = raw(new Uint8Array(WIDTH * HEIGHT * 4));
        const stackOf = layers.map(raw);
        const more = [...stackOf];
        more.splice(place % (stackOf.length + 1), 0, clear);
        expect(blend(more, WIDTH, HEIGHT).rgba).toEqual(blend(stackOf, WIDTH, HEIGHT).rgba);
      }),
    );
    expect(blend([], WIDTH, HEIGHT).rgba).toEqual(new Uint8Array(WIDTH * HEIGHT * 4));
  });
});
