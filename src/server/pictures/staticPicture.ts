/**
 * Checks the content of a delivered static picture down to its last row.
 *
 *   checkStatic    @throws Error with a sentence for the supplier
 */
import { decodePlainPng, type RawPicture } from '../../paint/index.ts';
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
  /** present if the check decoded them; valid until the next picture is decoded on this thread */
  pixels?: RawPicture;
}

function checkSize({ width, height }: { width: number; height: number }, limits: PngLimits): void {
  if (width <= limits.side && height <= limits.side && width * height <= limits.pixels) return;
  throw new Error(
    `the picture is ${width} x ${height}; at most ${limits.side} a side and ${limits.pixels} pixels are allowed`,
  );
}

/** @throws Error also for what the decoder only warns about */
async function checkByDecoding(bytes: Buffer): Promise<void> {
  const { default: sharp } = await import('sharp');
  try {
    await sharp(bytes, OPTIONS).stats();
  } catch (cause) {
    throw new Error('the picture cannot be decoded', { cause });
  }
}

interface DecodedSize {
  /** pixels */
  readonly width: number;
  /** pixels */
  readonly height: number;
  /** of a sample; absent: 8 */
  readonly bitDepth?: number;
}
type BeforeDecoding = (size: DecodedSize) => Promise<void>;

async function checkPng(bytes: Buffer, limits: PngLimits, beforeDecoding: BeforeDecoding): Promise<StaticPicture> {
  const head = walkPng(bytes, limits);
  const { width, height } = head;
  await beforeDecoding(head);
  // The plain decoder refuses anything but exactly the declared rows.
  const pixels = decodePlainPng(bytes);
  if (pixels) return { width, height, format: 'png', pixels };
  await checkRows(bytes, head);
  await checkByDecoding(bytes);
  return { width, height, format: 'png' };
}

/** @param beforeDecoding waits for memory for a picture of this size */
export async function checkStatic(
  bytes: Buffer,
  limits: PngLimits,
  beforeDecoding: BeforeDecoding,
): Promise<StaticPicture> {
  const format = formatOf(bytes);
  if (!format) throw new Error('the content is not a PNG, JPEG or WebP picture');
  if (format === 'png') return checkPng(bytes, limits, beforeDecoding);
  if (format === 'webp') checkWebp(bytes);
  const { default: sharp } = await import('sharp');
  const { width, height } = format === 'jpeg' ? checkJpeg(bytes) : await sharp(bytes, OPTIONS).metadata();
  checkSize({ width, height }, limits);
  await beforeDecoding({ width, height });
  await checkByDecoding(bytes);
  return { width, height, format };
}
