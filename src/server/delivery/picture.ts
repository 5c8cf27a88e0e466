/**
 * Checks one delivered picture by its content and learns its size and the box of what is not transparent.
 *
 *   readPicture    @throws Error with a sentence for the supplier
 */
import sharp from 'sharp';
import type { ManifestPicture } from '../catalogue/manifest.ts';
import { walkPng } from '../platform/png/png.ts';
import type { PackLimits } from './limits.ts';

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const OPTIONS = { failOn: 'warning', limitInputPixels: false, sequentialRead: true } as const;

/** [x, y, width, height] of the pixels with alpha > 0; null when there is none */
export function boxOf(rgba: Uint8Array, width: number, height: number): ManifestPicture['box'] {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, at = 3; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      if (rgba[at] === 0) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? null : [left, top, right - left + 1, bottom - top + 1];
}

export async function readPicture(
  bytes: Buffer,
  kind: 'image' | 'static',
  limits: PackLimits,
): Promise<ManifestPicture> {
  if (kind === 'image' || bytes.subarray(0, 4).equals(PNG_START)) {
    const { width, height } = walkPng(bytes, limits);
    if (kind !== 'image') {
      await sharp(bytes, OPTIONS).stats();
      return { width, height, box: [0, 0, width, height], format: 'png' };
    }
    const { data } = await decode(bytes);
    return { width, height, box: boxOf(data, width, height), format: 'png' };
  }
  const learnt = await sharp(bytes, OPTIONS)
    .metadata()
    .catch(() => undefined);
  if (learnt?.format !== 'jpeg' && learnt?.format !== 'webp') {
    throw new Error('the content is not a PNG, JPEG or WebP picture');
  }
  const { format, width, height, pages } = learnt;
  if ((pages ?? 1) > 1) throw new Error('animated pictures are not accepted');
  if (width > limits.side || height > limits.side || width * height > limits.pixels) {
    throw new Error(
      `the picture is ${width} x ${height}; at most ${limits.side} a side and ${limits.pixels} pixels are allowed`,
    );
  }
  await sharp(bytes, OPTIONS).stats();
  return { width, height, box: [0, 0, width, height], format };
}

async function decode(bytes: Buffer) {
  try {
    return await sharp(bytes, OPTIONS)
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw new Error('the picture cannot be decoded', { cause });
  }
}
