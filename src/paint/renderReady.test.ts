/** The render-ready form: what goes in comes out, and nothing else is believed. */
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { CorruptRenderReady, createPainter, decodePicture, type LayerSource, toRenderReady } from './index.ts';
import type { RawPicture } from './raw.ts';
import { createTiles } from './tiles.ts';

const side = fc.integer({ min: 1, max: 70 });
/** Noise, flat and clear areas: every kind of tile. */
const pictures = fc
  .tuple(side, side, fc.integer(), fc.integer({ min: 0, max: 5 }))
  .map(([width, height, seed, kind]) => {
    const rgba = new Uint8Array(width * height * 4);
    let state = seed;
    for (let i = 0; i < rgba.length; i += 4) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      const flat = kind % 2 === 0;
      rgba.set([flat ? 9 : state >>> 24, flat ? 200 : state >>> 16, flat ? 77 : state >>> 8], i);
      rgba[i + 3] = kind < 2 ? 255 : kind < 4 ? state >>> 21 : (i >> 6) % 3 === 0 ? 0 : 255;
    }
    return { rgba, width, height } satisfies RawPicture;
  });
/** Colours that cannot be seen are not kept. */
const seen = ({ rgba }: RawPicture) => rgba.map((value, at) => (rgba[at | 3] === 0 ? 0 : value));

describe('the render-ready form', () => {
  const tiles = createTiles();

  it('gives every picture back as it was, wherever it can be seen', async () => {
    await fc.assert(
      fc.asyncProperty(pictures, async (picture) => {
        const layer = await tiles.addRenderReady(toRenderReady(picture));
        const back = tiles.paint([layer], picture.width, picture.height, false);
        layer.letGo();
        expect(back.rgba).toEqual(seen(picture));
      }),
      { numRuns: 200 },
    );
  });

  it('is the same for the same picture, whatever was packed before', () => {
    fc.assert(
      fc.property(pictures, pictures, (one, other) => {
        const first = toRenderReady(one);
        toRenderReady(other);
        expect(toRenderReady(one)).toEqual(first);
      }),
      { numRuns: 50 },
    );
  });

  it('refuses what was cut short, lengthened or changed in any byte', async () => {
    const used = tiles.arena.used;
    await fc.assert(
      fc.asyncProperty(pictures, fc.nat(), fc.integer({ min: 1, max: 255 }), async (picture, place, change) => {
        const bytes = Buffer.from(toRenderReady(picture));
        const at = place % bytes.length;
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] as number) ^ change;
        for (const wrong of [changed, bytes.subarray(0, at), Buffer.concat([bytes, Buffer.from([change])])]) {
          await expect(tiles.addRenderReady(wrong)).rejects.toThrow(CorruptRenderReady);
        }
      }),
      { numRuns: 200 },
    );
    expect(tiles.arena.used).toBe(used);
  });
});

describe('painting from the render-ready form', () => {
  const size = { width: 40, height: 24 };
  const png = () =>
    sharp({ create: { ...size, channels: 4, background: { r: 10, g: 200, b: 30, alpha: 0.5 } } })
      .png()
      .toBuffer();

  it('shows what the PNG shows, at its size and scaled', async () => {
    const bytes = await png();
    const ready = toRenderReady(await decodePicture(bytes));
    const layer = (kind: 'picture' | 'renderReady'): LayerSource => ({
      key: kind,
      load: async () => ({ kind, bytes: kind === 'picture' ? bytes : ready }),
    });
    const painter = createPainter({ memoryBytes: 1e7 });
    for (const wanted of [size, { width: 20, height: 12 }]) {
      const [one, other] = await Promise.all(
        (['picture', 'renderReady'] as const).map((kind) =>
          painter.paint({ layers: [layer(kind)], ...wanted, format: 'png' }).then(({ bytes: b }) => b),
        ),
      );
      expect(one).toEqual(other);
    }
  });

  it('asks for something else when the form is corrupt, and fails by name without that', async () => {
    const bytes = await png();
    const corrupt = Buffer.from(toRenderReady(await decodePicture(bytes)));
    corrupt[50] = (corrupt[50] as number) ^ 1;
    const said: Error[] = [];
    const painter = createPainter({ memoryBytes: 1e7 });
    const source: LayerSource = { key: 'a', load: async () => ({ kind: 'renderReady', bytes: corrupt }) };
    const request = { ...size, format: 'png' as const };
    await expect(painter.paint({ ...request, layers: [source] })).rejects.toThrow(CorruptRenderReady);
    const repaired: LayerSource = {
      ...source,
      instead: async (error) => {
        said.push(error);
        return { kind: 'picture', bytes };
      },
    };
    const fromPng: LayerSource = { key: 'b', load: async () => ({ kind: 'picture', bytes }) };
    expect((await painter.paint({ ...request, layers: [repaired] })).bytes).toEqual(
      (await painter.paint({ ...request, layers: [fromPng] })).bytes,
    );
    expect(said).toHaveLength(1);
    expect(said[0]?.message).toBe('the checksum differs');
  });
});
