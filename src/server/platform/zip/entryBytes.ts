/**
 * The bytes of a zip entry: in memory, or as a position in a file, so that a thread can read them without a copy.
 *
 *   EntryBytes
 *   withFile     reads a file on the calling thread, piece by piece
 *   bytesOf
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type ReadOptions, readStoredEntrySync, type StoredEntry } from './storedEntry.ts';

export type EntryBytes = Uint8Array | { readonly file: string; readonly entry: StoredEntry };

/** bytes; a larger buffer is not reused */
const REUSED_BYTES = 4 * 1024 ** 2;
let buffer = Buffer.alloc(0);
/** The one buffer of this thread: the next call overwrites it. */
function bufferOf(length: number): Buffer {
  if (length > REUSED_BYTES) return Buffer.allocUnsafeSlow(length);
  if (buffer.length < length) buffer = Buffer.allocUnsafeSlow(REUSED_BYTES);
  return buffer.subarray(0, length);
}

/** Reads exactly `length` bytes; the next call overwrites them. @throws Error past the end */
export type ReadSync = (position: number, length: number) => Buffer;

/** @param use gets the file's size in bytes */
export async function withFile<T>(path: string, use: (read: ReadSync, size: number) => T | Promise<T>): Promise<T> {
  const file = openSync(path, 'r');
  const read: ReadSync = (position, length) => {
    const bytes = bufferOf(length);
    for (let done = 0; done < length; ) {
      const more = readSync(file, bytes, done, length - done, position + done);
      if (more === 0) throw new Error(`reading past the end: ${position} + ${length}`);
      done += more;
    }
    return bytes;
  };
  try {
    return await use(read, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

/** @returns bytes that the next call may overwrite. @throws Error with a sentence for the sender */
export const bytesOf = async (bytes: EntryBytes, options: ReadOptions = {}): Promise<Buffer> =>
  bytes instanceof Uint8Array
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    : withFile(bytes.file, (read) => readStoredEntrySync(read, bytes.entry, options));
