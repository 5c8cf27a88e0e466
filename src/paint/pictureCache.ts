/**
 * Caches finished pictures by their content: in memory, and behind that in a folder of bounded size. Only pictures that are
 * expensive to make, or that were asked for again, go to the folder: writing a file costs as much as painting a JPEG. Rows of
 * JPEGs in memory are found by what they show, so that other pictures can have them, too.
 *
 *   PictureCache, createPictureCache
 */
import { LRUCache } from 'lru-cache';
import { createRowIndex, type RowIndex, type RowsOfJpeg } from './jpegRows.ts';
import { type DiskSettings, openPictureFolder } from './pictureFolder.ts';

export interface PictureCache {
  inMemory(key: string): Buffer | undefined;
  /** Never fails. */
  onDisk(key: string): Promise<Buffer | undefined>;
  /**
   * Writes to the disk in the background.
   * @param expensive it takes longer to make than to write: it is written before anybody asks for it again
   * @param rows of a JPEG: found as long as it is in memory
   */
  keep(key: string, bytes: Buffer, expensive: boolean, rows?: Omit<RowsOfJpeg, 'bytes'>): void;
  /** Rows of pictures in memory. */
  findRows: RowIndex['find'];
  clear(): Promise<void>;
  /** Resolves when all pictures are written. */
  settled(): Promise<void>;
  /** bytes cached */
  state(): { readonly memory: number; readonly disk: number };
}

interface Kept {
  readonly bytes: Buffer;
  readonly rows?: RowsOfJpeg;
}
/** bytes of memory for each row that can be found */
const ROW_BYTES = 150;

export function createPictureCache(memoryBytes: number, disk?: DiskSettings): PictureCache {
  /** Keys of pictures in memory that nobody has asked for again. */
  const askedOnce = new Set<string>();
  const index = createRowIndex();
  const memory = new LRUCache<string, Kept>({
    maxSize: Math.max(1, Math.ceil(memoryBytes)),
    sizeCalculation: ({ bytes, rows }) => Math.max(bytes.length + (rows?.names.length ?? 0) * ROW_BYTES, 1),
    dispose: ({ rows }, key) => {
      askedOnce.delete(key);
      if (rows) index.remove(rows);
    },
  });
  const folder = disk && disk.bytes > 0 ? openPictureFolder(disk) : undefined;
  return {
    inMemory(key) {
      const bytes = memory.get(key)?.bytes;
      if (bytes && askedOnce.delete(key)) folder?.write(key, bytes);
      return bytes;
    },
    async onDisk(key) {
      const bytes = await folder?.read(key);
      if (bytes) memory.set(key, { bytes });
      return bytes;
    },
    keep(key, bytes, expensive, rows) {
      const entry = { bytes, ...(rows && { rows: { ...rows, bytes } }) };
      memory.set(key, entry);
      if (expensive) folder?.write(key, bytes);
      if (!memory.has(key)) return;
      if (entry.rows) index.add(entry.rows);
      if (folder && !expensive) askedOnce.add(key);
    },
    findRows: index.find,
    async clear() {
      memory.clear();
      await folder?.clear();
    },
    settled: async () => folder?.settled(),
    state: () => ({ memory: memory.calculatedSize, disk: folder?.bytes() ?? 0 }),
  };
}
