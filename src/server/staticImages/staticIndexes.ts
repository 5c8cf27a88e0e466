/**
 * The static pictures of each area, indexed from what its refs point to. The refs are read at every request, so every
 * process answers for the present; the index is built again only when one of them moved.
 *
 *   StoredImage, AreaImages
 *   openStaticIndexes
 */
import type { Area } from '../../contract/index.ts';
import { buildStaticIndex, type StaticIndex } from '../../engine/staticImages.ts';
import type { ManifestPicture, Stored } from '../catalogue/manifest.ts';
import { listRefs, type Ref } from '../catalogue/refs.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import type { Database } from '../platform/database/database.ts';

export interface StoredImage {
  readonly path: string;
  readonly sha256: string;
  /** bytes */
  readonly size: number;
  readonly at: Stored;
  /** the blob of the zip that it stands in */
  readonly packSha256: string;
  readonly format: ManifestPicture['format'];
}

export interface AreaImages {
  readonly index: StaticIndex<StoredImage>;
  readonly bySha: ReadonlyMap<string, StoredImage>;
}

export interface StaticIndexes {
  (area: Area): Promise<AreaImages>;
  /** Forgets an area's index; never needed for being right. */
  clear(area: Area): void;
}

export function openStaticIndexes({
  database,
  snapshots,
}: {
  database: Database;
  snapshots: Snapshots;
}): StaticIndexes {
  const built = new Map<Area, { of: string; images: Promise<AreaImages> }>();

  async function build(refs: readonly Ref[]): Promise<AreaImages> {
    const all = new Map<string, StoredImage>();
    // The pack delivered last comes last: where two hold a path, it counts.
    for (const ref of [...refs].sort((a, b) => a.modifiedAt - b.modifiedAt)) {
      for (const part of (await snapshots.contentOf(ref.snapshotId)).parts) {
        const { packSha256, entries } = await snapshots.manifestOf(part);
        for (const { path, sha256, size, at, picture } of entries) {
          all.set(path, { path, sha256, size, at, packSha256, format: picture?.format ?? 'png' });
        }
      }
    }
    const images = [...all.values()];
    return { index: buildStaticIndex(images), bySha: new Map(images.map((image) => [image.sha256, image])) };
  }

  const of = async (area: Area): Promise<AreaImages> => {
    const refs = await listRefs(database.read, area, 'static');
    const state = refs.map((ref) => `${ref.key}\n${ref.snapshotId}\n${ref.modifiedAt}`).join('\n');
    const known = built.get(area);
    if (known?.of === state) return known.images;
    const images = build(refs);
    built.set(area, { of: state, images });
    // A store that fails now may answer the next time.
    images.catch(() => built.delete(area));
    return images;
  };
  return Object.assign(of, { clear: (area: Area) => void built.delete(area) });
}
