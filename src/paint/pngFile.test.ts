/** PNG from the kernel: any decoder reads it, and it has exactly the pixels that were painted. */
import { crc32, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { pngFile, RESULT_BYTES } from './pngFile.ts';
import { createPool } from './pool.ts';
import type { RawPicture } from './raw.ts';
import { KINDS, samplePicture } from './testing/samplePictures.ts';
import { createTiles } from './tiles.ts';

const tiles = createTiles();
const pool = createPool(tiles, 2);
afterAll(pool.close);

type Size = Pick<RawPicture, 'width' | 'height'>;

/** The file and the pixels that it was made of. */
async function painted(pictures: readonly RawPicture[], { width, height }: Size, from: Size = { width, height }) {
  const layers = pictures.map(tiles.add);
  const stack = { layers, from, width, height };
  try {
    return await Promise.all([pool.png(stack), pool.pixels(stack, false, ({ rgba }) => Buffer.from(rgba))]);
  } finally {
    for (const layer of layers) layer.release();
  }
}

const decoded = async (png: Buffer): Promise<Buffer> =>
  sharp(png, { failOn: 'warning' }).ensureAlpha().raw().toBuffer();

/** As the format's specification has it, checksums included. */
function parsed(png: Buffer) {
  const chunks: { name: string; data: Buffer }[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
    chunks.push({ name: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  expect(chunks.map(({ name }) => name)).toEqual(['IHDR', 'IDAT', 'IEND']);
  const [head, data] = chunks.map((chunk) => chunk.data) as [Buffer, Buffer];
  const channels = head[9] === 2 ? 3 : 4;
  // Node's inflate verifies the Adler checksum.
  const raw = inflateSync(data);
  expect(raw.length).toBe((head.readUInt32BE(0) * channels + 1) * head.readUInt32BE(4));
  return { channels };
}

const layer = fc.record({ kind: fc.constantFrom(...KINDS), seed: fc.integer(), opaque: fc.boolean() });

describe('PNG from the kernel', () => {
  it('has the pixels that were painted, for any size and stack', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 150 }),
        fc.array(layer, { minLength: 1, maxLength: 3 }),
        async (width, height, layers) => {
          const stack = layers.map(({ kind, seed, opaque }) => samplePicture(width, height, kind, seed, opaque));
          const [png, rgba] = await painted(stack, { width, height });
          expect((await decoded(png)).equals(rgba)).toBe(true);
          // Small pictures may be opaque by chance.
          const isOpaque = (pixels: Uint8Array) => pixels.every((byte, at) => at % 4 !== 3 || byte === 255);
          const { channels } = parsed(png);
          if (layers.some(({ opaque }) => opaque)) expect(channels).toBe(3);
          else if (!isOpaque(rgba)) expect(channels).toBe(4);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('has them where runs pass the longest repetition, bands and rows', async () => {
    for (const kind of KINDS) {
      for (const opaque of [false, true]) {
        const size = { width: 1283, height: 201 };
        const [png, rgba] = await painted([samplePicture(size.width, size.height, kind, 77, opaque)], size);
        expect((await decoded(png)).equals(rgba), `${kind} ${opaque}`).toBe(true);
        parsed(png);
      }
    }
  });

  it('has them where the stack is scaled', async () => {
    for (const [width, height] of [
      [300, 170],
      [40, 290],
    ] as const) {
      for (const opaque of [false, true]) {
        const from = { width: 160, height: 100 };
        const stack = [samplePicture(160, 100, 'waves', 3, opaque), samplePicture(160, 100, 'spots', 9, false)];
        const [png, rgba] = await painted(stack, { width, height }, from);
        expect((await decoded(png)).equals(rgba)).toBe(true);
        parsed(png);
      }
    }
  });

  it('is at most 1.3 times as large as sharp writes it where pictures are like those of cars', async () => {
    const size = { width: 640, height: 360 };
    const sum = { ours: 0, sharp: 0 };
    for (const kind of ['waves', 'spots', 'flat'] as const) {
      const [png, rgba] = await painted([samplePicture(size.width, size.height, kind, 5, false)], size);
      sum.ours += png.length;
      sum.sharp += (
        await sharp(rgba, { raw: { ...size, channels: 4 } })
          .png({ compressionLevel: 6 })
          .toBuffer()
      ).length;
    }
    expect(sum.ours).toBeLessThan(1.3 * sum.sharp);
  });

  it('empty pictures take next to nothing', async () => {
    const size = { width: 1280, height: 720 };
    const [png] = await painted([samplePicture(1280, 720, 'empty', 0, false)], size);
    expect(png.length).toBeLessThan(6_000);
  });

  it('asks for four channels where a pixel turns out not to be opaque', () => {
    const memory = new ArrayBuffer(65_536);
    new Uint32Array(memory, 0, RESULT_BYTES / 4).set([0, 1, 0]);
    const bands = { width: 8, height: 8, band: 4 };
    expect(pngFile(bands, 3, { memory, out: 1024, results: 0 })).toBeUndefined();
    expect(pngFile(bands, 4, { memory, out: 1024, results: 0 })).toBeInstanceOf(Buffer);
  });
});
