/** Rows of JPEGs that other pictures had already: a picture has the same bytes with them as without. */
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPainter, type LayerSource } from './index.ts';
import { createRowIndex, rowNames } from './jpegRows.ts';
import { createPictureCache } from './pictureCache.ts';
import { createPool } from './pool.ts';
import { createTiles, type TileLayer } from './tiles.ts';

const SIZE = { width: 70, height: 150 };

/** Grain between two lines, nothing elsewhere. */
function band(from: number, to: number, seed: number, alpha = 160) {
  const rgba = new Uint8Array(SIZE.width * SIZE.height * 4);
  for (let at = from * SIZE.width * 4; at < to * SIZE.width * 4; at++) rgba[at] = ((at + seed) * 2_654_435_761) >>> 24;
  for (let at = from * SIZE.width; at < to * SIZE.width; at++) rgba[at * 4 + 3] = alpha;
  return { rgba, ...SIZE };
}

describe('known rows of JPEGs', () => {
  it('make the same picture, whatever was painted before, and also when layers come to memory again', async () => {
    const pictures = [
      ...[band(0, 150, 1, 255), band(0, 150, 2, 255), band(20, 60, 3), band(20, 60, 4), band(40, 41, 5)],
      ...[band(100, 150, 6), band(144, 150, 7), band(150, 150, 8)],
    ];
    const sources = await Promise.all(
      pictures.map(async ({ rgba, ...raw }, at): Promise<LayerSource> => {
        const bytes = await sharp(rgba, { raw: { ...raw, channels: 4 } })
          .png()
          .toBuffer();
        return { key: String(at), load: async () => ({ kind: 'picture', bytes }) };
      }),
    );
    const [painter, alone] = [1, 2].map(() => createPainter({ memoryBytes: 1e7, workers: 2 }));
    if (!painter || !alone) throw new Error('no painter');
    onTestFinished(async () => void (await Promise.all([painter.close(), alone.close()])));
    const paintOnly = async (number: number) => {
      const layers = sources.filter((_, at) => (number >> at) & 1);
      const request = { layers, ...SIZE, format: 'jpeg' } as const;
      await alone.clear('pictures');
      const [one, other] = [(await painter.paint(request)).bytes, (await alone.paint(request)).bytes];
      if (!one.equals(other)) throw new Error(`${number} differs`);
      return one;
    };
    const first = await paintOnly(37);
    for (let number = 1; number < 256; number++) await paintOnly((number * 93) % 256);
    await painter.clear();
    expect(await paintOnly(37)).toEqual(first);
    for (let number = 0; number < 64; number++) await paintOnly(number);
  });

  it('are not painted, and belong to one size', async () => {
    const tiles = createTiles();
    const pool = createPool(tiles, 1);
    onTestFinished(pool.close);
    const layers = [tiles.add(band(0, 150, 1, 255)), tiles.add(band(20, 30, 2))];
    const names = rowNames(layers, SIZE);
    const bounds = new Uint32Array(names.length + 1);
    const bytes = await pool.jpeg({ layers, ...SIZE }, { found: [], bounds });
    expect(bounds.at(-1)).toBe(bytes.length);
    const index = createRowIndex();
    index.add({ bytes, names, bounds });
    const found = index.find(names);
    expect(found.every((row) => row !== undefined)).toBe(true);
    // Other bytes in their place come out as they are: nothing is painted over them.
    const marked = found.map((row, at) => (at === 2 ? Uint8Array.of(1, 2, 3) : row));
    const other = await pool.jpeg({ layers, ...SIZE }, { found: marked, bounds: new Uint32Array(names.length + 1) });
    expect(other.includes(Buffer.from([1, 2, 3, 0xff, 0xd2]))).toBe(true);
    expect(await pool.jpeg({ layers, ...SIZE }, { found })).toEqual(bytes);

    expect(index.find(rowNames([layers[0] as TileLayer], SIZE)).map((row) => row !== undefined)).toEqual(
      names.map((_, row) => row !== 1),
    );
    expect(rowNames([], { width: 16, height: 16 })).not.toEqual(rowNames([], { width: 32, height: 16 }));
  });

  it('are found as long as the latest picture with them is in memory', () => {
    const cache = createPictureCache(7000);
    const picture = (names: string[]) => {
      const bytes = Buffer.alloc(3000);
      return [bytes, false, { names, bounds: Uint32Array.of(0, 1000, 3000) }] as const;
    };
    const found = (...names: string[]) => cache.findRows(names).map((row) => row?.length);
    cache.keep('one', ...picture(['a', 'b']));
    cache.keep('two', ...picture(['a', 'c']));
    expect(found('a', 'b')).toEqual([998, 1998]);
    cache.keep('three', ...picture(['d', 'e']));
    expect([...found('a', 'b'), ...found('a', 'c')]).toEqual([998, undefined, 998, 1998]);
    cache.keep('four', ...picture(['f', 'g']));
    expect(found('a', 'c')).toEqual([undefined, undefined]);
    cache.keep('too large', Buffer.alloc(20_000), false, { names: ['h'], bounds: Uint32Array.of(0, 20_000) });
    expect(found('h')).toEqual([undefined]);
  });
});
