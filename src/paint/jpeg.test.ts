/** JPEG from the kernel: decoders read it, it shows what was painted, as well and as small as libjpeg does it. */
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createPool } from './pool.ts';
import type { RawPicture } from './raw.ts';
import { samplePicture } from './testing/samplePictures.ts';
import { createTiles } from './tiles.ts';

const tiles = createTiles();
const pool = createPool(tiles, 2);
afterAll(pool.close);

async function painted(pictures: readonly RawPicture[], width: number, height: number) {
  const layers = pictures.map(tiles.add);
  try {
    const [jpeg, rgb] = await Promise.all([
      pool.jpeg({ layers, width, height }),
      pool.pixels({ layers, width, height }, true, ({ rgba }) =>
        sharp(rgba, { raw: { width, height, channels: 4 } })
          .removeAlpha()
          .raw()
          .toBuffer(),
      ),
    ]);
    return { jpeg, rgb };
  } finally {
    for (const layer of layers) layer.release();
  }
}
const decoded = (jpeg: Buffer) => sharp(jpeg, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
/** mean of the squared differences */
function error(one: Uint8Array, other: Uint8Array): number {
  expect(one.length).toBe(other.length);
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += ((one[i] as number) - (other[i] as number)) ** 2;
  return sum / one.length;
}
const psnr = (one: Uint8Array, other: Uint8Array): number => 10 * Math.log10(255 ** 2 / error(one, other));
/** @param ownTables Huffman tables made for each picture, as sharp does unless told otherwise */
const libjpeg = (rgb: Buffer, width: number, height: number, ownTables = true) =>
  sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85, optimiseCoding: ownTables })
    .toBuffer();

/** of a picture that is compared by itself */
const MIN_PIXELS = 64;

const layer = fc.record({
  kind: fc.constantFrom('noise', 'waves', 'hard', 'flat'),
  seed: fc.integer(),
  opaque: fc.boolean(),
});

