/**
 * Caches finished pictures by their content: in memory, and behind that in a folder of bounded size. Only pictures that are
 * expensive to make, or that were asked for again, go to the folder: writing a file costs as much as painting a JPEG.
 *
 *   PictureCache, createPictureCache
 */
import { LRUCache } from 'lru-cache';
import { type DiskSettings, openPictureFolder } from './pictureFolder.ts';

export interface PictureCache {
  inMemory(key: string): Buffer | undefined;
  /** Never fails. */
  onDisk(key: string): Promise<Buffer | undefined>;
  /**
   * Writes to the disk in the background.
   * @param expensive it takes longer to make than to write: it is written before anybody asks for it again
   */
  keep(key: string, bytes: Buffer, expensive: boolean): void;
  clear(): Promise<void>;
  /** Resolves when all pictures are written. */
  settled(): Promise<void>;
  /** bytes cached */
  state(): { readonly memory: number; readonly disk: number };
}

export function createPictureCache(memoryBytes: number, disk?: DiskSettings): PictureCache {
  /** Keys of pictures in memory that nobody has asked for again. */
  const askedOnce = new Set<string>();
  const memory = new LRUCache<string, Buffer>({
    maxSize: Math.max(1, Math.ceil(memoryBytes)),
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
    dispose: (_, key) => askedOnce.delete(key),
  });
  const folder = disk && disk.bytes > 0 ? openPictureFolder(disk) : undefined;
  return {
    inMemory(key) {
      const bytes = memory.get(key);
      if (bytes && askedOnce.delete(key)) folder?.write(key, bytes);
      return bytes;
    },
    async onDisk(key) {
      const bytes = await folder?.read(key);
      if (bytes) memory.set(key, bytes);
      return bytes;
    },
    keep(key, bytes, expensive) {
      memory.set(key, bytes);
      if (expensive) folder?.write(key, bytes);
      else if (folder && memory.has(key)) askedOnce.add(key);
    },
    async clear() {
      memory.clear();
      await folder?.clear();
    },
    settled: async () => folder?.settled(),
    state: () => ({ memory: memory.calculatedSize, disk: folder?.bytes() ?? 0 }),
  };
}
