/**
 * Checks one delivered picture by its content and learns what there is to know of it.
 *
 *   readLayer, readStatic    @throws Error with a sentence for the supplier
 */
import type { Canvas } from '../../paint/index.ts';
import type { ManifestPicture } from '../catalogue/manifest.ts';
import type { Form, PictureBytes, Prepare } from '../pictures/prepare.ts';
import { walkPng } from '../platform/png/png.ts';
import type { PackLimits } from './limits.ts';

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const OPTIONS = { failOn: 'warning', limitInputPixels: false, sequentialRead: true } as const;

/** A layer: its size and the box of what is not transparent, and its render-ready forms. */
export async function readLayer(
  bytes: PictureBytes,
  limits: PackLimits,
  prepare: Prepare,
  sizes: readonly Canvas[],
): Promise<{ picture: ManifestPicture; forms: readonly Form[] }> {
  const { side, pixels } = limits;
  const { width, height, box, forms } = await prepare.prepare({ picture: bytes, limits: { side, pixels }, sizes });
  return { picture: { width, height, box, format: 'png' }, forms };
}

export async function readStatic(bytes: Buffer, limits: PackLimits): Promise<ManifestPicture> {
  const { default: sharp } = await import('sharp');
  if (bytes.subarray(0, 4).equals(PNG_START)) {
    const { width, height } = walkPng(bytes, limits);
    await sharp(bytes, OPTIONS).stats();
    return { width, height, box: [0, 0, width, height], format: 'png' };
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
