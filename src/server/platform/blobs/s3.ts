/**
 * Blobs on S3, for several processes on several machines: `<prefix>blobs/<sha256>`. A blob is staged in a file of this
 * machine and sent under its name when it is whole, in parts when it is large; S3 shows an object whole or not at all, so
 * a crash leaves the old state or the new one, and at worst parts that `sweep` removes. What is read goes through a
 * cache on this machine's disk. Deleting marks the name (`<prefix>unused/`), so that who stores it meanwhile notices.
 *
 *   S3Options
 *   openS3Blobs    @throws NotUsable when the bucket cannot be read and written
 */
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { freeBytes, openFolder, tryFolder } from '../disk.ts';
import { NotUsable } from '../notUsable.ts';
import { BlobMissing, type Blobs, BlobsUnavailable, type PositionalReader, type Staged } from './blobs.ts';
import { type BlobSettingNames, type Bucket, type BucketTimes, openBucket, reasonOf, type S3Place } from './bucket.ts';
import { openReadCache } from './readCache.ts';
import { StagedFile } from './stagedFile.ts';

export interface S3Options extends S3Place {
  /** on this machine, for what is staged and what was read; made when it is missing. All of it may be lost at any time */
  readonly folder: string;
  /** of the disk for what was read */
  readonly cacheBytes: number;
  /** of the disk that the cache leaves free */
  readonly freeBytes: number;
  /** milliseconds; what is half done for longer belongs to a process that is gone */
  readonly abandonedAfter?: number;
  readonly times?: Partial<S3Times>;
}

const ABANDONED_MS = 24 * 3600 * 1000;
/** S3 tells times in whole seconds, rounded down: so much later it may have been. */
const SECOND_MS = 1000;
/** bytes of one part; S3 takes 10,000 of them, each of 5 MiB or more */
const PART_BYTES = 8 * 1024 ** 2;
const MOST_PARTS = 9_000;
/** parts in memory at once, of all uploads of the process */
const PARTS_AT_ONCE = 6;
/** milliseconds in which a marked deletion ends */
const DELETION_MS = 20_000;
const SIZES_KNOWN = 200_000;
const MARKS_KNOWN = 10_000;
/** Somebody may delete a blob while it is sent, so it is sent again; a service that loses it loses it every time. */
const SEND_TRIES = 3;

export interface S3Times extends BucketTimes {
  /** milliseconds that a sender waits for deletions of the same content */
  readonly unmarked: number;
  /** milliseconds after which a mark was left by a killed process: far more than a deletion may take */
  readonly markStale: number;
  /** milliseconds before what was lost is sent again, and twice as many before the next try */
  readonly again: number;
  /** milliseconds after which nothing is sent again */
  readonly tries: number;
}
export const S3_TIMES = { unmarked: 10_000, markStale: 60_000, again: 500, tries: 20_000 };
const NAME = /^[0-9a-f]{64}$/;

/** @returns runs what it is given, at most so many at once */
function openGate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (inside < most) inside += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}

/** Writes, reads and deletes once, so that what is missing is told at start and not by the first upload. */
async function tryBucket(bucket: Bucket, place: S3Options, names: BlobSettingNames): Promise<void> {
  const key = `${place.prefix}check/${randomUUID()}`;
  try {
    await bucket.check();
    await bucket.put(key, Buffer.from('a check'));
    const found = await bucket.head(key);
    if (found?.size !== 7) throw new Error('what was written cannot be read');
    for await (const _ of bucket.list(key));
    await bucket.delete(key);
    await bucket.abortParts(key, 0);
  } catch (error) {
    const where = place.endpoint ?? `Amazon S3, region ${place.region}`;
    const reason = reasonOf(error, names);
    throw new NotUsable(`${names.store}: the bucket "${place.bucket}" at ${where} cannot be used: ${reason}`, {
      cause: error,
    });
  }
}

