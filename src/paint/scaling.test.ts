/**
 * Scaled pictures against float64: the stack blended at full size, the result scaled with Lanczos 3, nothing rounded. The
 * painter scales layers instead, in premultiplied alpha, because a scaled layer is kept; that must not be seen.
 */
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createPainter } from './index.ts';
import type { RawPicture } from './raw.ts';

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

/** On white, channels 0 to 255. */
function blended(stack: readonly RawPicture[]): Float64Array {
  const out = new Float64Array(WIDTH * HEIGHT * 3).fill(255);
  for (const { rgba } of stack) {
    for (let at = 0; at < out.length; at++) {
      const pixel = Math.floor(at / 3) * 4;
      const alpha = (rgba[pixel + 3] as number) / 255;
      out[at] = (rgba[pixel + (at % 3)] as number) * alpha + (out[at] as number) * (1 - alpha);
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
function scaledExactly(rgb: Float64Array, width: number, height: number): Float64Array {
  const [across, down] = [weights(WIDTH, width), weights(HEIGHT, height)];
  const out = new Float64Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (const [fromY, v] of down[y] as Map<number, number>) {
          for (const [fromX, h] of across[x] as Map<number, number>) {
            sum += v * h * (rgb[(fromY * WIDTH + fromX) * 3 + c] as number);
          }
        }
        out[(y * width + x) * 3 + c] = Math.max(0, Math.min(255, sum));
      }
    }
  }
  return out;
}

/** Mean structural similarity (Wang et al. 2004) of luma, windows of 8 x 8. */
function ssim(one: ArrayLike<number>, other: ArrayLike<number>, width: number, height: number): number {
  const luma = (of: ArrayLike<number>, at: number): number =>
    0.299 * (of[at * 3] as number) + 0.587 * (of[at * 3 + 1] as number) + 0.114 * (of[at * 3 + 2] as number);
  let total = 0;
  let windows = 0;
  for (let y0 = 0; y0 + 8 <= height; y0 += 4) {
    for (let x0 = 0; x0 + 8 <= width; x0 += 4) {
      const sums = { a: 0, b: 0, aa: 0, bb: 0, ab: 0 };
      for (let i = 0; i < 64; i++) {
        const at = (y0 + (i >> 3)) * width + x0 + (i & 7);
        const [a, b] = [luma(one, at), luma(other, at)];
        sums.a += a / 64;
        sums.b += b / 64;
        sums.aa += (a * a) / 64;
        sums.bb += (b * b) / 64;
        sums.ab += (a * b) / 64;
      }
      const [va, vb, ab] = [sums.aa - sums.a ** 2, sums.bb - sums.b ** 2, sums.ab - sums.a * sums.b];
      const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
      total += ((2 * sums.a * sums.b + c1) * (2 * ab + c2)) / ((sums.a ** 2 + sums.b ** 2 + c1) * (va + vb + c2));
      windows++;
    }
  }
  return total / windows;
}

describe('scaling', () => {
  const exact = blended(STACK);
  it.each([
    [120, 80, 0.995],
    [96, 64, 0.995],
    [75, 50, 0.99],
    // Enlarging is bicubic in libvips.
    [360, 240, 0.98],
  ])('to %i x %i looks like the exact picture scaled exactly: SSIM above %d', async (width, height, least) => {
    const layers = await Promise.all(
      STACK.map(async ({ rgba, ...size }, at) => {
        const bytes = await sharp(rgba, { raw: { ...size, channels: 4 } })
          .png()
          .toBuffer();
        return { key: `${at}`, load: async () => ({ kind: 'picture', bytes }) as const };
      }),
    );
    const { bytes } = await painter.paint({ layers, width, height, format: 'png' });
    const rgb = await sharp(bytes).removeAlpha().raw().toBuffer();
    expect(ssim(rgb, scaledExactly(exact, width, height), width, height)).toBeGreaterThan(least);
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
    const out = await sharp(painted.bytes).raw().toBuffer();
    for (let at = 0; at < out.length; at += 4) expect(out[at + 3] === 0 ? 0 : out[at + 1]).toBeLessThan(4);
  });
});
