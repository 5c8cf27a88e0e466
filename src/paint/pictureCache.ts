/**
 * Caches finished pictures by their content: in memory, and behind that in a folder of bounded size. A file that is missing,
 * damaged or cannot be written only costs a painting. Unfinished files of a crash are removed at the start.
 *
 *   DiskSettings, PictureCache, createPictureCache
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';

export interface DiskSettings {
  /** used by nothing else; made if it does not exist */
  readonly folder: string;
  /** its largest size */
  readonly bytes: number;
  /** writes stop when less than this is free on the disk */
  readonly freeBytes: number;
}
export interface PictureCache {
  inMemory(key: string): Buffer | undefined;
  /** Never fails. */
  onDisk(key: string): Promise<Buffer | undefined>;
  /** Writes to the disk in the background. */
  keep(key: string, bytes: Buffer): void;
  clear(): Promise<void>;
  /** Resolves when all pictures are written. */
  settled(): Promise<void>;
  /** bytes cached */
  state(): { readonly memory: number; readonly disk: number };
}

/** More concurrent writes are skipped: the disk is slower than the painter. */
const MAX_WRITES = 4;
/** How long writes pause after one failed: a full disk stays full for a while. */
const WRITE_PAUSE_MS = 60_000;
const CHECKSUM_BYTES = 4;
const UNFINISHED = '.tmp';

const quiet = (): undefined => undefined;

export function createPictureCache(memoryBytes: number, disk?: DiskSettings): PictureCache {
  const memory = new LRUCache<string, Buffer>({
    maxSize: Math.max(1, Math.ceil(memoryBytes)),
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
  });
  const onDisk = disk && disk.bytes > 0 ? openFolder(disk) : undefined;
  return {
    inMemory: (key) => memory.get(key),
    async onDisk(key) {
      const bytes = await onDisk?.read(key);
      if (bytes) memory.set(key, bytes);
      return bytes;
    },
    keep(key, bytes) {
      memory.set(key, bytes);
      onDisk?.write(key, bytes);
    },
    async clear() {
      memory.clear();
      await onDisk?.clear();
    },
    settled: async () => onDisk?.settled(),
    state: () => ({ memory: memory.calculatedSize, disk: onDisk?.bytes() ?? 0 }),
  };
}

function openFolder({ folder, bytes: maxSize, freeBytes }: DiskSettings) {
  const remove = (name: string): Promise<void> => rm(join(folder, name), { force: true }).catch(quiet);
  /** Sizes by file name; the least recently used is removed first. */
  const files = new LRUCache<string, number>({
    maxSize,
    sizeCalculation: (size) => size,
    dispose: (_, name, reason) => {
      if (reason === 'evict') track(removing, remove(name));
    },
  });
  const ready = sweep().catch(quiet);
  const writing = new Set<Promise<void>>();
  const removing = new Set<Promise<void>>();
  function track(among: Set<Promise<void>>, work: Promise<void>): void {
    among.add(work);
    void work.finally(() => among.delete(work));
  }
  let pausedUntil = 0;
  let count = 0;

  /** Lists the files of an earlier run, oldest first, and removes unfinished ones. */
  async function sweep(): Promise<void> {
    await mkdir(folder, { recursive: true });
    const found: { name: string; size: number; time: number }[] = [];
    for (const name of await readdir(folder)) {
      if (name.endsWith(UNFINISHED)) await remove(name);
      else {
        const { size, mtimeMs } = await stat(join(folder, name));
        found.push({ name, size, time: mtimeMs });
      }
    }
    found.sort((a, b) => a.time - b.time);
    for (const { name, size } of found) files.set(name, Math.max(size, 1));
  }

  const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex');

  async function save(name: string, bytes: Buffer): Promise<void> {
    await ready;
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < freeBytes + bytes.length) return;
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

  return {
    async read(key: string): Promise<Buffer | undefined> {
      const name = nameOf(key);
      const file = await readFile(join(folder, name)).catch(quiet);
      if (!file) return undefined;
      const bytes = file.subarray(CHECKSUM_BYTES);
      if (file.length <= CHECKSUM_BYTES || crc32(bytes) !== file.readUInt32LE(0)) {
        await remove(name);
        files.delete(name);
        return undefined;
      }
      files.get(name);
      return bytes;
    },
    write(key: string, bytes: Buffer): void {
      if (writing.size >= MAX_WRITES || Date.now() < pausedUntil || bytes.length + CHECKSUM_BYTES > maxSize) return;
      const name = nameOf(key);
      if (files.has(name)) return;
      const saved = save(name, bytes).catch(() => {
        pausedUntil = Date.now() + WRITE_PAUSE_MS;
      });
      track(writing, saved);
    },
    async clear(): Promise<void> {
      await ready;
      await Promise.all(writing);
      const names = await readdir(folder).catch(() => []);
      files.clear();
      await Promise.all(names.map(remove));
    },
    bytes: (): number => files.calculatedSize,
    settled: async (): Promise<void> => {
      await ready;
      await Promise.all([...writing, ...removing]);
      // The last writes may have evicted files.
      await Promise.all(removing);
    },
  };
}
