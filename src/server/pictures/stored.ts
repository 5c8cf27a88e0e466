/**
 * Bytes of delivered pictures, read from the stored zip by offset.
 *
 *   storedBytes, storedPart
 */
import { readContent } from '../catalogue/damaged.ts';
import type { SetPicture } from '../catalogue/imageSets.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { readStoredEntry } from '../platform/zip/zip.ts';

/** how an entry is held, in a zip's words */
const UNCOMPRESSED = 0;

export type StoredFile = Pick<SetPicture, 'pack' | 'path' | 'packSha256' | 'at' | 'size'>;

/** @throws ContentDamaged, which names the pack */
export const storedBytes = (blobs: Blobs, stored: StoredFile): Promise<Buffer> =>
  readContent(stored.pack, `The file ${stored.path}`, async () => {
    const file = await blobs.file(stored.packSha256);
    try {
      return await readStoredEntry(file, { ...stored.at, size: stored.size });
    } finally {
      await file.close();
    }
  });

/**
 * A part of it, first and last byte. Of a picture that its pack holds as it is, only that part is read: without its CRC,
 * which only the whole has.
 * @throws ContentDamaged, which names the pack
 */
export async function storedPart(
  blobs: Blobs,
  stored: StoredFile,
  { start, end }: { start: number; end: number },
): Promise<Buffer> {
  if (stored.at.method !== UNCOMPRESSED) return (await storedBytes(blobs, stored)).subarray(start, end + 1);
  return readContent(stored.pack, `The file ${stored.path}`, async () => {
    const file = await blobs.file(stored.packSha256);
    try {
      return await file.read(stored.at.offset + start, end - start + 1);
    } finally {
      await file.close();
    }
  });
}
