/**
 * The packs that a snapshot of a set has files of.
 *
 *   SnapshotPack
 *   listSnapshotPacks   sorted by name
 */
import type { ReadManifest } from '../catalogue/manifests.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import type { Database } from '../schema.ts';

export interface SnapshotPack {
  readonly type: string;
  readonly fileName: string;
  /** the upload that the files came with; undefined: it is no longer stored */
  readonly upload: { readonly at: Date; readonly by: string; readonly size: number } | undefined;
  readonly pictures: number;
  /** paths of the meta files that the set has from the pack */
  readonly metaFiles: readonly string[];
}

/** names per statement */
const NAMES_PER_STATEMENT = 500;

/** @returns uploads by name and content, because another pack of the same name may have been uploaded since */
async function findUploads(database: Database, names: readonly string[]) {
  const found = new Map<string, { type: string; upload: NonNullable<SnapshotPack['upload']> }>();
  for (let at = 0; at < names.length; at += NAMES_PER_STATEMENT) {
    const rows = await database.read
      .selectFrom('packs')
      .select(['fileName', 'type', 'size', 'uploadedAt', 'uploadedBy', 'sha256'])
      .where('fileName', 'in', names.slice(at, at + NAMES_PER_STATEMENT))
      .orderBy('number')
      .execute();
    for (const { fileName, sha256, type, size, uploadedAt, uploadedBy } of rows) {
      const upload = { at: new Date(Number(uploadedAt)), by: uploadedBy, size: Number(size) };
      found.set(`${fileName} ${sha256}`, { type, upload });
    }
  }
  return found;
}

export async function listSnapshotPacks(
  { database, snapshots }: { database: Database; snapshots: Snapshots },
  snapshotId: string,
): Promise<SnapshotPack[]> {
  const { parts } = await snapshots.contentOf(snapshotId);
  const manifests = await Promise.all(parts.map(snapshots.manifestOf));
  const uploads = await findUploads(database, [...new Set(parts.map(({ pack }) => pack))]);
  /** A later meta file of the same path replaces an earlier one. */
  const metaOwner = new Map<string, string>();
  for (const { kind, pack, entries } of manifests) {
    if (kind === 'meta') for (const { path } of entries) metaOwner.set(path, pack);
  }
  const packOf = (fileName: string, all: readonly ReadManifest[]): SnapshotPack => {
    const newest = all.at(-1);
    const found = uploads.get(`${fileName} ${newest?.packSha256}`);
    return {
      type: found?.type ?? newest?.kind ?? 'meta',
      fileName,
      upload: found?.upload,
      pictures: all.reduce((count, { kind, entries }) => count + (kind === 'meta' ? 0 : entries.length), 0),
      metaFiles: [...metaOwner].flatMap(([path, pack]) => (pack === fileName ? [path] : [])),
    };
  };
  return [...Map.groupBy(manifests, ({ pack }) => pack)]
    .map(([fileName, all]) => packOf(fileName, all))
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}
