/**
 * Verifies every blob against its hash, and checks that everything that the tables name exists.
 *
 *   ScrubReport, scrub
 */
import type { SnapshotContent, Snapshots } from '../catalogue/snapshots.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../schema.ts';

export interface ScrubReport {
  readonly blobs: number;
  /** whose bytes are not what their name says */
  readonly damaged: readonly string[];
  /** that something names and that are not there */
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
  const there = new Set<string>();
  const damaged: string[] = [];
  for await (const { sha256 } of blobs.list()) {
    there.add(sha256);
    if (!(await blobs.verify(sha256))) damaged.push(sha256);
  }
  const named = new Set<string>();
  const packs = await database.background
    .selectFrom('packs')
    .select('sha256')
    .where('state', '!=', 'replaced')
    .execute();
  for (const { sha256 } of packs) named.add(sha256);
  for (const { content } of await database.background.selectFrom('snapshots').select('content').execute()) {
    for (const part of (JSON.parse(content) as SnapshotContent).parts) {
      if (named.has(part.manifest)) continue;
      named.add(part.manifest);
      if (there.has(part.manifest)) named.add((await snapshots.manifestOf(part)).packSha256);
    }
  }
  return { blobs: there.size, damaged, missing: [...named].filter((sha256) => !there.has(sha256)) };
}
