/**
 * Garbage collection: deletes what no ref, no kept entry of the history and no unread pack needs, after the grace time.
 *
 * It is safe beside uploads, promotions and roll backs: storing a snapshot or a blob again renews its age, the statement
 * that deletes snapshots checks once more whether they are needed, and everything counts that any remaining snapshot
 * needs. A run that is killed half way has only deleted less.
 *
 * Tables are read in pages, in the background, and needed hashes are held in 8 bytes each, so it works beside requests on a
 * store of any size.
 *
 *   GarbageReport, GarbageOptions
 *   collectGarbage
 */
import { deleteForms } from './garbage/forms.ts';
import { ageLimits, type GarbageOptions } from './garbage/options.ts';
import { deletePacks } from './garbage/packs.ts';
import { deleteSnapshots, neededBySnapshots } from './garbage/snapshots.ts';

export type { GarbageOptions };

export interface GarbageReport {
  /** entries of the history that users cannot roll back to any more */
  history: number;
  snapshots: number;
  /** rows of uploads of which nothing is left, or that no area has used for `historyDays` */
  packs: number;
  derived: number;
  blobs: number;
  /** of the blobs */
  bytes: number;
}

/** @throws Error when a manifest cannot be read: what it refers to is unknown, so no blob is deleted */
export async function collectGarbage(options: GarbageOptions): Promise<GarbageReport> {
  const { blobs, steadySince, dryRun = false, signal } = options;
  const { grace } = ageLimits(options);
  // After the clock was set forward everything looks old, so it must have run steadily for the grace time.
  if (steadySince > grace) return { history: 0, snapshots: 0, packs: 0, derived: 0, blobs: 0, bytes: 0 };
  const { history, snapshots } = await deleteSnapshots(options);
  // Read after deleting: snapshots that became needed meanwhile are still there and count.
  const needed = await neededBySnapshots(options);
  const packs = await deletePacks(options, needed.blobs);
  const derived = await deleteForms(options, needed);
  const report: GarbageReport = { history, snapshots, packs, derived, blobs: 0, bytes: 0 };
  for await (const { sha256, size, neededAt } of blobs.list()) {
    signal?.throwIfAborted();
    if (needed.blobs.has(sha256) || neededAt >= grace) continue;
    if (!dryRun && !(await blobs.deleteUnused(sha256, grace))) continue;
    report.blobs += 1;
    report.bytes += size;
  }
  return report;
}
