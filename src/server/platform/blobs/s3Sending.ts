/**
 * Sends blobs to S3 and verifies that they stay there: another process may be about to delete the same content, and a
 * service may lose what it acknowledged.
 *
 *   S3Times, S3_TIMES
 *   Sender, openSender
 */
import type { FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { openSemaphore } from '../semaphore.ts';
import { BlobsUnavailable, type Staged } from './blobs.ts';
import type { Bucket } from './bucket.ts';
import type { BucketTimes } from './s3Client.ts';

/** milliseconds */
export interface S3Times extends BucketTimes {
  /** how long a sender waits for deletions of the same content */
  readonly unmarked: number;
  /** age at which a mark counts as left by a killed process: far more than a deletion may take */
  readonly markStale: number;
  /** pause before a lost blob is sent again; doubles with each try */
  readonly resendPause: number;
  /** time after which nothing is sent again */
  readonly resending: number;
}
export const S3_TIMES = { unmarked: 10_000, markStale: 60_000, resendPause: 500, resending: 20_000 };

/** S3 takes at most 10,000 parts, each of 5 MiB or more. */
export const PART_BYTES = 8 * 1024 ** 2;
const MAX_PARTS = 9_000;
/** parts in memory at once, of all uploads of the process */
const CONCURRENT_PARTS = 6;
const MARK_POLL_MS = 200;
const MARKS_REMEMBERED = 10_000;
/** Another process may delete a blob while it is sent, so it is sent again. A service that loses blobs loses it every time. */
const SEND_TRIES = 3;

export interface Sender {
  /** @throws BlobsUnavailable also when the service acknowledges what it does not keep */
  bytes(sha256: string, bytes: Uint8Array): Promise<void>;
  /** @throws the same */
  file(staged: Staged, file: FileHandle): Promise<void>;
  /** Set when the service lost a blob that it had acknowledged; cleared when a check finds that it keeps blobs again. */
  lost: boolean;
}

/** @param sent called with each part of a file that was sent, and its position */
export function openSender({
  bucket,
  times,
  keyOf,
  markOf,
  isThere,
  sent,
}: {
  bucket: Bucket;
  times: Omit<S3Times, keyof BucketTimes>;
  keyOf: (sha256: string) => string;
  /** prefix of the marks of a blob's deletions */
  markOf: (sha256: string) => string;
  isThere: (sha256: string) => Promise<boolean>;
  sent: (staged: Staged, position: number, bytes: Uint8Array) => Promise<void>;
}): Sender {
  const partsInMemory = openSemaphore(CONCURRENT_PARTS);
  /** When this process first saw each mark: one that stands for too long was left by a killed process. */
  const marksSeen = new LRUCache<string, number>({ max: MARKS_REMEMBERED });

  /** Waits until no process is about to delete it. @throws BlobsUnavailable */
  async function unmarked(sha256: string): Promise<void> {
    for (const began = performance.now(); ; await pause(MARK_POLL_MS)) {
      const marks: string[] = [];
      for await (const { key } of bucket.list(markOf(sha256))) marks.push(key);
      if (marks.length === 0) return;
      const now = performance.now();
      for (const key of marks) {
        const seen = marksSeen.get(key) ?? now;
        marksSeen.set(key, seen);
        if (now - seen > times.markStale) await bucket.delete(key);
      }
      if (now - began > times.unmarked) {
        throw new BlobsUnavailable(new Error(`another process has been about to delete ${sha256} for too long`));
      }
    }
  }

  /**
   * A deletion marks the blob, looks at its age, deletes it, and removes the mark. So a blob that still exists after
   * its last mark is gone is safe: either the deletion found it too young, or it was sent afterwards.
   *
   * @throws BlobsUnavailable also when the service acknowledges what it does not keep
   */
  async function sendUntilKept(sha256: string, send: () => Promise<void>): Promise<void> {
    const began = performance.now();
    for (let tries = 1; ; tries += 1) {
      await send();
      await unmarked(sha256);
      if (await isThere(sha256)) return;
      if (tries === SEND_TRIES || performance.now() - began > times.resending) break;
      await pause(times.resendPause * tries);
    }
    self.lost = true;
    throw new BlobsUnavailable(
      new Error(`the bucket acknowledged ${sha256} ${SEND_TRIES} times and does not have it: it loses what it takes`),
    );
  }

  async function sendFile(staged: Staged, file: FileHandle): Promise<void> {
    const { sha256, size } = staged;
    const read = async (at: number, length: number) => {
      const bytes = Buffer.allocUnsafe(length);
      const { bytesRead } = await file.read(bytes, 0, length, at);
      if (bytesRead < length) throw new Error('the staged file is shorter than what was written');
      await sent(staged, at, bytes);
      return bytes;
    };
    if (size <= PART_BYTES) return partsInMemory.run(async () => bucket.put(keyOf(sha256), await read(0, size)));
    const partSize = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS / PART_BYTES) * PART_BYTES);
    const parts = Math.ceil(size / partSize);
    await bucket.putParts(keyOf(sha256), parts, async (upload) => {
      let next = 0;
      let failed = false;
      const runner = async () => {
        for (let part = next++; part < parts && !failed; part = next++) {
          const at = part * partSize;
          const sending = partsInMemory.run(async () =>
            upload(part + 1, await read(at, Math.min(partSize, size - at))),
          );
          await sending.catch((error: unknown) => {
            failed = true;
            throw error;
          });
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: CONCURRENT_PARTS }, runner));
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
    });
  }

  const self: Sender = {
    lost: false,
    bytes: (sha256, bytes) => sendUntilKept(sha256, () => bucket.put(keyOf(sha256), bytes)),
    file: (staged, file) => sendUntilKept(staged.sha256, () => sendFile(staged, file)),
  };
  return self;
}
