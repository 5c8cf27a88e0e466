/**
 * Scaled pictures against float64: the stack blended at full size, the result scaled with Lanczos 3 in premultiplied alpha,
 * nothing rounded.
 */
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createPainter, createTiles, decodePicture, type LayerSource } from './index.ts';
import { createPool } from './pool.ts';
import type { PaintFormat, RawPicture } from './raw.ts';

const painter = createPainter({ memoryBytes: 1e8, workers: 1 });
afterAll(painter.close);

const WIDTH = 240;
const HEIGHT = 160;

/** Shapes with soft edges, among them one that shares its edge with the one below, as paint and body do. */
function shape(cx: number, cy: number, radius: number, colour: readonly number[], opacity: number): RawPicture {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    const inside = Math.max(0, Math.min(1, radius - Math.hypot(x - cx, (y - cy) * 1.4) + 0.5));
    for (let c = 0; c < 3; c++) rgba[at * 4 + c] = (colour[c] as number) + 20 * Math.sin((x + y * (c + 1)) / 11);
    rgba[at * 4 + 3] = Math.round(255 * inside * opacity);
  }
  return { rgba, width: WIDTH, height: HEIGHT };
}
const STACK = [
  shape(120, 80, 1000, [200, 205, 210], 1),
  shape(110, 80, 70, [90, 90, 95], 1),
  shape(110, 80, 70, [180, 30, 40], 0.9),
  shape(80, 70, 30, [20, 40, 60], 0.5),
  shape(150, 90, 15.3, [235, 235, 230], 1),
];

/** Porter-Duff over: premultiplied RGBA of 0 to 255, on white or on transparency. */
function blended(stack: readonly RawPicture[], onWhite = false): Float64Array {
  const out = new Float64Array((stack[0] as RawPicture).rgba.length).fill(onWhite ? 255 : 0);
  for (const { rgba } of stack) {
    for (let at = 0; at < out.length; at++) {
      const alpha = (rgba[at | 3] as number) / 255;
      const above = (at & 3) === 3 ? 255 : (rgba[at] as number);
      out[at] = above * alpha + (out[at] as number) * (1 - alpha);
    }
  }
  return out;
}

const lanczos = (x: number): number => {
  if (x === 0) return 1;
  return Math.abs(x) < 3 ? (3 * Math.sin(Math.PI * x) * Math.sin((Math.PI * x) / 3)) / (Math.PI * x) ** 2 : 0;
};
/** What each of `to` samples takes of the `from` samples; beyond the edge the last one repeats. */
function weights(from: number, to: number): Map<number, number>[] {
  const step = from / to;
  const width = Math.max(1, step);
  return Array.from({ length: to }, (_, i) => {
    const centre = (i + 0.5) * step - 0.5;
    const taken = new Map<number, number>();
    let sum = 0;
    for (let at = Math.ceil(centre - 3 * width); at <= centre + 3 * width; at++) {
      const weight = lanczos((at - centre) / width);
      const inside = Math.max(0, Math.min(from - 1, at));
      taken.set(inside, (taken.get(inside) ?? 0) + weight);
      sum += weight;
    }
    return new Map([...taken].map(([at, weight]) => [at, weight / sum]));
  });
}
interface Size {
  readonly width: number;
  readonly height: number;
}
/** @param picture premultiplied RGBA of size `from` */
function scaledExactly(picture: Float64Array, from: Size, to: Size): Float64Array {
  const [across, down] = [weights(from.width, to.width), weights(from.height, to.height)];
  const lines = new Float64Array(from.width * to.height * 4);
  const row = from.width * 4;
  for (const [y, taken] of down.entries()) {
    for (const [fromY, weight] of taken) {
      for (let i = 0; i < row; i++) {
        lines[y * row + i] = (lines[y * row + i] as number) + weight * (picture[fromY * row + i] as number);
      }
    }
  }
  const out = new Float64Array(to.width * to.height * 4);
  for (let y = 0; y < to.height; y++) {
    for (const [x, taken] of across.entries()) {
      const at = (y * to.width + x) * 4;
      for (const [fromX, weight] of taken) {
        for (let c = 0; c < 4; c++) {
          out[at + c] = (out[at + c] as number) + weight * (lines[y * row + fromX * 4 + c] as number);
        }
      }
      out[at + 3] = Math.max(0, Math.min(255, out[at + 3] as number));
      for (let c = at; c < at + 3; c++) out[c] = Math.max(0, Math.min(out[at + 3] as number, out[c] as number));
    }
  }
  return out;
}
/** Peak signal-to-noise ratio, dB, and the largest difference, of straight RGBA premultiplied again. */
function compared(rgba: Uint8Array, wanted: Float64Array): { psnr: number; farthest: number } {
  expect(rgba.length).toBe(wanted.length);
  let [sum, farthest] = [0, 0];
  for (let at = 0; at < rgba.length; at++) {
    const alpha = (at & 3) === 3 ? 1 : (rgba[at | 3] as number) / 255;
    const off = Math.abs((rgba[at] as number) * alpha - (wanted[at] as number));
    sum += off ** 2;
    farthest = Math.max(farthest, off);
  }
  return { psnr: 10 * Math.log10(255 ** 2 / (sum / rgba.length)), farthest };
}

