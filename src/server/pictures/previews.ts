/**
 * Small forms of static pictures: `thumb` for tables (WebP, transparent) and `print` for PDFs (JPEG, on white).
 *
 *   PREVIEW_KINDS, PreviewSize
 *   makePreviews      both, from the delivered bytes
 *   previewOf         the kept one, made and kept when there is none
 */
import type { Sharp } from 'sharp';
import { colourOf, decodePicture } from '../../paint/index.ts';
import type { Derived } from '../catalogue/derived.ts';

export type PreviewSize = 'thumb' | 'print';

/** Grows when the same picture would get other previews. */
export const PREVIEW_KINDS: Readonly<Record<PreviewSize, string>> = { thumb: 'thumb.3', print: 'print.3' };
export const PREVIEW_TYPES: Readonly<Record<PreviewSize, string>> = { thumb: 'image/webp', print: 'image/jpeg' };

/** longest side, pixels: the table shows 96 at double density, a printed cell is 4.4 cm at 300 dpi */
const THUMB_SIDE = 192;
const PRINT_SIDE = 520;

/** sharp has the wrong colours for some PNG: those are decoded here, and keep their orientation. */
async function openPicture(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  const picture = sharp(bytes, { limitInputPixels: false });
  const colour = colourOf(bytes);
  const isPlain = !colour || (colour.bitDepth < 16 && colour.exponent === 1 && !(colour.isGrey && colour.profile));
  if (isPlain) return picture;
  const [{ rgba, width, height }, { orientation }] = await Promise.all([decodePicture(bytes), picture.metadata()]);
  const png = sharp(rgba, { raw: { width, height, channels: 4 } }).png({ compressionLevel: 1 });
  return sharp(await (orientation === undefined ? png : png.withMetadata({ orientation })).toBuffer());
}

/** @throws Error when the bytes are no picture */
export async function makePreviews(bytes: Uint8Array): Promise<Record<PreviewSize, Buffer>> {
  const { default: sharp } = await import('sharp');
  const open = await openPicture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const { data, info } = await open
    // A camera's JPEG may lie on its side and say so (Exif); browsers turn the original, so the small forms are turned.
    .autoOrient()
    .toColourspace('srgb')
    .resize(PRINT_SIDE, PRINT_SIDE, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const raw = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
  const [thumb, print] = await Promise.all([
    raw()
      .resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80, effort: 1 })
      .toBuffer(),
    raw().flatten({ background: '#ffffff' }).jpeg({ quality: 84 }).toBuffer(),
  ]);
  return { thumb, print };
}

/** @param load the picture's bytes as delivered, asked for only when the preview is not kept */
export async function previewOf(
  derived: Derived,
  sha256: string,
  size: PreviewSize,
  load: () => Promise<Uint8Array>,
): Promise<Buffer> {
  const kept = await derived.read(PREVIEW_KINDS[size], sha256);
  if (kept) return kept;
  const made = await makePreviews(await load());
  // A full disk must not keep anybody from looking: then it is made again the next time.
  await derived.put(PREVIEW_KINDS[size], sha256, made[size]).catch(() => {});
  return made[size];
}
