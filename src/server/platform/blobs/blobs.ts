/**
 * The content store: bytes under their SHA-256, written once, never changed. What backends share.
 *
 *   Blobs, Staging, Listed, PositionalReader
 *   BlobMissing, BlobTooLarge
 */
import type { Readable } from 'node:stream';

export interface PositionalReader {
  /** bytes */
  readonly size: number;
  /** Exactly `length` bytes. @throws Error past the end */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Staged {
  sha256: string;
  /** bytes */
  size: number;
}

export interface Listed extends Staged {
  /** when it was last stored, also when it was there already, epoch milliseconds */
  neededAt: number;
}

/** A blob in the making: visible to nobody until it is committed. */
export interface Staging {
  /** @throws BlobTooLarge, the signal's reason, or the write's error (a full disk for one) */
  fromStream(source: Readable, options?: { maxBytes?: number; signal?: AbortSignal }): Promise<Staged>;
  /** the first bytes of what was staged */
  start(length: number): Promise<Buffer>;
  /** Durable when it resolves: the bytes and the name are on disk. */
  commit(): Promise<Staged>;
  /** Leaves nothing behind; after commit it does nothing. */
  abort(): Promise<void>;
}

export interface Blobs {
  stage(): Promise<Staging>;
  put(bytes: Uint8Array): Promise<Staged>;
  has(sha256: string): Promise<boolean>;
  /** @throws BlobMissing */
  bytes(sha256: string): Promise<Buffer>;
  /** @throws BlobMissing */
  file(sha256: string): Promise<PositionalReader>;
  delete(sha256: string): Promise<void>;
  /** Deletes it unless somebody stored it (again) since. @param before epoch milliseconds @returns whether it is gone */
  deleteUnused(sha256: string, before: number): Promise<boolean>;
  list(): AsyncIterable<Listed>;
  /** whether the bytes still hash to their name */
  verify(sha256: string): Promise<boolean>;
  /** bytes; undefined where the backend has no limit that it knows */
  freeSpace(): Promise<number | undefined>;
}

export class BlobMissing extends Error {
  constructor(sha256: string) {
    super(`the store lacks the blob ${sha256}`);
    this.name = 'BlobMissing';
  }
}

export class BlobTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.name = 'BlobTooLarge';
  }
}
