/**
 * Reads one entry of a zip by its position, and checks its size and CRC.
 *
 *   StoredEntry, ReadOptions
 *   DEFLATED              the compression method, beside 0 for none
 *   readStoredEntry       from a reader, in the background
 *   readStoredEntrySync   on the calling thread
 */
import { promisify } from 'node:util';
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib';
import type { PositionalReader } from '../blobs/blobs.ts';

export interface StoredEntry {
  /** of the data, bytes from the start of the zip */
  readonly offset: number;
  readonly compressedSize: number;
  /** 0 stored, 8 deflated */
  readonly method: number;
  readonly crc32: number;
  /** bytes when inflated */
  readonly size: number;
}

export const DEFLATED = 8;

const inflate = promisify(inflateRaw);

/** Bytes; zlib writes an entry up to this size into one buffer, which is much faster. */
const LARGEST_BUFFER = 16 * 1024 ** 2;
/** `info` makes the answer say how much input was read. The types lack it. */
const optionsOf = ({ size }: StoredEntry) => ({
  maxOutputLength: Math.max(1, size),
  chunkSize: Math.max(64, Math.min(size + 1, LARGEST_BUFFER)),
  info: true,
});
interface Inflated {
  buffer: Buffer;
  engine: { bytesWritten: number };
}
export interface ReadOptions {
  /** Refuses bytes after the end of the compressed data; for zips that are delivered. */
  exact?: boolean;
}

function cannotInflate(cause: unknown): never {
  throw new Error('the data cannot be inflated to its declared size', { cause });
}

function inflatedOf({ buffer, engine }: Inflated, entry: StoredEntry, { exact = false }: ReadOptions): Buffer {
  const rest = entry.compressedSize - engine.bytesWritten;
  if (exact && rest > 0) throw new Error(`${rest} bytes follow the end of the compressed data`);
  return checked(buffer, entry);
}

function checked(bytes: Buffer, entry: StoredEntry): Buffer {
  if (bytes.length !== entry.size) throw new Error(`the data has ${bytes.length} bytes, ${entry.size} are declared`);
  if (crc32(bytes) !== entry.crc32) throw new Error('the CRC does not match the data');
  return bytes;
}

/** @throws Error with a sentence for the sender when the data is damaged or larger than declared */
export async function readStoredEntry(
  reader: PositionalReader,
  entry: StoredEntry,
  options: ReadOptions = {},
): Promise<Buffer> {
  const raw = await reader.read(entry.offset, entry.compressedSize);
  if (entry.method !== DEFLATED) return checked(raw, entry);
  const answer = await inflate(raw, optionsOf(entry)).catch(cannotInflate);
  return inflatedOf(answer as unknown as Inflated, entry, options);
}

/**
 * The same from a file, on the calling thread.
 * @param read reads exactly `length` bytes at a position; the next call may overwrite them
 */
export function readStoredEntrySync(
  read: (position: number, length: number) => Buffer,
  entry: StoredEntry,
  options: ReadOptions = {},
): Buffer {
  const raw = read(entry.offset, entry.compressedSize);
  if (entry.method !== DEFLATED) return checked(raw, entry);
  let answer: Inflated;
  try {
    answer = inflateRawSync(raw, optionsOf(entry)) as unknown as Inflated;
  } catch (cause) {
    cannotInflate(cause);
  }
  return inflatedOf(answer, entry, options);
}
