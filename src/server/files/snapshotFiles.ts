/**
 * The files of a snapshot by their path below the set or static pack, as the file browser shows them.
 *
 *   SnapshotFile
 *   folderOf               the folder that the files of a manifest are in
 *   readSnapshotFiles
 */
import type { Manifest, ManifestEntry } from '../catalogue/manifest.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';

/** Meta files and static pictures are at the top, pictures of sets in a folder of their viewport and driver type. */
export function folderOf({ kind, viewport, driver }: Manifest): string {
  if (kind !== 'image') return '';
  const view = viewport === 'interior' ? 'int' : 'ext';
  return `${view}${driver === undefined ? '' : `-${driver.toLowerCase()}`}/`;
}

export type SnapshotFile = Pick<ManifestEntry, 'path' | 'sha256' | 'size' | 'at'> & {
  readonly pack: string;
  readonly packSha256: string;
  readonly isPicture: boolean;
};

/** If two manifests have the same path, the later one wins. */
export async function readSnapshotFiles(snapshots: Snapshots, snapshotId: string): Promise<Map<string, SnapshotFile>> {
  const all = new Map<string, SnapshotFile>();
  for (const part of (await snapshots.contentOf(snapshotId)).parts) {
    const manifest = await snapshots.manifestOf(part);
    const { pack, packSha256 } = manifest;
    const folder = folderOf(manifest);
    for (const { path, sha256, size, at, picture } of manifest.entries) {
      all.set(`${folder}${path}`, { path, sha256, size, at, pack, packSha256, isPicture: picture !== undefined });
    }
  }
  return all;
}
