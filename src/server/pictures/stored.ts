/**
 * Bytes of delivered pictures, read from the stored zip by offset.
 *
 *   storedBytes, storedPart
 */
import type { SetPicture } from '../catalogue/imageSets.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { readStoredEntry } from '../platform/zip/zip.ts';

/** how an entry is held, in a zip's words */
const UNCOMPRESSED = 0;

/** @throws BlobMissing, or Error when the data is damaged */
export async function storedBytes(
  blobs: Blobs,
  picture: Pick<SetPicture, 'packSha256' | 'at' | 'size'>,
): Promise<Buffer> {
  const file = await blobs.file(picture.packSha256);
  try {
    return await readStoredEntry(file, { ...picture.at, size: picture.size });
  } finally {
    await file.close();
  }
}

/**
 * A part of it, first and last byte. Of a picture that its pack holds as it is, only that part is read: without its CRC,
 * which only the whole has.
 * @throws BlobMissing, or Error when the data is damaged
 */
export async function storedPart(
  blobs: Blobs,
  picture: Pick<SetPicture, 'packSha256' | 'at' | 'size'>,
  { start, end }: { start: number; end: number },
): Promise<Buffer> {
  if (picture.at.method !== UNCOMPRESSED) return (await storedBytes(blobs, picture)).subarray(start, end + 1);
  const file = await blobs.file(picture.packSha256);
  try {
    return await file.read(picture.at.offset + start, end - start + 1);
  } finally {
    await file.close();
  }
}