const pngOf = ({ rgba, width, height }: RawPicture): Promise<Buffer> =>
  sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
let count = 0;
const sourcesOf = (stack: readonly RawPicture[]): Promise<LayerSource[]> =>
  Promise.all(
    stack.map(async (picture) => {
      const bytes = await pngOf(picture);
      const { width, height } = picture;
      return { key: `${count++}`, size: { width, height }, load: async () => ({ kind: 'picture', bytes }) as const };
    }),
  );
async function paint(stack: readonly RawPicture[], to: Size, { exact = false, format = 'png' as PaintFormat } = {}) {
  const layers = await sourcesOf(stack);
  const { bytes } = await painter.paint({ layers, ...to, format, exact });
  const picture = sharp(bytes);
  return (format === 'png' ? picture.ensureAlpha() : picture).raw().toBuffer();
}

/** Hard edges, noise, waves and transparency, by number. */
function drawn({ width, height }: Size, seed: number): RawPicture {
  let state = seed | 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >>> 24;
  };
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isNoise = ((x >> 4) + (y >> 4) + seed) % 3 === 0;
    for (let c = 0; c < 3; c++) {
      rgba[at * 4 + c] = isNoise ? random() : 128 + 100 * Math.sin((x * (c + 1)) / 5 + y / 7 + seed);
    }
    const shapes = [255, 0, (x * 3 + y) % 7 < 2 ? 255 : random(), x > y ? 255 : 0];
    rgba[at * 4 + 3] = shapes[((x >> 5) + (y >> 5) + seed) % 4] as number;
  }
  return { rgba, width, height };
}

