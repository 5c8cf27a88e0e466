/**
 * The files of uploads in parts. Their bytes are hashed once they are written, so that a complete file becomes a pack without
 * being read again. Only the part after a restart or a failed write is read once more.
 *
 *   PartFiles
 *   openPartFiles
 */
import { createHash, type Hash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open, truncate, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { HashedFile } from '../platform/blobs/blobs.ts';
import { writeAll } from '../platform/blobs/stagedFile.ts';
import { notFound } from '../platform/http/errors.ts';
import { releaseBuffer } from '../platform/memory.ts';

export const unknownUpload = () => notFound('unknown-upload', 'This upload no longer exists. Upload the pack again.');

/** size of one write of a fast sender */
const WRITE_BYTES = 1024 ** 2;
/** Small chunks take more memory than their bytes. */
const MAX_CHUNKS = 256;
/** Bytes of a slow sender are written after this time, so that few are sent again when its connection breaks. */
const LINGER_MS = 100;

/** of the first `size` bytes of a file */
interface Sum {
  readonly hash: Hash;
  size: number;
}

export interface PartFiles {
  /** Appends bytes; those that arrived before an error of the source are kept. @returns the size of the file */
  append(id: string, source: AsyncIterable<Uint8Array>, offset: number): Promise<number>;
  /** The file with the hash of all its bytes; reads those that were not hashed when they arrived. */
  hashed(id: string): Promise<HashedFile>;
  /** Shortens the file. A pack that has the same bytes under its own name keeps them. */
  truncate(id: string, size: number): Promise<void>;
  forget(id: string): void;
}

/** Writes what arrives in large pieces. @param write called for one piece after the other */
async function inPieces(
  source: AsyncIterable<Uint8Array>,
  write: (chunks: readonly Uint8Array[]) => Promise<void>,
): Promise<void> {
  let writing = Promise.resolve();
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  let lingering: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(lingering);
    lingering = undefined;
    if (gathered.length === 0) return;
    const chunks = gathered;
    [gathered, bytes] = [[], 0];
    writing = writing.then(() => write(chunks));
    // Awaited below; until then an unhandled rejection would end the process.
    writing.catch(() => {});
  };
  try {
    for await (const chunk of source) {
      gathered.push(chunk);
      bytes += chunk.length;
      if (bytes >= WRITE_BYTES || gathered.length >= MAX_CHUNKS) {
        // At most one piece waits for the disk.
        await writing;
        flush();
        // Whoever awaits `writing` gets its error.
      } else lingering ??= setTimeout(() => void writing.then(flush, () => {}), LINGER_MS);
    }
  } finally {
    flush();
    await writing;
  }
}

export function openPartFiles(folder: string): PartFiles {
  const sums = new Map<string, Sum>();
  const pathOf = (id: string) => join(folder, id);
  const nothing = (): Sum => ({ hash: createHash('sha256'), size: 0 });

  /** @throws ApiError 404 if the file has become a pack */
  async function openToAppend(id: string): Promise<FileHandle> {
    const file = await open(pathOf(id), constants.O_WRONLY | constants.O_APPEND);
    if ((await file.stat()).nlink === 1) return file;
    await file.close();
    throw unknownUpload();
  }

  return {
    async append(id, source, offset) {
      const file = await openToAppend(id);
      const sum = sums.get(id) ?? nothing();
      sums.set(id, sum);
      let size = offset;
      try {
        await inPieces(source, async (chunks) => {
          await writeAll(file, chunks);
          for (const chunk of chunks) {
            if (sum.size === size) {
              sum.hash.update(chunk);
              sum.size += chunk.length;
            }
            size += chunk.length;
            releaseBuffer(chunk);
          }
        });
      } finally {
        await file.close();
      }
      return size;
    },

    async hashed(id) {
      const path = pathOf(id);
      const sum = sums.get(id) ?? nothing();
      for await (const chunk of createReadStream(path, { start: sum.size, highWaterMark: WRITE_BYTES })) {
        sum.hash.update(chunk as Buffer);
        sum.size += (chunk as Buffer).length;
        releaseBuffer(chunk as Buffer);
      }
      return { path, ...sum };
    },

    async truncate(id, size) {
      sums.delete(id);
      const path = pathOf(id);
      const file = await open(path, 'r');
      try {
        if ((await file.stat()).nlink === 1) return await truncate(path, size);
        // The pack keeps the bytes, and the upload gets a copy. If this is interrupted, the upload continues earlier.
        await unlink(path);
        const copy = await open(path, 'wx');
        try {
          const read = file.createReadStream({ start: 0, end: size - 1, highWaterMark: WRITE_BYTES, autoClose: false });
          for await (const chunk of read) await writeAll(copy, [chunk as Buffer]);
        } finally {
          await copy.close();
        }
      } finally {
        await file.close();
      }
    },

    forget: (id) => void sums.delete(id),
  };
}
