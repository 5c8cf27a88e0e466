/**
 * Blobs in a folder: `ab/cdef…` below it, staged in `staging/` beside them. A blob appears by one rename after its
 * bytes are on disk, so a crash leaves the old state or the new one, and at worst a staged file, which the next start
 * removes: its name tells which process it belongs to.
 *
 *   openFolderBlobs
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { freeBytes, openFolder, tryFolder } from '../disk.ts';
import { isMissing, restoreUnused, sweep } from './abandonedFiles.ts';
import { BlobMissing, type Blobs, type HashedFile, type PositionalReader, type Staged } from './blobs.ts';
import { ownName } from './owner.ts';
import { StagedFile } from './stagedFile.ts';
import { blocksOf } from './stream.ts';

const COPY_BYTES = 1024 ** 2;

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function readerOf(path: string, sha256: string): Promise<PositionalReader> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw isMissing(error) ? new BlobMissing(sha256) : error;
  });
  const { size } = await file.stat();
  return {
    size,
    path,
    async read(position, length) {
      const buffer = Buffer.allocUnsafe(length);
      for (let done = 0; done < length; ) {
        const { bytesRead } = await file.read(buffer, done, length - done, position + done);
        if (bytesRead === 0) throw new Error(`reading past the end: ${position} + ${length} of ${size}`);
        done += bytesRead;
      }
      return buffer;
    },
    close: () => file.close(),
  };
}

/**
 * @param address the folder; created if it is missing
 * @param setting name of the setting that the folder comes from; begins messages
 * @throws NotUsable
 */
export async function openFolderBlobs(address: string, setting = 'The file store'): Promise<Blobs> {
  const root = resolve(address);
  const staging = join(root, 'staging');
  const unused = join(root, 'unused');
  for (const path of [root, staging, unused]) await openFolder(path, { setting, own: true });
  await sweep(staging);
  const folderOf = (sha256: string) => join(root, sha256.slice(0, 2));
  const pathOf = (sha256: string) => join(folderOf(sha256), sha256.slice(2));

  await restoreUnused(unused, pathOf);

  async function moveIn({ sha256 }: Staged, from: string): Promise<void> {
    const folder = folderOf(sha256);
    const made = await mkdir(folder, { recursive: true });
    await rename(from, pathOf(sha256));
    // A rename between two names of one file keeps both.
    await rm(from, { force: true });
    await syncFolder(folder);
    if (made !== undefined) await syncFolder(root);
  }

  const stagingPath = () => join(staging, `${ownName()}.${randomUUID()}`);
  const discard = (path: string) => rm(path, { force: true });
  const storeFrom = (path: string) => async (staged: Staged, written: FileHandle) => {
    await written.sync();
    await written.close();
    await moveIn(staged, path);
  };

  async function stage(): Promise<StagedFile> {
    const path = stagingPath();
    return new StagedFile(await open(path, 'wx+'), storeFrom(path), () => discard(path));
  }

  /** A second name for the file costs nothing. Where there cannot be one, such as on another disk, the bytes are copied. */
  async function stageFile(given: HashedFile, beforeCopying: () => Promise<void>): Promise<StagedFile> {
    const path = stagingPath();
    const isLinked = await link(given.path, path).then(
      () => true,
      () => false,
    );
    if (!isLinked) {
      await beforeCopying();
      const copy = await stage();
      try {
        await copy.fromStream(createReadStream(given.path, { highWaterMark: COPY_BYTES }), { ownsChunks: true });
      } catch (error) {
        await copy.abort();
        throw error;
      }
      return copy;
    }
    try {
      // Clean-up takes this time for when the blob was last needed.
      await utimes(path, new Date(), new Date());
      return new StagedFile(await open(path, 'r+'), storeFrom(path), () => discard(path), given);
    } catch (error) {
      await discard(path);
      throw error;
    }
  }

  const file = (sha256: string) => readerOf(pathOf(sha256), sha256);
  const has = (sha256: string) =>
    stat(pathOf(sha256)).then(
      () => true,
      (error: unknown) => {
        if (isMissing(error)) return false;
        throw error;
      },
    );

  /** Marks the blob as needed from now on, so that clean-up leaves it alone. @returns false if there is no such blob */
  const touch = (sha256: string) =>
    utimes(pathOf(sha256), new Date(), new Date()).then(
      () => true,
      (error: unknown) => {
        if (isMissing(error)) return false;
        throw error;
      },
    );

  async function bytesOf(sha256: string): Promise<Buffer> {
    const reader = await file(sha256);
    try {
      return await reader.read(0, reader.size);
    } finally {
      await reader.close();
    }
  }

  return {
    stage,
    stageFile,
    file,
    has,
    async put(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      // A damaged blob is replaced.
      if ((await touch(sha256)) && (await bytesOf(sha256)).equals(bytes)) return { sha256, size: bytes.length };
      const staged = await stage();
      try {
        await staged.write(bytes);
        return await staged.commit();
      } catch (error) {
        await staged.abort();
        throw error;
      }
    },
    bytes: bytesOf,
    async delete(sha256) {
      await unlink(pathOf(sha256)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
    async deleteUnused(sha256, before) {
      const path = pathOf(sha256);
      const aside = join(unused, sha256);
      try {
        if ((await stat(path)).mtimeMs >= before) return false;
        await rename(path, aside);
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
      // It may have been stored again between the check and the rename; then move it back. A process that starts right
      // now may have moved it back already.
      try {
        if ((await stat(aside)).mtimeMs < before) {
          await unlink(aside);
          return true;
        }
        await rename(aside, path);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      return false;
    },
    async *list() {
      for (const prefix of (await readdir(root)).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort()) {
        for (const rest of (await readdir(join(root, prefix))).sort()) {
          // Skip a blob that was deleted meanwhile.
          const found = await stat(join(root, prefix, rest)).catch((error: unknown) => {
            if (!isMissing(error)) throw error;
          });
          if (found) yield { sha256: prefix + rest, size: found.size, neededAt: found.mtimeMs };
        }
      }
    },
    async verify(sha256) {
      const reader = await file(sha256);
      const hash = createHash('sha256');
      try {
        for await (const block of blocksOf(reader)) hash.update(block);
      } finally {
        await reader.close();
      }
      return hash.digest('hex') === sha256;
    },
    freeSpace: () => freeBytes(root),
    async check() {
      for (const path of [root, staging, unused]) await tryFolder(path);
    },
    sweep: () => sweep(staging),
    async close() {},
  };
}
