/**
 * The static pictures of each area, from what its refs point to. The refs are read at every request, so every process
 * answers for the present. What a ref points to never changes and is indexed once, for all areas: when a ref moves only
 * a snapshot that no area had before is read, and a promotion reads nothing.
 *
 *   StoredImage, AreaImages
 *   openStaticIndexes
 */
import type { Area } from '../../contract/index.ts';
import { buildStaticIndex, type StaticIndex } from '../../engine/staticImages.ts';
import type { ManifestPicture, Stored } from '../catalogue/manifest.ts';
import { listRefs } from '../catalogue/refs.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import type { Database } from '../platform/database/database.ts';

export interface StoredImage {
  readonly path: string;
  readonly sha256: string;
  /** bytes */
  readonly size: number;
  readonly at: Stored;
  readonly pack: string;
  /** the blob of the zip that it stands in */
  readonly packSha256: string;
  readonly format: ManifestPicture['format'];
}

export interface AreaImages {
  /** an index a pack, the pack delivered last comes last: where two hold a path, it counts */
  readonly packs: readonly StaticIndex<StoredImage>[];
  /** A picture of this content that no later pack replaces. */
  imageOf(sha256: string): StoredImage | undefined;
}

export interface StaticIndexes {
  (area: Area): Promise<AreaImages>;
  /** Forgets an area's indexes; never needed for being right. */
  clear(area: Area): void;
}

interface PackImages {
  readonly index: StaticIndex<StoredImage>;
  readonly byPath: ReadonlyMap<string, StoredImage>;
  readonly bySha: ReadonlyMap<string, readonly StoredImage[]>;
}

function packImages(all: Iterable<StoredImage>): PackImages {
  const byPath = new Map<string, StoredImage>();
  for (const image of all) byPath.set(image.path, image);
  const bySha = new Map<string, StoredImage[]>();
  for (const image of byPath.values()) {
    const same = bySha.get(image.sha256);
    if (same) same.push(image);
    else bySha.set(image.sha256, [image]);
  }
  return { index: buildStaticIndex(byPath.values()), byPath, bySha };
}

function areaImages(packs: readonly PackImages[]): AreaImages {
  return {
    packs: packs.map(({ index }) => index),
    imageOf(sha256) {
      for (const [i, { bySha }] of packs.entries()) {
        const later = packs.slice(i + 1);
        const image = bySha.get(sha256)?.find(({ path }) => !later.some(({ byPath }) => byPath.has(path)));
        if (image) return image;
      }
      return undefined;
    },
  };
}

export function openStaticIndexes({
  database,
  snapshots,
}: {
  database: Database;
  snapshots: Snapshots;
}): StaticIndexes {
  const indexed = new Map<string, Promise<PackImages>>();
  const used = new Map<Area, readonly string[]>();

  async function read(snapshotId: string): Promise<PackImages> {
    const all: StoredImage[] = [];
    for (const part of (await snapshots.contentOf(snapshotId)).parts) {
      const { pack, packSha256, entries } = await snapshots.manifestOf(part);
      for (const { path, sha256, size, at, picture } of entries) {
        all.push({ path, sha256, size, at, pack, packSha256, format: picture?.format ?? 'png' });
      }
    }
    return packImages(all);
  }

  function indexOf(snapshotId: string): Promise<PackImages> {
    const known = indexed.get(snapshotId);
    if (known) return known;
    const images = read(snapshotId);
    indexed.set(snapshotId, images);
    // A store that fails now may answer the next time.
    images.catch(() => indexed.get(snapshotId) === images && indexed.delete(snapshotId));
    return images;
  }

  /** Forgets what no area points to any more. */
  function use(area: Area, ids: readonly string[]): void {
    used.set(area, ids);
    const kept = new Set([...used.values()].flat());
    for (const id of indexed.keys()) if (!kept.has(id)) indexed.delete(id);
  }

  const of = async (area: Area): Promise<AreaImages> => {
    const refs = await listRefs(database, area, 'static');
    const ids = refs.sort((a, b) => a.modifiedAt - b.modifiedAt).map(({ snapshotId }) => snapshotId);
    if (ids.join() !== used.get(area)?.join()) use(area, ids);
    return areaImages(await Promise.all(ids.map(indexOf)));
  };
  return Object.assign(of, { clear: (area: Area) => use(area, []) });
}