describe('scaling', () => {
  const own = { width: WIDTH, height: HEIGHT };
  const opaque = blended(STACK);

  it.each([
    [120, 80, true],
    [75, 50, true],
    [33, 160, true],
    [WIDTH, 41, true],
    [1, 1, true],
    [360, 240, false],
    [241, 161, false],
    [720, 160, false],
  ])('of a stack to %i x %i is that of float64, 55 dB or better', async (width, height, exact) => {
    const { psnr, farthest } = compared(
      await paint(STACK, { width, height }, { exact }),
      scaledExactly(opaque, own, { width, height }),
    );
    expect(psnr).toBeGreaterThan(55);
    // What a pixel of 8 bits cannot hold, and hardly more.
    expect(farthest).toBeLessThan(0.6);
  });

  const side = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 150 }));
  it('of one layer of any size to any size is that of float64', async () => {
    await fc.assert(
      fc.asyncProperty(side, side, side, side, fc.nat(1e6), async (fromWidth, fromHeight, width, height, seed) => {
        const picture = drawn({ width: fromWidth, height: fromHeight }, seed);
        const wanted = scaledExactly(blended([picture]), picture, { width, height });
        expect(compared(await paint([picture], { width, height }), wanted).farthest).toBeLessThan(0.6);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [120, 80],
    [360, 240],
  ])('does not move the picture: the centre of a disc stays where it is at %i x %i', async (width, height) => {
    const disc = shape(100.3, 70.7, 30, [0, 0, 0], 1);
    const rgba = await paint([disc], { width, height });
    const centre = (alphas: (at: number) => number, size: Size) => {
      let [x, y, all] = [0, 0, 0];
      for (let at = 0; at < size.width * size.height; at++) {
        x += alphas(at) * ((at % size.width) + 0.5);
        y += alphas(at) * (Math.floor(at / size.width) + 0.5);
        all += alphas(at);
      }
      return [x / all / size.width, y / all / size.height];
    };
    const wanted = centre((at) => disc.rgba[at * 4 + 3] as number, own);
    const found = centre((at) => rgba[at * 4 + 3] as number, { width, height });
    for (const i of [0, 1]) expect(Math.abs((found[i] as number) - (wanted[i] as number))).toBeLessThan(1e-4);
  });

  it.each([
    [120, 80],
    [361, 239],
  ])('into a JPEG of %i x %i is as near to float64 as encoding its pixels', async (width, height) => {
    const size = { width, height };
    const wanted = scaledExactly(blended(STACK.slice(1), true), own, size);
    const rgb = Uint8Array.from({ length: width * height * 3 }, (_, at) =>
      Math.round(wanted[Math.floor(at / 3) * 4 + (at % 3)] as number),
    );
    const libjpeg = await sharp(rgb, { raw: { ...size, channels: 3 } })
      .jpeg({ quality: 85 })
      .toBuffer();
    const error = (one: Uint8Array) => one.reduce((sum, value, at) => sum + (value - (rgb[at] as number)) ** 2, 0);
    const ours = error(await paint(STACK.slice(1), size, { exact: true, format: 'jpeg' }));
    expect(ours).toBeLessThan(1.03 * error(await sharp(libjpeg).raw().toBuffer()));
  });

  it('layer by layer, as reduced pictures are made unless they are to be exact, looks like the exact one', async () => {
    const size = { width: 96, height: 64 };
    const [layers, exact] = [await paint(STACK, size), await paint(STACK, size, { exact: true })];
    expect(compared(layers, Float64Array.from(exact)).psnr).toBeGreaterThan(40);
    expect(Buffer.compare(layers, exact)).not.toBe(0);
  });

  it('of stacks with layers of several sizes takes those that fit as they are', async () => {
    const size = { width: 60, height: 40 };
    const small = drawn(size, 5);
    expect(await paint([STACK[0] as RawPicture, small], size, { exact: true })).toEqual(
      await paint([STACK[0] as RawPicture, small], size),
    );
    const alone = compared(await paint([small], size), blended([small]));
    expect(alone.farthest).toBeLessThan(1e-9);
  });

  it('of 16 bits a channel is that of the picture as it is taken in', async () => {
    const picture = drawn({ width: 50, height: 30 }, 3);
    const bytes = await sharp(picture.rgba, { raw: { width: 50, height: 30, channels: 4 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    expect((await sharp(bytes).metadata()).depth).toBe('ushort');
    const layers: LayerSource[] = [{ key: 'sixteen', load: async () => ({ kind: 'picture', bytes }) }];
    const painted = await painter.paint({ layers, width: 31, height: 47, format: 'png' });
    const decoded = await decodePicture(bytes);
    const wanted = scaledExactly(blended([decoded]), decoded, { width: 31, height: 47 });
    expect(compared(await sharp(painted.bytes).ensureAlpha().raw().toBuffer(), wanted).farthest).toBeLessThan(0.6);
  });

  it('of pictures many times as large takes bounded memory, also of many at once', async () => {
    const tiles = createTiles();
    const pool = createPool(tiles, 2);
    try {
      const [side, small] = [4096, 16];
      const layer = tiles.add({ rgba: new Uint8Array(side * side * 4).fill(200), width: side, height: side });
      const before = tiles.memory.buffer.byteLength;
      const stack = { layers: [layer], from: layer, width: small, height: small };
      const painted = await Promise.all(
        Array.from({ length: 8 }, () => pool.pixels(stack, false, ({ rgba }) => rgba.slice())),
      );
      for (const rgba of painted) expect([...new Set(rgba)]).toEqual([200]);
      expect(tiles.memory.buffer.byteLength - before).toBeLessThan(256 * 1024 ** 2);
    } finally {
      await pool.close();
    }
  });

  it('can be cancelled, and the next one is right', async () => {
    const [size, layers] = [{ width: 700, height: 500 }, await sourcesOf(STACK)];
    const controller = new AbortController();
    const cancelled = painter.paint({ layers, ...size, format: 'jpeg' }, controller.signal);
    setImmediate(() => controller.abort(new Error('gone')));
    await expect(cancelled).rejects.toThrow('gone');
    const { bytes } = await painter.paint({ layers, ...size, format: 'png' });
    const { psnr } = compared(await sharp(bytes).ensureAlpha().raw().toBuffer(), scaledExactly(opaque, own, size));
    expect(psnr).toBeGreaterThan(55);
  });

  it('takes no colour from what cannot be seen', async () => {
    const rgba = Uint8Array.from({ length: 32 * 32 * 4 }, (_, at) =>
      (at >> 2) % 32 < 16 ? ([255, 0, 0, 255][at & 3] as number) : ([0, 255, 0, 0][at & 3] as number),
    );
    const bytes = await sharp(rgba, { raw: { width: 32, height: 32, channels: 4 } })
      .png()
      .toBuffer();
    const layers = [{ key: 'edge', load: async () => ({ kind: 'picture', bytes }) as const }];
    const painted = await painter.paint({ layers, width: 12, height: 12, format: 'png' });
    const out = await sharp(painted.bytes).ensureAlpha().raw().toBuffer();
    for (let at = 0; at < out.length; at += 4) expect(out[at + 3] === 0 ? 0 : out[at + 1]).toBeLessThan(4);
  });
});
