/**
 * Finished pictures in a folder of bounded size. Pictures wait for a moment, so that no answer is held up, and are
 * then written one after the other. A file that is missing, damaged or cannot be written only costs a painting. Unfinished
 * files of a crash are removed at the start.
 *
 *   DiskSettings, PictureFolder, openPictureFolder
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';

export interface DiskSettings {
  /** Pictures of nobody else are there. Made if it does not exist. */
  readonly folder: string;
  /** its largest size */
  readonly bytes: number;
  /** writes stop when less than this is free on the disk */
  readonly freeBytes: number;
  /** takes failures of the disk: pictures are painted again, and operators should know why */
  readonly trouble?: { failed(error: unknown): void; worked(): void };
}
export interface PictureFolder {
  /** Never fails. */
  read(key: string): Promise<Buffer | undefined>;
  /** Writes in the background; what does not fit into the queue is left out. */
  write(key: string, bytes: Buffer): void;
  clear(): Promise<void>;
  /** Resolves when all that was handed over is written, and what it displaced removed. */
  settled(): Promise<void>;
  /** bytes of all files */
  bytes(): number;
}

/** How long a picture waits for others before they are written together. */
const WRITE_DELAY_MS = 500;
/** More is not queued: the disk is slower than the painter. */
const MAX_QUEUED_BYTES = 32 * 1024 ** 2;
/** How long writes pause after one failed: a full disk stays full for a while. */
const WRITE_PAUSE_MS = 60_000;
const CHECKSUM_BYTES = 4;
const UNFINISHED = '.tmp';

const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');
/** Others may try whether the folder can be written, at any moment. */
const isOwn = (name: string): boolean => /^[0-9a-f]{64}/.test(name);

export function openPictureFolder({ folder, bytes: maxSize, freeBytes, trouble }: DiskSettings): PictureFolder {
  const failed = (error: unknown): undefined => void trouble?.failed(error);
  const remove = (name: string): Promise<void> => rm(join(folder, name), { force: true }).catch(failed);
  const removing = new Set<Promise<void>>();
  /** Sizes by file name; the least recently used is removed first. */
  const files = new LRUCache<string, number>({
    maxSize,
    sizeCalculation: (size) => size,
    dispose: (_, name, reason) => {
      if (reason !== 'evict') return;
      const removed = remove(name);
      removing.add(removed);
      void removed.finally(() => removing.delete(removed));
    },
  });
  let swept = false;
  const ready = sweep()
    .then(() => {
      swept = true;
    })
    .catch(failed);
  /** by file name, oldest first; a picture stays here until it is written */
  const queue = new Map<string, Buffer>();
  let queuedBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let pausedUntil = 0;
  let count = 0;

  /** Lists the files of an earlier run, oldest first, and removes unfinished ones. */
  async function sweep(): Promise<void> {
    await mkdir(folder, { recursive: true });
    const found: { name: string; size: number; time: number }[] = [];
    for (const name of (await readdir(folder)).filter(isOwn)) {
      if (name.endsWith(UNFINISHED)) await remove(name);
      else {
        const { size, mtimeMs } = await stat(join(folder, name));
        found.push({ name, size, time: mtimeMs });
      }
    }
    found.sort((a, b) => a.time - b.time);
    for (const { name, size } of found) files.set(name, Math.max(size, 1));
  }

  async function save(name: string, bytes: Buffer): Promise<void> {
    const unfinished = join(folder, `${name}.${process.pid}.${count++}${UNFINISHED}`);
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeUInt32LE(crc32(bytes));
    try {
      await writeFile(unfinished, [checksum, bytes]);
      await rename(unfinished, join(folder, name));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    files.set(name, bytes.length + CHECKSUM_BYTES);
  }

  function dropQueue(): void {
    queue.clear();
    queuedBytes = 0;
  }

  async function writeQueue(): Promise<void> {
    await ready;
    const { bavail, bsize } = await statfs(folder);
    let spare = bavail * bsize - freeBytes;
    for (const [name, bytes] of queue) {
      if (spare < bytes.length) break;
      await save(name, bytes);
      spare -= bytes.length;
      // The queue may have been dropped meanwhile.
      if (queue.delete(name)) queuedBytes -= bytes.length;
    }
    dropQueue();
    trouble?.worked();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeQueue()
      .catch((error: unknown) => {
        failed(error);
        pausedUntil = Date.now() + WRITE_PAUSE_MS;
        dropQueue();
      })
      .finally(() => {
        writing = undefined;
      });
    return writing;
  }

  return {
    async read(key) {
      const name = nameOf(key);
      const queued = queue.get(name);
      if (queued) return queued;
      if (swept && !files.has(name)) return undefined;
      const file = await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        // Another process may have removed it.
        if (error.code !== 'ENOENT') failed(error);
        return undefined;
      });
      const bytes = file?.subarray(CHECKSUM_BYTES);
      if (!file || !bytes?.length || crc32(bytes) !== file.readUInt32LE(0)) {
        files.delete(name);
        if (file) await remove(name);
        return undefined;
      }
      files.get(name);
      return bytes;
    },
    write(key, bytes) {
      const size = bytes.length + CHECKSUM_BYTES;
      if (size > maxSize || queuedBytes + size > MAX_QUEUED_BYTES || Date.now() < pausedUntil) return;
      const name = nameOf(key);
      if (files.has(name) || queue.has(name)) return;
      queue.set(name, bytes);
      queuedBytes += bytes.length;
      timer ??= setTimeout(() => void flush(), WRITE_DELAY_MS).unref();
    },
    async clear() {
      await ready;
      dropQueue();
      await writing;
      const names = await readdir(folder).catch((error: unknown) => failed(error) ?? []);
      files.clear();
      await Promise.all(names.filter(isOwn).map(remove));
    },
    bytes: () => files.calculatedSize,
    async settled() {
      await ready;
      await writing;
      if (queue.size > 0) await flush();
      await Promise.all(removing);
    },
  };
}
