/**
 * Caches what was read from a remote store on this machine's disk: blocks of a fixed size in one file, evicting the
 * least recently used. The file is unlinked, so its space is freed however the process ends.
 *
 *   ReadCache
 *   openReadCache
 */
import { type FileHandle, open, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LRUCache } from 'lru-cache';
import { BlobsUnavailable } from './blobs.ts';

/** bytes */
const BLOCK_BYTES = 1024 ** 2;
/** fetched with one request if most of a blob will be read */
const WINDOW_BYTES = 16 * BLOCK_BYTES;
const ATTEMPTS = 3;

export interface ReadCache {
  /** Reads bytes of a key that has `size` bytes. @param whole whether to fetch ahead */
  read(key: string, size: number, position: number, length: number, whole: boolean): Promise<Buffer>;
  /** Caches bytes that the caller already has. @param position a multiple of the block size; otherwise nothing is cached */
  fill(key: string, size: number, position: number, bytes: Uint8Array): Promise<void>;
  forget(key: string, size: number): void;
  close(): Promise<void>;
}

interface Slot {
  readonly number: number;
}

export async function openReadCache({
  path,
  maxBytes,
  freeBytes,
  fetch,
}: {
  /** of the file, in an existing folder */
  path: string;
  /** disk space that the cache may take; 0: it caches nothing */
  maxBytes: number;
  /** disk space that the cache leaves free */
  freeBytes: number;
  /** the bytes from `start` to `end`, both inclusive */
  fetch: (key: string, start: number, end: number) => Promise<AsyncIterable<Uint8Array>>;
}): Promise<ReadCache> {
  const file: FileHandle = await open(path, 'wx+', 0o600);
  await rm(path);
  const most = Math.floor(maxBytes / BLOCK_BYTES);
  const slots = new LRUCache<string, Slot>({ max: Math.max(most, 1) });
  const loading = new Map<string, Promise<Buffer>>();
  const freeSlots: number[] = [];
  let used = 0;
  /** whether the last block could be stored; if not, fetching ahead would only fetch the same bytes again */
  let hasSpace = true;

  const nameOf = (key: string, block: number) => `${key} ${block}`;

  /** Takes a slot to write to, evicting a block if necessary; undefined if none is free at the moment. */
  async function takeSlot(): Promise<number | undefined> {
    const free = freeSlots.pop();
    if (free !== undefined) return free;
    if (used < most) {
      const number = used++;
      const { bavail, bsize } = await statfs(dirname(path));
      if (bavail * bsize - BLOCK_BYTES > freeBytes) return number;
      used -= 1;
    }
    return slots.pop()?.number;
  }

  /** Never fails: a full disk must not prevent reading. */
  async function store(key: string, block: number, bytes: Uint8Array): Promise<void> {
    const name = nameOf(key, block);
    if (slots.has(name)) return;
    let number: number | undefined;
    try {
      number = await takeSlot();
      hasSpace = number !== undefined;
      if (number === undefined) return;
      const { bytesWritten } = await file.write(bytes, 0, bytes.length, number * BLOCK_BYTES);
      if (bytesWritten < bytes.length) throw new Error('the disk accepts no more bytes');
      const before = slots.peek(name);
      if (before) freeSlots.push(before.number);
      slots.set(name, { number });
    } catch {
      // `hasSpace` tells the metrics; what is not kept is read from the store again.
      hasSpace = false;
      if (number !== undefined) freeSlots.push(number);
    }
  }

  /** @returns undefined if it is not cached */
  async function fromDisk(name: string, start: number, length: number): Promise<Buffer | undefined> {
    const slot = slots.get(name);
    if (!slot) return undefined;
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await file.read(buffer, 0, length, slot.number * BLOCK_BYTES + start);
    // The slot may have been reused during the read.
    return bytesRead === length && slots.peek(name) === slot ? buffer : undefined;
  }

  /** Fetches adjacent blocks with one request, and resolves each as soon as it has arrived. */
  async function fetchRun(key: string, size: number, first: number, wanted: readonly PromiseWithResolvers<Buffer>[]) {
    const end = Math.min((first + wanted.length) * BLOCK_BYTES, size);
    let done = 0;

    async function take(body: AsyncIterable<Uint8Array>): Promise<void> {
      let block = Buffer.alloc(0);
      let filled = 0;
      for await (const chunk of body) {
        for (let taken = 0; taken < chunk.length && done < wanted.length; ) {
          if (filled === 0) block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, end - (first + done) * BLOCK_BYTES));
          const some = chunk.subarray(taken, taken + block.length - filled);
          block.set(some, filled);
          filled += some.length;
          taken += some.length;
          if (filled < block.length) continue;
          wanted[done]?.resolve(block);
          await store(key, first + done, block);
          loading.delete(nameOf(key, first + done));
          done += 1;
          filled = 0;
        }
      }
      if (done < wanted.length) throw new Error('the answer ended too early');
    }

    const fail = (error: unknown) => {
      for (; done < wanted.length; done += 1) {
        loading.delete(nameOf(key, first + done));
        wanted[done]?.reject(error);
      }
    };
    for (let attempt = 1; done < wanted.length; attempt += 1) {
      let body: AsyncIterable<Uint8Array>;
      try {
        body = await fetch(key, (first + done) * BLOCK_BYTES, end - 1);
      } catch (error) {
        return fail(error);
      }
      // After an answer that breaks off, continue with the incomplete block.
      await take(body).catch((error: unknown) => attempt === ATTEMPTS && fail(new BlobsUnavailable(error)));
    }
  }

  function blockFrom(key: string, size: number, block: number, last: number): Promise<Buffer> {
    const wanted: PromiseWithResolvers<Buffer>[] = [];
    for (let i = block; i <= last && !slots.has(nameOf(key, i)) && !loading.has(nameOf(key, i)); i += 1) {
      const one = Promise.withResolvers<Buffer>();
      // Nobody may be waiting for a block that is fetched ahead.
      one.promise.catch(() => {});
      loading.set(nameOf(key, i), one.promise);
      wanted.push(one);
    }
    void fetchRun(key, size, block, wanted);
    return (wanted[0] as PromiseWithResolvers<Buffer>).promise;
  }

  return {
    async read(key, size, position, length, whole) {
      if (position + length > size) throw new Error(`reading past the end: ${position} + ${length} of ${size}`);
      const answer = Buffer.allocUnsafe(length);
      const lastOf = Math.floor((position + length - 1) / BLOCK_BYTES);
      const lastFetched =
        whole && hasSpace && most >= (2 * WINDOW_BYTES) / BLOCK_BYTES
          ? Math.min(Math.floor((position + WINDOW_BYTES - 1) / BLOCK_BYTES), Math.floor((size - 1) / BLOCK_BYTES))
          : lastOf;
      for (let done = 0; done < length; ) {
        const block = Math.floor((position + done) / BLOCK_BYTES);
        const start = position + done - block * BLOCK_BYTES;
        const some = Math.min(length - done, BLOCK_BYTES - start);
        const name = nameOf(key, block);
        let bytes = await fromDisk(name, start, some);
        if (!bytes) {
          // Another call may have stored it during the read from disk.
          if (slots.has(name)) continue;
          const fetched = await (loading.get(name) ?? blockFrom(key, size, block, Math.max(lastOf, lastFetched)));
          bytes = fetched.subarray(start, start + some);
        }
        answer.set(bytes, done);
        done += some;
      }
      return answer;
    },
    async fill(key, size, position, bytes) {
      if (position % BLOCK_BYTES !== 0) return;
      for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
        const some = bytes.subarray(at, at + BLOCK_BYTES);
        if (some.length === BLOCK_BYTES || position + at + some.length === size) {
          await store(key, (position + at) / BLOCK_BYTES, some);
        }
      }
    },
    forget(key, size) {
      for (let block = 0; block * BLOCK_BYTES < size; block += 1) {
        const slot = slots.peek(nameOf(key, block));
        if (!slot) continue;
        slots.delete(nameOf(key, block));
        freeSlots.push(slot.number);
      }
    },
    close: () => file.close(),
  };
}
