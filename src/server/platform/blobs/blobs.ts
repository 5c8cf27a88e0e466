/**
 * The content store: bytes under their SHA-256, written once, never changed. Types that the backends share.
 *
 *   Blobs, Staging, StreamOptions, Listed, PositionalReader, HashedFile
 *   BlobMissing, BlobTooLarge, BlobsUnavailable
 */
import type { Hash } from 'node:crypto';
import { Unavailable } from '../unavailable.ts';

export interface PositionalReader {
  /** bytes */
  readonly size: number;
  /** a file from which threads can read the same bytes, if there is one */
  readonly path?: string;
  /** Exactly `length` bytes. @throws Error past the end; BlobMissing if the blob turns out to be gone */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

export interface Staged {
  sha256: string;
  /** bytes */
  size: number;
}

export interface Listed extends Staged {
  /** when it was last stored, also if it existed already; epoch milliseconds */
  neededAt: number;
}

export interface StreamOptions {
  maxBytes?: number;
  signal?: AbortSignal;
  /** The store owns the chunks: it frees their memory as soon as they are written. */
  ownsChunks?: boolean;
}

/** A complete file outside the store, and the hash of all its bytes. */
export interface HashedFile {
  readonly path: string;
  readonly hash: Hash;
  /** bytes */
  readonly size: number;
}

/** A blob that is being written: invisible until it is committed. */
export interface Staging {
  /** @throws BlobTooLarge, the signal's reason, or the error of a write, such as a full disk */
  fromStream(source: AsyncIterable<Uint8Array>, options?: StreamOptions): Promise<Staged>;
  /** One call at a time; the bytes may be reused when it resolves. */
  write(bytes: Uint8Array): Promise<void>;
  /** the first `length` bytes that were staged */
  start(length: number): Promise<Buffer>;
  /** Durable when it resolves: the bytes and the name are stored. */
  commit(): Promise<Staged>;
  /** Leaves nothing behind. Does nothing after a commit. */
  abort(): Promise<void>;
}

/** @throws BlobsUnavailable from every call if the store is on another machine */
export interface Blobs {
  stage(): Promise<Staging>;
  /**
   * Stages a file, which stays where it is. After a commit, the file and the blob may be the same bytes on the disk, with two
   * names: whoever writes to the file would damage the blob.
   * @param beforeCopying called if the file has to be copied, which needs space for its bytes once more
   */
  stageFile(file: HashedFile, beforeCopying: () => Promise<void>): Promise<Staging>;
  put(bytes: Uint8Array): Promise<Staged>;
  has(sha256: string): Promise<boolean>;
  /** @throws BlobMissing */
  bytes(sha256: string): Promise<Buffer>;
  /**
   * @param options.whole whether most of it will be read, so that a remote store transfers large parts at a time
   * @throws BlobMissing
   */
  file(sha256: string, options?: { whole?: boolean }): Promise<PositionalReader>;
  delete(sha256: string): Promise<void>;
  /** Deletes it unless it was stored (again) since. @param before epoch milliseconds @returns whether it is gone */
  deleteUnused(sha256: string, before: number): Promise<boolean>;
  list(): AsyncIterable<Listed>;
  /** whether the bytes still hash to their name */
  verify(sha256: string): Promise<boolean>;
  /** bytes of disk space left for uploads that are being received */
  freeSpace(): Promise<number>;
  /** Whether bytes could be stored and read. @throws Error when not */
  check(): Promise<void>;
  /** Removes what killed processes left unfinished. @returns how many */
  sweep(): Promise<number>;
  close(): Promise<void>;
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

/** The store does not answer or refuses; the cause says why. Nothing was stored. */
export class BlobsUnavailable extends Unavailable {
  constructor(cause: unknown) {
    const message = 'The file store does not answer. Nothing was changed. Try again in a moment.';
    super(message, { code: 'store-unavailable', cause });
  }
}
