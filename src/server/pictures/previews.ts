/**
 * Previews of static pictures: `thumb` for tables (WebP, transparent) and `print` for PDFs (JPEG, on white).
 *
 *   PREVIEW_KINDS, PreviewSize
 *   makePreviews      both, from the delivered bytes
 *   Previews, openPreviews
 */
import type { Sharp } from 'sharp';
import { colourOf, createFairLimiter, decodePicture, QueueFull, type RawPicture } from '../../paint/index.ts';
import type { DerivedForms } from '../catalogue/derivedForms.ts';
import type { SetPicture } from '../catalogue/imageSets.ts';
import { readStoredFile, type StoredFile } from '../catalogue/storedFiles.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { unavailable } from '../platform/http/errors.ts';
import type { Preparer } from './prepare.ts';

export type StoredPicture = StoredFile & Pick<SetPicture, 'sha256'>;

export type PreviewSize = 'thumb' | 'print';

/** Raise the numbers when the same picture would get different previews. */
export const PREVIEW_KINDS: Readonly<Record<PreviewSize, string>> = { thumb: 'thumb.3', print: 'print.3' };
export const PREVIEW_TYPES: Readonly<Record<PreviewSize, string>> = { thumb: 'image/webp', print: 'image/jpeg' };

/** longest side in pixels: tables show 96 at double density; a printed cell is 4.4 cm at 300 dpi */
const THUMB_SIDE = 192;
const PRINT_SIDE = 520;

/** sharp decodes some PNGs with wrong colours. Those are decoded here and keep their orientation. */
async function openPicture(bytes: Buffer, pixels?: RawPicture): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  if (pixels) return sharp(pixels.rgba, { raw: { width: pixels.width, height: pixels.height, channels: 4 } });
  const picture = sharp(bytes, { limitInputPixels: false });
  const colour = colourOf(bytes);
  const isPlain = !colour || (colour.bitDepth < 16 && colour.exponent === 1 && !(colour.isGrey && colour.profile));
  if (isPlain) return picture;
  const [{ rgba, width, height }, { orientation }] = await Promise.all([decodePicture(bytes), picture.metadata()]);
  const png = sharp(rgba, { raw: { width, height, channels: 4 } }).png({ compressionLevel: 1 });
  return sharp(await (orientation === undefined ? png : png.withMetadata({ orientation })).toBuffer());
}

/**
 * @param pixels of a picture that is decoded already
 * @throws Error if the bytes are not a picture
 */
export async function makePreviews(bytes: Uint8Array, pixels?: RawPicture): Promise<Record<PreviewSize, Buffer>> {
  const { default: sharp } = await import('sharp');
  const open = await openPicture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), pixels);
  const { data, info } = await open
    // Browsers turn the original as its Exif orientation says, so the previews are turned as well.
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

export interface Previews {
  /**
   * Returns the stored preview, or makes and stores it.
   * @param account of the caller; accounts take turns
   * @throws ApiError 503 if too many calls wait; BlobMissing
   */
  of(picture: StoredPicture, size: PreviewSize, account: string): Promise<Buffer>;
}

/** how many previews are made at once for calls, besides those of packs */
const CONCURRENCY = 2;
/** how many calls may wait or be in progress */
const MAX_QUEUE = 500;

export function openPreviews({
  derived,
  blobs,
  prepare,
}: {
  derived: DerivedForms;
  blobs: Blobs;
  prepare: Pick<Preparer, 'previews'>;
}): Previews {
  const limiter = createFairLimiter(CONCURRENCY, MAX_QUEUE);
  const neverAborted = new AbortController().signal;
  return {
    async of(picture, size, account) {
      const kind = PREVIEW_KINDS[size];
      const stored = await derived.read(kind, picture.sha256);
      if (stored) return stored;
      try {
        return await limiter.run(account, neverAborted, async () => {
          // An earlier call may have made it.
          const known = await derived.read(kind, picture.sha256);
          if (known) return known;
          const made = Buffer.from((await prepare.previews(await readStoredFile(blobs, picture)))[size]);
          await derived.put(kind, picture.sha256, made);
          return made;
        });
      } catch (error) {
        if (!(error instanceof QueueFull)) throw error;
        throw unavailable('busy', 'Too many pictures are being made. Try again in a moment.', { retryAfter: 1 });
      }
    },
  };
}
