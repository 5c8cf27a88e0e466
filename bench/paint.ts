/**
 * Painting twelve layers of 1280 x 720 to JPEG of quality 85 against sharp, which decodes and composites the PNG files.
 * Both must show the same picture.
 *
 *   paintRows    layers known; against encoding alone; layers not in memory
 */
import sharp from 'sharp';
import { createPainter, type PaintRequest } from '../src/paint/index.ts';
import { compare, lineOf, type Row } from './rows.ts';

const WIDTH = 1280;
const HEIGHT = 720;
/** Parts of the canvas that the layers cover, bottom first: ground, body, and ever smaller parts. */
const COVERED = [1, 0.55, 0.5, 0.3, 0.25, 0.2, 0.2, 0.15, 0.1, 0.1, 0.05, 0.05];

/** An ellipse with a soft edge and a shaded, slightly grained surface; every third one half transparent. */
async function layer(covered: number, index: number): Promise<Buffer> {
  const rgba = Buffer.alloc(WIDTH * HEIGHT * 4);
  const [a, b] = [(WIDTH / 2) * Math.sqrt(covered), (HEIGHT / 2) * Math.sqrt(covered)];
  const [cx, cy] = [WIDTH / 2 + Math.sin(index) * (WIDTH / 2 - a), HEIGHT / 2 + Math.cos(index) * (HEIGHT / 2 - b)];
  let grain = index + 1;
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const inside = covered === 1 ? 1 : Math.min(1, (1 - Math.hypot((x - cx) / a, (y - cy) / b)) * 40);
      if (inside <= 0) continue;
      grain = (Math.imul(grain, 1_664_525) + 1_013_904_223) | 0;
      const light = 90 + 70 * Math.sin(x / 90 + index) + 50 * Math.cos(y / 70) + (grain >>> 30);
      const at = (y * WIDTH + x) * 4;
      rgba[at] = Math.max(0, light - index * 5);
      rgba[at + 1] = Math.max(0, light * 0.8);
      rgba[at + 2] = Math.max(0, light * 0.6 + index * 6);
      rgba[at + 3] = inside * (index % 3 === 2 ? 128 : 255);
    }
  }
  return sharp(rgba, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .png()
    .toBuffer();
}

/** @throws Error when the two do not show the same */
async function mustAgree(one: Buffer, other: Buffer): Promise<void> {
  const [a, b] = await Promise.all([one, other].map((picture) => sharp(picture).raw().toBuffer()));
  if (!a || !b || a.length !== b.length) throw new Error('the two pictures differ in size');
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] as number) - (b[i] as number));
  if (sum / a.length > 1) throw new Error(`the two pictures differ by ${sum / a.length} of 255 on average`);
}

export async function paintRows(): Promise<Row[]> {
  const files = await Promise.all(COVERED.map(layer));
  const painter = createPainter({ memoryBytes: 512 * 1024 ** 2 });
  const request: PaintRequest = {
    layers: files.map((bytes, at) => ({ key: String(at), load: async () => ({ kind: 'picture', bytes }) })),
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
  const composite = () =>
    sharp(files[0])
      .composite(files.slice(1).map((input) => ({ input })))
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85 })
      .toBuffer();
  await mustAgree((await known()).bytes, await composite());
  const pixels = await sharp((await known()).bytes)
    .raw()
    .toBuffer();
  const encode = () =>
    sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .jpeg({ quality: 85 })
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
      work: `${work}, layers not in memory`,
      peer: 'sharp composite from PNG files',
      reach: 12,
      measure: () => compare(unknown, composite),
    },
  ];
}

if (import.meta.main) {
  for (const row of await paintRows()) console.log(lineOf(row, await row.measure()));
}
