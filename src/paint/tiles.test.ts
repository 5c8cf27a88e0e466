import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawPicture } from './raw.ts';
import { createTiles } from './tiles.ts';

/** Porter-Duff `over` in float64: premultiplied channels and alpha, 0 to 255. */
function reference(layers: readonly RawPicture[], pixels: number, onWhite: boolean): Float64Array {
  const canvas = new Float64Array(pixels * 4).fill(onWhite ? 255 : 0);
  for (const { rgba } of layers) {
    for (let i = 0; i < rgba.length; i++) {
      const alpha = (rgba[i | 3] as number) / 255;
      const above = (i & 3) === 3 ? 255 : (rgba[i] as number);
      canvas[i] = above * alpha + (canvas[i] as number) * (1 - alpha);
    }
  }
  return canvas;
}

function furthest({ rgba }: RawPicture, expected: Float64Array): number {
  let most = 0;
  for (let i = 0; i < rgba.length; i++) {
    const alpha = (rgba[i | 3] as number) / 255;
    const premultiplied = (i & 3) === 3 ? (rgba[i] as number) : (rgba[i] as number) * alpha;
    most = Math.max(most, Math.abs(premultiplied - (expected[i] as number)));
  }
  return most;
}

type Kind = 'noise' | 'opaque' | 'empty' | 'faint' | 'oneColour' | 'half';
const alphaOf: Record<Kind, (random: number) => number> = {
  noise: (random) => random,
  opaque: () => 255,
  empty: () => 0,
  faint: (random) => random % 4,
  oneColour: (random) => random,
  half: (random) => (random & 1) * 255,
};
function picture(width: number, height: number, seed: number, kind: Kind): RawPicture {
  let state = seed | 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >>> 24;
  };
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < rgba.length; i += 4) {
    for (let c = 0; c < 3; c++) rgba[i + c] = kind === 'oneColour' ? (seed >>> (c * 8)) & 255 : random();
    rgba[i + 3] = alphaOf[kind](random());
  }
  return { rgba, width, height };
}

const kinds = fc.constantFrom<Kind>('noise', 'opaque', 'empty', 'faint', 'oneColour', 'half');
const layer = fc.record({ kind: kinds, seed: fc.integer() });

describe('painting from tiles', () => {
  const tiles = createTiles();
  const painted = (layers: readonly RawPicture[], width: number, height: number, onWhite: boolean) => {
    const added = layers.map(tiles.add);
    try {
      return tiles.paint(added, width, height, onWhite);
    } finally {
      for (const one of added) one.release();
    }
  };

  it('differs from float64 by at most 1 of 255, for any size, any alpha, up to 40 layers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.integer({ min: 1, max: 50 }),
        fc.array(layer, { minLength: 1, maxLength: 40 }),
        fc.boolean(),
        (width, height, stack, onWhite) => {
          const layers = stack.map(({ seed, kind }) => picture(width, height, seed, kind));
          const result = painted(layers, width, height, onWhite);
          expect(result.rgba.length).toBe(width * height * 4);
          expect(furthest(result, reference(layers, width * height, onWhite))).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('takes every pair of alphas exactly enough', () => {
    const below = new Uint8Array(256 * 256 * 4);
    const above = new Uint8Array(256 * 256 * 4);
    for (let i = 0; i < 65_536; i++) {
      below.set([255, 0, 128, i & 255], i * 4);
      above.set([0, 255, 127, i >> 8], i * 4);
    }
    const size = { width: 256, height: 256 };
    const layers = [
      { rgba: below, ...size },
      { rgba: above, ...size },
    ];
    for (const onWhite of [false, true]) {
      expect(furthest(painted(layers, 256, 256, onWhite), reference(layers, 65_536, onWhite))).toBeLessThanOrEqual(0.6);
    }
  });

  it('reads any pixel of a layer of any kind as it was added', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.integer({ min: 1, max: 50 }),
        layer,
        (width, height, { kind, seed }) => {
          const { rgba } = picture(width, height, seed, kind);
          const added = tiles.add({ rgba, width, height });
          for (let i = 0; i < width * height; i++) {
            const pixel = rgba.subarray(i * 4, i * 4 + 4);
            const found = tiles.pixelAt(added, { x: i % width, y: Math.floor(i / width) });
            // What lies under full transparency is not kept.
            expect([...found]).toEqual(pixel[3] === 0 ? [0, 0, 0, 0] : [...pixel]);
          }
          added.release();
        },
      ),
      { numRuns: 30 },
    );
  });

  it('gives one opaque layer back as it was, and nothing for no layers', () => {
    const one = picture(33, 17, 5, 'opaque');
    expect(painted([one], 33, 17, false).rgba).toEqual(one.rgba);
    expect(painted([], 33, 17, false).rgba).toEqual(new Uint8Array(33 * 17 * 4));
  });

  it('keeps a layer while somebody holds it, and reuses its memory after that', () => {
    const one = picture(64, 64, 7, 'noise');
    const held = tiles.add(one);
    held.retain();
    held.release();
    const other = tiles.add(picture(64, 64, 8, 'noise'));
    expect(furthest(tiles.paint([held], 64, 64, false), reference([one], 4096, false))).toBeLessThanOrEqual(0.51);
    held.release();
    const next = tiles.add(picture(64, 64, 9, 'noise'));
    expect(next.table).toBe(held.table);
    expect(next.table).not.toBe(other.table);
  });

  it('takes little memory for what is empty, opaque or of one colour', () => {
    // 8 bytes a tile for the table.
    const bytes = (kind: Kind) => tiles.add(picture(160, 160, 9, kind)).bytes - 800;
    expect(bytes('empty')).toBe(0);
    expect(bytes('opaque')).toBe(100 * 768);
    expect(bytes('oneColour')).toBe(768 + 100 * 256);
    expect(bytes('noise')).toBe(100 * 1024);
  });

  it('refuses a layer of another size', () => {
    expect(() => tiles.paint([tiles.add(picture(8, 8, 1, 'noise'))], 9, 8, false)).toThrow('8 x 8');
  });
});