describe('JPEG from the kernel', () => {
  it('is decoded without a warning and shows what was painted as well as libjpeg would, for any size and stack', async () => {
    const sum = { own: 0, peer: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 170 }),
        fc.array(layer, { maxLength: 40 }),
        async (width, height, stack) => {
          const pictures = stack.map(({ kind, seed, opaque }) => samplePicture(width, height, kind, seed, opaque));
          const { jpeg, rgb } = await painted(pictures, width, height);
          const { data, info } = await decoded(jpeg);
          expect([info.width, info.height, info.channels]).toEqual([width, height, 3]);
          const theirs = await decoded(await libjpeg(rgb, width, height));
          // In a picture of a few pixels a step of rounding weighs much, this way or that: all together must be even.
          const [own, peer] = [error(data, rgb), error(theirs.data, rgb)];
          if (width * height >= MIN_PIXELS) expect(own).toBeLessThan(peer * 1.5 + 3);
          sum.own += own;
          sum.peer += peer;
        },
      ),
      { numRuns: 120 },
    );
    expect(sum.own).toBeLessThan(sum.peer * 1.03);
  });

  it('is as good as libjpeg at quality 85 within 0.1 dB, smaller than with standard tables, nearly as small as with tables of its own', async () => {
    const [width, height] = [1280, 720];
    const drawn = async (content: string): Promise<RawPicture> => ({
      rgba: await sharp(
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">${content}</svg>`),
      )
        .ensureAlpha()
        .raw()
        .toBuffer(),
      width,
      height,
    });
    const gradient = (from: string, to: string) =>
      `<linearGradient id="g" x2=".2" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
    const wheel = (x: number) =>
      `<g transform="translate(${x} 520)"><circle r="74"/>${[0, 1, 2, 3, 4].map((i) => `<path d="M-9 -10 L-14 -60 L14 -60 L9 -10 Z" fill="#bbc" transform="rotate(${i * 72})"/>`).join('')}</g>`;
    const body =
      'M120 480 C125 405 180 380 310 362 C400 285 480 250 650 246 C800 244 880 292 955 352 C1075 366 1150 392 1162 445 L1118 514 L165 514 Z';
    const stack = [
      await drawn(`${gradient('#dde3e8', '#8c9298')}<rect width="1280" height="720" fill="url(#g)"/>`),
      await drawn(`${gradient('#c21a26', '#4a0a10')}<path d="${body}" fill="url(#g)"/>`),
      await drawn('<path d="M408 354 L545 272 L770 270 L896 350 Z" fill="#123" fill-opacity=".7"/>'),
      await drawn(wheel(340) + wheel(960)),
    ];
    const { jpeg, rgb } = await painted(stack, width, height);
    const theirs = await libjpeg(rgb, width, height);
    expect(psnr((await decoded(jpeg)).data, rgb)).toBeGreaterThan(psnr((await decoded(theirs)).data, rgb) - 0.1);
    expect(jpeg.length).toBeLessThan((await libjpeg(rgb, width, height, false)).length);
    expect(jpeg.length).toBeLessThan(theirs.length * 1.1);
  });

  it('writes the same bytes every time, whichever thread took which row', async () => {
    const stack = [samplePicture(400, 900, 'waves', 3, true), samplePicture(400, 900, 'noise', 4, false)];
    const first = await painted(stack, 400, 900);
    const others = await Promise.all(Array.from({ length: 8 }, () => painted(stack, 400, 900)));
    for (const other of others) expect(other.jpeg).toEqual(first.jpeg);
  });

  it('has no metadata beside JFIF', async () => {
    const { jpeg } = await painted([samplePicture(20, 20, 'waves', 3, true)], 20, 20);
    const metadata = await sharp(jpeg).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', chromaSubsampling: '4:2:0', isProgressive: false });
    for (const none of ['exif', 'icc', 'xmp', 'iptc'] as const) expect(metadata[none]).toBeUndefined();
  });
});

describe('painting threads', () => {
  it('paint hundreds of pictures at once, cancelled ones among them, and give all memory back', async () => {
    const pictures = [16, 40, 200].map((side) => samplePicture(side, side * 3, 'noise', side, false));
    const layers = pictures.map(tiles.add);
    const alone = await Promise.all(
      layers.map((one) => pool.jpeg({ layers: [one], width: one.width, height: one.height })),
    );
    const used = tiles.arena.used;
    const results = await Promise.allSettled(
      Array.from({ length: 300 }, async (_, i) => {
        const at = i % 3;
        const one = layers[at] as (typeof layers)[number];
        const controller = new AbortController();
        if (i % 4 === 1) setTimeout(() => controller.abort(), i % 20);
        const jpeg = await pool.jpeg({
          layers: [one],
          width: one.width,
          height: one.height,
          signal: i % 4 === 1 ? controller.signal : undefined,
        });
        expect(jpeg).toEqual(alone[at]);
      }),
    );
    for (const [i, result] of results.entries()) {
      if (i % 4 !== 1) expect(result.status).toBe('fulfilled');
      else if (result.status === 'rejected') expect(result.reason).toMatchObject({ name: 'AbortError' });
    }
    expect(tiles.arena.used).toBe(used);
  });

  it('fail the painting whose layer leads out of the memory, and no other', async () => {
    const size = { width: 64, height: 64 };
    const [good, bad] = [1, 2].map((seed) => tiles.add(samplePicture(64, 64, 'noise', seed, true))) as [
      ReturnType<typeof tiles.add>,
      ReturnType<typeof tiles.add>,
    ];
    const before = await pool.jpeg({ layers: [good], ...size });
    new Uint32Array(tiles.memory.buffer, bad.table, 2).set([0xffff_fff0, 0]);
    const results = await Promise.allSettled([good, bad, good].map((layer) => pool.jpeg({ layers: [layer], ...size })));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: new Error('the paint kernel failed') });
    expect(await pool.jpeg({ layers: [good], ...size })).toEqual(before);
    good.release();
    bad.release();
  });
});
