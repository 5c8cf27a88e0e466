/**
 * Painting twelve layers (layers.ts) of 1280 x 720 to JPEG of quality 85 against sharp, which decodes and composites the PNG
 * files. Both must show the same picture.
 *
 *   paintRows    layers known; against encoding alone; render-ready layers on disk; scaled
 */
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createPainter, createTiles, decodePicture, toRenderReady } from '../src/paint/index.ts';
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
    ...(await scaledRows()),
  ];
}

const [LARGE_WIDTH, LARGE_HEIGHT] = [3840, 2160];

/** The layers three times as large, to this size: the stack (exact), and layers that were scaled before. */
async function scaledRows(): Promise<Row[]> {
  const large = { width: LARGE_WIDTH, height: LARGE_HEIGHT };
  const pictures = await Promise.all(
    (await drawLayers()).map(async (png) => {
      const rgba = await sharp(png).resize(LARGE_WIDTH, LARGE_HEIGHT, { fit: 'fill' }).ensureAlpha().raw().toBuffer();
      return { rgba, ...large };
    }),
  );
  const painter = createPainter({ memoryBytes: 1024 ** 3 });
  const layers = pictures.map((picture, index) => {
    const bytes = toRenderReady(picture);
    return { key: `large ${index}`, size: large, load: async () => ({ kind: 'renderReady', bytes }) as const };
  });
  const request: PaintRequest = { layers, width: WIDTH, height: HEIGHT, format: 'jpeg' };
  const paint = async (exact: boolean) => {
    await painter.clear('pictures');
    return painter.paint({ ...request, exact });
  };
  const finished = (await painter.paint({ ...request, ...large, format: 'png' })).bytes;
  const resized = (png: Buffer) =>
    sharp(png).resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'lanczos3' }).flatten({ background: '#ffffff' });
  const resize = () => resized(finished).jpeg({ quality: 85 }).toBuffer();
  await mustAgree((await paint(true)).bytes, await resize());
  const tiles = createTiles();
  const [, , body] = pictures;
  if (!body) throw new Error('too few layers');
  const layer = tiles.add(body);
  const scale = async () => tiles.scale(layer, WIDTH, HEIGHT);
  const libvips = () =>
    sharp(body.rgba, { raw: { ...large, channels: 4 } })
      .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'lanczos3' })
      .raw()
      .toBuffer();
  const work = `paint 12 layers ${LARGE_WIDTH} x ${LARGE_HEIGHT} as a JPEG of 1280 x 720`;
  const peer = 'sharp resize of the finished picture, a PNG, to JPEG';
  return [
    { work: `${work}, layers scaled before`, peer, reach: 20, measure: () => compare(() => paint(false), resize, 20) },
    {
      work: `${work}, exact: scaled after blending`,
      peer,
      reach: 2.5,
      measure: () => compare(() => paint(true), resize, 3),
    },
    {
      work: `scale a layer with alpha, ${LARGE_WIDTH} x ${LARGE_HEIGHT} to 1280 x 720`,
      peer: 'sharp resize of its pixels',
      reach: 1,
      measure: () => compare(scale, libvips, 3),
    },
  ];
}

if (import.meta.main) {
  for (const row of (await paintRows()).filter(({ work }) => work.includes(process.argv[2] ?? '')))
    console.log(lineOf(row, await row.measure()));
}