const NEUTRAL_NAMES: BlobSettingNames = {
  store: 'The file store',
  folder: 'The folder of the file store',
  keyId: 'the id of a key',
  secretKey: 'its secret',
  region: 'the region',
};

export async function openS3Blobs(options: S3Options, names = NEUTRAL_NAMES): Promise<Blobs> {
  const { prefix, folder, abandonedAfter = ABANDONED_MS } = options;
  await openFolder(folder, { setting: names.folder, own: true });
  const times = { ...S3_TIMES, ...options.times };
  const bucket = openBucket(options, options.times);
  /** The service did not keep what it acknowledged, and has not kept anything since. */
  let lost = false;
  try {
    await tryBucket(bucket, options, names);
  } catch (error) {
    bucket.close();
    throw error;
  }
  const keyOf = (sha256: string) => `${prefix}blobs/${sha256}`;
  const markOf = (sha256: string) => `${prefix}unused/${sha256}`;
  const sizes = new LRUCache<string, number>({ max: SIZES_KNOWN });
  const gate = openGate(PARTS_AT_ONCE);

  async function fetch(sha256: string, start: number, end: number): Promise<AsyncIterable<Uint8Array>> {
    const body = await bucket.get(keyOf(sha256), start, end);
    if (body) return body;
    sizes.delete(sha256);
    throw new BlobMissing(sha256);
  }
  const cache = await openReadCache({
    path: join(folder, `read.${randomUUID()}`),
    maxBytes: options.cacheBytes,
    freeBytes: options.freeBytes,
    fetch,
  });

  async function head(sha256: string) {
    const found = await bucket.head(keyOf(sha256));
    if (found) sizes.set(sha256, found.size);
    return found;
  }

  /** When this process first saw each mark: one that stands for too long was left by a killed process. */
  const marksSeen = new LRUCache<string, number>({ max: MARKS_KNOWN });

  /** Waits until nobody is about to delete it. @throws BlobsUnavailable */
  async function unmarked(sha256: string): Promise<void> {
    for (const began = performance.now(); ; await pause(200)) {
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
        throw new BlobsUnavailable(new Error(`another process has been about to delete ${sha256} for long`));
      }
    }
  }

  /**
   * Whoever deletes marks, looks at the age, deletes, and takes the mark away. So a blob that stands there after its
   * last mark went is one that nobody is about to delete: either it was seen to be young, or it was sent after.
   *
   * @throws BlobsUnavailable also when the service acknowledges what it does not keep
   */
  async function sendUntilKept(sha256: string, send: () => Promise<void>): Promise<void> {
    const began = performance.now();
    for (let tries = 1; ; tries += 1) {
      await send();
      await unmarked(sha256);
      if (await head(sha256)) return;
      if (tries === SEND_TRIES || performance.now() - began > times.tries) break;
      await pause(times.again * tries);
    }
    lost = true;
    throw new BlobsUnavailable(
      new Error(`the bucket acknowledged ${sha256} ${SEND_TRIES} times and does not have it: it loses what it takes`),
    );
  }

  async function sendFile({ sha256, size }: Staged, file: FileHandle): Promise<void> {
    const read = async (at: number, length: number) => {
      const bytes = Buffer.allocUnsafe(length);
      const { bytesRead } = await file.read(bytes, 0, length, at);
      if (bytesRead < length) throw new Error('the staged file is shorter than what was written');
      await cache.fill(sha256, size, at, bytes);
      return bytes;
    };
    if (size <= PART_BYTES) return gate(async () => bucket.put(keyOf(sha256), await read(0, size)));
    const partSize = Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS / PART_BYTES) * PART_BYTES);
    const parts = Math.ceil(size / partSize);
    await bucket.putParts(keyOf(sha256), parts, async (upload) => {
      let next = 0;
      let failed = false;
      const runner = async () => {
        for (let part = next++; part < parts && !failed; part = next++) {
          const at = part * partSize;
          const sent = gate(async () => upload(part + 1, await read(at, Math.min(partSize, size - at))));
          await sent.catch((error: unknown) => {
            failed = true;
            throw error;
          });
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, runner));
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
    });
  }

  /** A file without a name: nothing of it is left, however the process ends. */
  async function stage(): Promise<StagedFile> {
    const path = join(folder, `staged.${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return new StagedFile(file, (staged, written) => sendUntilKept(staged.sha256, () => sendFile(staged, written)));
  }

  async function file(sha256: string, { whole = false } = {}): Promise<PositionalReader> {
    const size = sizes.get(sha256) ?? (await head(sha256))?.size;
    if (size === undefined) throw new BlobMissing(sha256);
    return {
      size,
      read: (position, length) => cache.read(sha256, size, position, length, whole),
      async close() {},
    };
  }

  /** From S3, whatever the cache holds. */
  async function hashOf(sha256: string, size: number): Promise<string> {
    const hash = createHash('sha256');
    if (size > 0) {
      try {
        for await (const chunk of await fetch(sha256, 0, size - 1)) hash.update(chunk);
      } catch (error) {
        throw error instanceof BlobMissing ? error : new BlobsUnavailable(error);
      }
    }
    return hash.digest('hex');
  }

  return {
    stage,
    file,
    has: async (sha256) => (await head(sha256)) !== undefined,
    async put(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      if (bytes.length > PART_BYTES) {
        const staging = await stage();
        try {
          await staging.write(bytes);
          return await staging.commit();
        } finally {
          await staging.abort();
        }
      }
      await sendUntilKept(sha256, () => bucket.put(keyOf(sha256), bytes));
      // What was damaged in the bucket may have been read before.
      cache.forget(sha256, bytes.length);
      return { sha256, size: bytes.length };
    },
    async bytes(sha256) {
      const reader = await file(sha256, { whole: true });
      return reader.read(0, reader.size);
    },
    delete: async (sha256) => {
      const size = sizes.get(sha256);
      if (size !== undefined) cache.forget(sha256, size);
      sizes.delete(sha256);
      await bucket.delete(keyOf(sha256));
    },
    async deleteUnused(sha256, before) {
      const mark = `${markOf(sha256)}.${randomUUID()}`;
      await bucket.put(mark, Buffer.alloc(0));
      const signal = AbortSignal.timeout(DELETION_MS);
      const found = await bucket.head(keyOf(sha256));
      const old = found !== undefined && found.modifiedAt + SECOND_MS < before;
      // Without an answer nobody knows whether it is deleted, or will be: then the mark stays.
      if (old) {
        signal.throwIfAborted();
        await bucket.delete(keyOf(sha256), signal);
        sizes.delete(sha256);
      }
      await bucket.delete(mark);
      return old;
    },
    async *list() {
      const start = keyOf('');
      for await (const { key, size, modifiedAt } of bucket.list(start)) {
        const sha256 = key.slice(start.length);
        if (NAME.test(sha256)) yield { sha256, size, neededAt: modifiedAt + SECOND_MS };
      }
    },
    async verify(sha256) {
      const found = await head(sha256);
      if (!found) throw new BlobMissing(sha256);
      // Who asks may doubt what was read.
      cache.forget(sha256, found.size);
      return (await hashOf(sha256, found.size)) === sha256;
    },
    freeSpace: () => freeBytes(folder),
    async check() {
      await bucket.check();
      await tryFolder(folder);
      if (!lost) return;
      await tryBucket(bucket, options, names);
      lost = false;
    },
    async sweep() {
      const before = Date.now() - abandonedAfter;
      let removed = await bucket.abortParts(keyOf(''), before);
      for (const place of [markOf(''), `${prefix}check/`]) {
        for await (const { key, modifiedAt } of bucket.list(place)) {
          if (modifiedAt >= before) continue;
          await bucket.delete(key);
          removed += 1;
        }
      }
      return removed;
    },
    async close() {
      await cache.close();
      bucket.close();
    },
  };
}
