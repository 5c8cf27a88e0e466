/**
 * Painting twelve layers (layers.ts) of 1280 x 720 to JPEG of quality 85 against sharp, which decodes and composites the PNG files.
 * Both must show the same picture.
 *
 *   paintRows    layers known; against encoding alone; render-ready layers on disk
 */
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createPainter, decodePicture, toRenderReady } from '../src/paint/index.ts';
import type { PaintRequest } from '../src/paint/painter.ts';
import { drawLayers, HEIGHT, WIDTH } from './layers.ts';
import { compare, lineOf, type Row } from './rows.ts';

/** @throws Error when the two pictures differ */
async function mustAgree(one: Buffer, other: Buffer): Promise<void> {
  const [a, b] = await Promise.all([one, other].map((picture) => sharp(picture).raw().toBuffer()));
  if (!a || !b || a.length !== b.length) throw new Error('the two pictures differ in size');
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] as number) - (b[i] as number));
  if (sum / a.length > 1) throw new Error(`the two pictures differ by ${sum / a.length} of 255 on average`);
}

export async function paintRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lacquer-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const files = await Promise.all(
    (await drawLayers()).map(async (png, index) => {
      const path = join(folder, `${index}`);
      await writeFile(`${path}.png`, png);
      await writeFile(`${path}.ready`, toRenderReady(await decodePicture(png)));
      return path;
    }),
  );
  const painter = createPainter({ memoryBytes: 512 * 1024 ** 2 });
  await painter.warm();
  const request: PaintRequest = {
    layers: files.map((path) => ({
      key: path,
      load: async () => ({ kind: 'renderReady', bytes: await readFile(`${path}.ready`) }),
    })),
    width: WIDTH,
    height: HEIGHT,
    format: 'jpeg',
  };
  const known = async () => {
    await painter.clear('pictures');
    return painter.paint(request);
  };
  const unknown = async () => {
    await painter.clear();
    return painter.paint(request);
  };
  const [ground, ...above] = files.map((path) => `${path}.png`);
  const laid = () =>
    sharp(ground)
      .composite(above.map((input) => ({ input })))
      .flatten({ background: '#ffffff' });
  const composite = () => laid().jpeg({ quality: 85 }).toBuffer();
  await mustAgree((await known()).bytes, await composite());
  const pixels = await laid().raw().toBuffer();
  // Its fastest settings: optimised Huffman tables would double its time.
  const encode = () =>
    sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .jpeg({ quality: 85, optimiseCoding: false })
      .toBuffer();
  const work = 'paint 12 layers 1280 x 720 to JPEG q85';
  return [
    {
      work: `${work}, layers known`,
      peer: 'sharp composite from PNG files',
      reach: 50,
      measure: () => compare(known, composite, 20),
    },
    {
      work: `${work}, layers known`,
      peer: 'encoding the finished pixels alone (libjpeg-turbo in sharp)',
      reach: 0.67,
      measure: () => compare(known, encode, 20),
    },
    {
      work: `${work}, render-ready layers read from disk`,
      peer: 'sharp composite from PNG files',
      reach: 12,
      measure: () => compare(unknown, composite, 5),
    },
  ];
}

if (import.meta.main) {
  for (const row of await paintRows()) console.log(lineOf(row, await row.measure()));
}
