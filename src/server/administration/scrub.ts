/**
 * Verifies every blob against its hash, and checks that every blob that the tables refer to exists.
 *
 *   ScrubReport, scrub
 */
import type { SnapshotContent, Snapshots } from '../catalogue/snapshots.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../schema.ts';

export interface ScrubReport {
  readonly blobs: number;
  /** blobs whose bytes do not match their hash */
  readonly damaged: readonly string[];
  /** blobs that the tables refer to but the store lacks */
  readonly missing: readonly string[];
}

export async function scrub({
  database,
  blobs,
  snapshots,
}: {
  database: Database;
  blobs: Blobs;
  snapshots: Snapshots;
}): Promise<ScrubReport> {
  const stored = new Set<string>();
  const damaged: string[] = [];
  for await (const { sha256 } of blobs.list()) {
    stored.add(sha256);
    if (!(await blobs.verify(sha256))) damaged.push(sha256);
  }
  const referenced = new Set<string>();
  const packs = await database.background
    .selectFrom('packs')
    .select('sha256')
    .where('state', '!=', 'replaced')
    .execute();
  for (const { sha256 } of packs) referenced.add(sha256);
  for (const { content } of await database.background.selectFrom('snapshots').select('content').execute()) {
    for (const part of (JSON.parse(content) as SnapshotContent).parts) {
      if (referenced.has(part.manifest)) continue;
      referenced.add(part.manifest);
      if (stored.has(part.manifest)) referenced.add((await snapshots.manifestOf(part)).packSha256);
    }
  }
  return { blobs: stored.size, damaged, missing: [...referenced].filter((sha256) => !stored.has(sha256)) };
}
