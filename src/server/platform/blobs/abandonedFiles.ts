/**
 * What processes that were killed left in a folder of blobs: staged files, and blobs that they were about to delete.
 *
 *   sweep           removes abandoned staged files
 *   restoreUnused
 *   isMissing       whether an error says that there is no such file
 */
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwnerGone } from './owner.ts';

/** A staged file older than this is abandoned, even where its process cannot be checked. */
const ABANDONED_AFTER_MS = 24 * 3600 * 1000;

export const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT';

/** @returns how many it removed */
export async function sweep(staging: string): Promise<number> {
  let removed = 0;
  for (const name of await readdir(staging)) {
    const path = join(staging, name);
    // Another process may have finished with it since the list was read.
    const found = await stat(path).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    if (!found || !(isOwnerGone(name) || found.mtimeMs < Date.now() - ABANDONED_AFTER_MS)) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Restores blobs that a process moved aside before it was killed during a deletion: they may be needed by now. */
export async function restoreUnused(unused: string, pathOf: (sha256: string) => string): Promise<void> {
  for (const sha256 of await readdir(unused)) {
    await rename(join(unused, sha256), pathOf(sha256)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
}
