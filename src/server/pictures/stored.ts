/**
 * Bytes of delivered pictures, read from the stored zip by offset.
 *
 *   storedBytes
 */
import type { SetPicture } from '../catalogue/imageSets.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { readStoredEntry } from '../platform/zip/zip.ts';

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
