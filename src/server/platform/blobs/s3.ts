/**
 * Blobs on S3, for several processes on several machines: `<prefix>blobs/<sha256>`. A blob is staged in a file of this
 * machine and sent when it is complete, in parts when it is large. S3 shows an object complete or not at all, so a
 * crash leaves the old state or the new one, and at worst parts that `sweep` removes. Reads go through a cache on this
 * machine's disk. A deletion marks the name first (`<prefix>unused/`), so that whoever stores it meanwhile notices.
 *
 *   S3Options
 *   openS3Blobs    @throws NotUsable if the bucket cannot be read and written
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { freeBytes, openFolder, tryFolder } from '../disk.ts';
import { BlobMissing, type Blobs, BlobsUnavailable, type PositionalReader } from './blobs.ts';
import { openBucket } from './bucket.ts';
import { openReadCache } from './readCache.ts';
import { NEUTRAL_NAMES, tryBucket } from './s3Check.ts';
import type { S3Location } from './s3Client.ts';
import { openSender, PART_BYTES, S3_TIMES, type S3Times } from './s3Sending.ts';
import { StagedFile } from './stagedFile.ts';

export interface S3Options extends S3Location {
  /** on this machine, for staged and cached bytes; created if it is missing. Its content may be lost at any time */
  readonly folder: string;
  /** disk space for what was read */
  readonly cacheBytes: number;
  /** disk space that the cache leaves free */
  readonly freeBytes: number;
  /** an upload that is unfinished for longer belongs to a process that has ended */
  readonly abandonedAfterMs?: number;
  readonly times?: Partial<S3Times>;
}

const ABANDONED_AFTER_MS = 24 * 3600 * 1000;
/** S3 rounds times down to whole seconds: an object may be younger by this much. */
const CLOCK_STEP_MS = 1000;
/** A marked deletion ends within this time. */
const DELETION_MS = 20_000;
const SIZES_REMEMBERED = 200_000;

const SHA256 = /^[0-9a-f]{64}$/;

export async function openS3Blobs(options: S3Options, names = NEUTRAL_NAMES): Promise<Blobs> {
  const { prefix, folder, abandonedAfterMs = ABANDONED_AFTER_MS } = options;
  await openFolder(folder, { setting: names.folder, own: true });
  const bucket = openBucket(options, options.times);
  try {
    await tryBucket(bucket, options, names);
  } catch (error) {
    bucket.close();
    throw error;
  }
  const keyOf = (sha256: string) => `${prefix}blobs/${sha256}`;
  const markOf = (sha256: string) => `${prefix}unused/${sha256}`;
  const sizes = new LRUCache<string, number>({ max: SIZES_REMEMBERED });

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

  const sender = openSender({
    bucket,
    times: { ...S3_TIMES, ...options.times },
    keyOf,
    markOf,
    isThere: async (sha256) => (await head(sha256)) !== undefined,
    sent: ({ sha256, size }, position, bytes) => cache.fill(sha256, size, position, bytes),
  });

  /** Opens an unlinked file: nothing of it remains, however the process ends. */
  async function stage(): Promise<StagedFile> {
    const path = join(folder, `staged.${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return new StagedFile(file, sender.file);
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

  /** Reads from S3, bypassing the cache. */
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
    stageFile: async (given) => new StagedFile(await open(given.path, 'r'), sender.file, undefined, given),
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
      await sender.bytes(sha256, bytes);
      // The cache may hold bytes of the damaged blob.
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
      const old = found !== undefined && found.modifiedAt + CLOCK_STEP_MS < before;
      // Without an answer, the object may have been deleted or may be deleted later: keep the mark.
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
        if (SHA256.test(sha256)) yield { sha256, size, neededAt: modifiedAt + CLOCK_STEP_MS };
      }
    },
    async verify(sha256) {
      const found = await head(sha256);
      if (!found) throw new BlobMissing(sha256);
      // The caller may distrust what was read before: skip the cache.
      cache.forget(sha256, found.size);
      return (await hashOf(sha256, found.size)) === sha256;
    },
    freeSpace: () => freeBytes(folder),
    async check() {
      await bucket.check();
      await tryFolder(folder);
      if (!sender.lost) return;
      await tryBucket(bucket, options, names);
      sender.lost = false;
    },
    async sweep() {
      const before = Date.now() - abandonedAfterMs;
      let removed = await bucket.abortParts(keyOf(''), before);
      for (const start of [markOf(''), `${prefix}check/`]) {
        for await (const { key, modifiedAt } of bucket.list(start)) {
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
