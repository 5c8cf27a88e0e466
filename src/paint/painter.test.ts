import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createPainter, type LayerSource } from './index.ts';

const SIZE = { width: 50, height: 30 };

async function source(key: string, colour: { r: number; g: number; b: number; alpha: number }, loads: string[] = []) {
  const bytes = await sharp({ create: { ...SIZE, channels: 4, background: colour } })
    .png()
    .toBuffer();
  return {
    key,
    load: () => {
      loads.push(key);
      return Promise.resolve({ kind: 'picture', bytes });
    },
  } satisfies LayerSource;
}
const pixel = async (picture: Buffer) => [...(await sharp(picture).raw().toBuffer()).subarray(0, 4)];
const red = { r: 255, g: 0, b: 0, alpha: 1 };
const halfBlue = { r: 0, g: 0, b: 255, alpha: 0.5 };

describe('the painter', () => {
  it('paints bottom first, JPEG on white', async () => {
    const painter = createPainter({ memoryBytes: 1e7 });
    const [below, above] = [await source('a', red), await source('b', halfBlue)];
    expect(await pixel(await painter.paint({ layers: [below, above], ...SIZE, format: 'png' }))).toEqual([
      127, 0, 128, 255,
    ]);
    const jpeg = await pixel(await painter.paint({ layers: [above], ...SIZE, format: 'jpeg' }));
    for (const [at, value] of [127, 127, 255].entries()) expect(Math.abs((jpeg[at] ?? 0) - value)).toBeLessThan(4);
    const alone = await painter.paint({ layers: [above], ...SIZE, format: 'png' });
    expect(await pixel(alone)).toEqual([0, 0, 255, 128]);
  });

  it('scales to the wanted size', async () => {
    const painter = createPainter({ memoryBytes: 1e7 });
    const bytes = await painter.paint({ layers: [await source('a', halfBlue)], width: 25, height: 15, format: 'png' });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 25, height: 15 });
    expect(await pixel(bytes)).toEqual([0, 0, 255, 128]);
  });

  it('asks for a layer once, and for a picture twice at once only once', async () => {
    const loads: string[] = [];
    const painter = createPainter({ memoryBytes: 1e7 });
    const layers = [await source('a', red, loads), await source('b', halfBlue, loads)];
    const [one, two] = await Promise.all([1, 2].map(() => painter.paint({ layers, ...SIZE, format: 'png' })));
    expect(one).toBe(two);
    await painter.paint({ layers, ...SIZE, format: 'webp' });
    expect(loads).toEqual(['a', 'b']);
    painter.clear();
    expect(await painter.paint({ layers, ...SIZE, format: 'png' })).toEqual(one);
    expect(loads).toEqual(['a', 'b', 'a', 'b']);
  });

  it('paints with hardly any memory, at once and again', async () => {
    const painter = createPainter({ memoryBytes: 1 });
    const layers = [await source('a', red), await source('b', halfBlue)];
    for (let i = 0; i < 3; i++) {
      const pictures = await Promise.all(
        (['png', 'webp'] as const).map((format) => painter.paint({ layers, ...SIZE, format })),
      );
      for (const picture of pictures) expect((await pixel(picture))[3]).not.toBe(0);
      expect(await pixel(pictures[0] as Buffer)).toEqual([127, 0, 128, 255]);
    }
  });

  it('fails for a layer that is no picture, and paints on', async () => {
    const painter = createPainter({ memoryBytes: 1e7 });
    const good = await source('a', red);
    const bad: LayerSource = { key: 'bad', load: async () => ({ kind: 'picture', bytes: new Uint8Array([1, 2, 3]) }) };
    await expect(painter.paint({ layers: [good, bad], ...SIZE, format: 'png' })).rejects.toThrow();
    expect(await pixel(await painter.paint({ layers: [good], ...SIZE, format: 'png' }))).toEqual([255, 0, 0, 255]);
  });
});
