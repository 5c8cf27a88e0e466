/**
 * The layout of packed entries in memory: columns in one block, and hash tables that find an entry by its path and by its
 * content.
 *
 *   Packed                  the block, as it crosses between threads
 *   columnsOf, blockBytes   its columns; how many bytes it takes
 *   slotOf, slotOfContent   where the hash tables look
 */
import type { ManifestPicture } from './manifest.ts';

export interface Packed {
  readonly block: ArrayBuffer;
  readonly count: number;
  /** size of each hash table that finds an entry, by its path or by its content; a power of two */
  readonly slots: number;
}

export const HASH_BYTES = 32;
/** size, offset, compressed size */
export const DOUBLES = 3;
/** CRC, end of the path, width, height, and the four of the box */
export const INTEGERS = 8;
/** method of compression, and FLAGS */
export const BYTES = 2;
export const FLAGS = { picture: 1, box: 2, format: 2 } as const;
export const FORMATS: readonly ManifestPicture['format'][] = ['png', 'jpeg', 'webp'];

/** The columns of a block, in their order in memory. */
export function columnsOf({ block, count, slots }: Packed) {
  let at = 0;
  const next = (bytes: number) => {
    at += bytes;
    return at - bytes;
  };
  const doubles = new Float64Array(block, next(count * DOUBLES * 8), count * DOUBLES);
  const integers = new Uint32Array(block, next(count * INTEGERS * 4), count * INTEGERS);
  const byPath = new Uint32Array(block, next(slots * 4), slots);
  const byContent = new Uint32Array(block, next(slots * 4), slots);
  const sameContent = new Uint32Array(block, next(count * 4), count);
  const hashes = Buffer.from(block, next(count * HASH_BYTES), count * HASH_BYTES);
  const bytes = new Uint8Array(block, next(count * BYTES), count * BYTES);
  return { doubles, integers, byPath, byContent, sameContent, hashes, bytes, paths: Buffer.from(block, at) };
}

export const blockBytes = (count: number, slots: number, pathBytes: number): number =>
  count * (DOUBLES * 8 + INTEGERS * 4 + 4 + HASH_BYTES + BYTES) + slots * 8 + pathBytes;

/** FNV-1a */
export function slotOf(path: Uint8Array, from: number, to: number, slots: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (path[i] as number), 0x01000193);
  return (hash ^ (hash >>> 15)) & (slots - 1);
}

/** The slot of a content's entries, or the empty slot for them. */
export function slotOfContent(byContent: Uint32Array, hashes: Buffer, wanted: Buffer, at: number): number {
  const last = byContent.length - 1;
  for (let slot = wanted.readUInt32LE(at) & last; ; slot = (slot + 1) & last) {
    const entry = byContent[slot] as number;
    const start = (entry - 1) * HASH_BYTES;
    if (entry === 0 || hashes.compare(wanted, at, at + HASH_BYTES, start, start + HASH_BYTES) === 0) return slot;
  }
}
