/**
 * Checks a delivered static picture by its content, to its last row.
 *
 *   checkStatic    @throws Error with a sentence for the supplier
 */
import { formatOf, type ImageFormat } from '../platform/imageFiles/imageFile.ts';
import { checkJpeg } from '../platform/imageFiles/jpeg.ts';
import { type PngLimits, walkPng } from '../platform/imageFiles/png.ts';
import { checkRows } from '../platform/imageFiles/pngRows.ts';
import { checkWebp } from '../platform/imageFiles/webp.ts';

const OPTIONS = { failOn: 'warning', limitInputPixels: false, sequentialRead: true } as const;

interface StaticPicture {
  /** pixels */
  width: number;
  /** pixels */
  height: number;
  format: ImageFormat;
}

async function sizeOf(
  bytes: Buffer,
  format: ImageFormat,
  limits: PngLimits,
): Promise<{ width: number; height: number }> {
  if (format === 'png') {
    const head = walkPng(bytes, limits);
    await checkRows(bytes, head);
    return head;
  }
  if (format === 'jpeg') return checkJpeg(bytes);
  checkWebp(bytes);
  const { default: sharp } = await import('sharp');
  return sharp(bytes, OPTIONS).metadata();
}

export async function checkStatic(bytes: Buffer, limits: PngLimits): Promise<StaticPicture> {
  const format = formatOf(bytes);
  if (!format) throw new Error('the content is not a PNG, JPEG or WebP picture');
  const { width, height } = await sizeOf(bytes, format, limits);
  if (width > limits.side || height > limits.side || width * height > limits.pixels) {
    throw new Error(
      `the picture is ${width} x ${height}; at most ${limits.side} a side and ${limits.pixels} pixels are allowed`,
    );
  }
  const { default: sharp } = await import('sharp');
  try {
    await sharp(bytes, OPTIONS).stats();
  } catch (cause) {
    throw new Error('the picture cannot be decoded', { cause });
  }
  return { width, height, format };
}
