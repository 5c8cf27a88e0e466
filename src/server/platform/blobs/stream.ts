/**
 * Reading blobs from start to end, a block at a time.
 *
 *   blocksOf        of an open reader
 *   blocksOfBlob    of a blob; opens and closes it
 */
import type { Blobs, PositionalReader } from './blobs.ts';

const BLOCK_BYTES = 1024 ** 2;

/** @throws what reading throws */
export async function* blocksOf(reader: PositionalReader): AsyncGenerator<Buffer> {
  for (let at = 0; at < reader.size; at += BLOCK_BYTES) {
    yield await reader.read(at, Math.min(BLOCK_BYTES, reader.size - at));
  }
}

/** @throws BlobMissing */
export async function* blocksOfBlob(blobs: Blobs, sha256: string): AsyncGenerator<Buffer> {
  const reader = await blobs.file(sha256, { whole: true });
  try {
    yield* blocksOf(reader);
  } finally {
    await reader.close();
  }
}
