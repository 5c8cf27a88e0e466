/**
 * Reads delivered files, pictures and meta files, from the stored packs by their position.
 *
 *   StoredFile
 *   readStoredFile, readStoredRange
 */
import type { Blobs, PositionalReader } from '../platform/blobs/blobs.ts';
import { readStoredEntry } from '../platform/zip/storedEntry.ts';
import { readContent } from './damaged.ts';
import type { SetPicture } from './imageSets.ts';

/** The zip method of an entry that is not compressed. */
const UNCOMPRESSED = 0;

export type StoredFile = Pick<SetPicture, 'pack' | 'path' | 'packSha256' | 'at' | 'size'>;

const readPackOf = (
  blobs: Blobs,
  { pack, path, packSha256 }: StoredFile,
  read: (reader: PositionalReader) => Promise<Buffer>,
): Promise<Buffer> =>
  readContent(pack, `The file ${path}`, async () => {
    const reader = await blobs.file(packSha256);
    try {
      return await read(reader);
    } finally {
      await reader.close();
    }
  });

/** @throws ContentDamaged, which names the pack */
export const readStoredFile = (blobs: Blobs, file: StoredFile): Promise<Buffer> =>
  readPackOf(blobs, file, (reader) => readStoredEntry(reader, { ...file.at, size: file.size }));

/**
 * Reads from byte `start` to byte `end`, both included. If the pack holds the file uncompressed, only these bytes are read,
 * and no CRC is checked: the CRC is that of the whole file.
 * @throws ContentDamaged, which names the pack
 */
export async function readStoredRange(
  blobs: Blobs,
  file: StoredFile,
  { start, end }: { start: number; end: number },
): Promise<Buffer> {
  if (file.at.method !== UNCOMPRESSED) return (await readStoredFile(blobs, file)).subarray(start, end + 1);
  return readPackOf(blobs, file, (reader) => reader.read(file.at.offset + start, end - start + 1));
}
