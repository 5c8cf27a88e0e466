/**
 * An image set as its snapshot holds it: the union of its packs' meta and pictures.
 *
 *   SetPicture, ImageSet
 *   openImageSets     loads sets by snapshot id; loaded ones stay in memory by least use
 */
import { LRUCache } from 'lru-cache';
import type { Driver, SetMeta, Viewport } from '../../engine/meta.ts';
import type { ManifestEntry, ManifestPicture } from './manifest.ts';
import type { SnapshotPart, Snapshots } from './snapshots.ts';

export interface SetPicture {
  readonly path: string;
  /** of the picture's bytes */
  readonly sha256: string;
  readonly size: number;
  readonly at: ManifestEntry['at'];
  readonly picture: ManifestPicture;
  /** the blob of the zip that it stands in */
  readonly packSha256: string;
  readonly pack: string;
}

/** path -> picture: those for both driver types, and those of one */
export type Pictures = { readonly [D in 'common' | Driver]: ReadonlyMap<string, SetPicture> };

export interface ImageSet {
  readonly snapshotId: string;
  readonly meta: SetMeta;
  readonly pictures: { readonly [V in Viewport]: Pictures };
}

export interface ImageSets {
  /** the meta alone: does not read the image packs' manifests */
  meta(snapshotId: string): Promise<SetMeta>;
  load(snapshotId: string): Promise<ImageSet>;
  /** Forgets what is loaded, the snapshots' manifests too. */
  clear(): void;
}

const SETS_IN_MEMORY = 500;
const METAS_IN_MEMORY = 5000;

const noPictures = () => ({
  common: new Map<string, SetPicture>(),
  LHD: new Map<string, SetPicture>(),
  RHD: new Map<string, SetPicture>(),
});

/** Later parts win file by file: an uploaded meta file replaces the file of that name, never merges with it. */
export function mergeMeta(metas: readonly Partial<SetMeta>[]): SetMeta {
  let merged: SetMeta = { layers: {}, rules: {} };
  for (const meta of metas) {
    merged = {
      ...merged,
      ...meta,
      layers: { ...merged.layers, ...meta.layers },
      rules: { ...merged.rules, ...meta.rules },
    };
  }
  return merged;
}

export function openImageSets(snapshots: Snapshots): ImageSets {
  const metas = new LRUCache<string, SetMeta>({ max: METAS_IN_MEMORY });
  const sets = new LRUCache<string, ImageSet>({ max: SETS_IN_MEMORY });

  async function meta(snapshotId: string): Promise<SetMeta> {
    const known = metas.get(snapshotId);
    if (known) return known;
    const { parts } = await snapshots.contentOf(snapshotId);
    const found = await Promise.all(parts.filter((part) => part.kind === 'meta').map(snapshots.manifestOf));
    const merged = mergeMeta(found.map((manifest) => manifest.meta ?? {}));
    metas.set(snapshotId, merged);
    return merged;
  }

  async function addPart(part: SnapshotPart, into: Record<Viewport, ReturnType<typeof noPictures>>): Promise<void> {
    if (part.kind !== 'image' || part.viewport === undefined) return;
    const manifest = await snapshots.manifestOf(part);
    const target = into[part.viewport][part.driver ?? 'common'];
    for (const entry of manifest.entries) {
      if (!entry.picture) continue;
      target.set(entry.path, {
        path: entry.path,
        sha256: entry.sha256,
        size: entry.size,
        at: entry.at,
        picture: entry.picture,
        packSha256: manifest.packSha256,
        pack: manifest.pack,
      });
    }
  }

  return {
    meta,
    async load(snapshotId) {
      const known = sets.get(snapshotId);
      if (known) return known;
      const pictures = { exterior: noPictures(), interior: noPictures() };
      const { parts } = await snapshots.contentOf(snapshotId);
      for (const part of parts) await addPart(part, pictures);
      const set: ImageSet = { snapshotId, meta: await meta(snapshotId), pictures };
      sets.set(snapshotId, set);
      return set;
    },
    clear() {
      snapshots.clear();
      metas.clear();
      sets.clear();
    },
  };
}
