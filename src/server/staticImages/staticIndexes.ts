/**
 * Indexes of the static pictures of each area. A snapshot never changes, so it is indexed once for all areas: when a ref moves,
 * only a snapshot that no area had before is read, and a promotion reads nothing. A cache of limited size holds the indexes;
 * a picture in an index is a position in a packed manifest.
 *
 *   StoredImage, AreaImages
 *   openStaticIndexes
 */
import type { Area } from '../../contract/index.ts';
import { openStaticIndex, type StaticIndex } from '../../engine/staticImages.ts';
import type { AreaRefStore, AreaRefs } from '../catalogue/areaRefs.ts';
import type { ManifestPicture, Stored } from '../catalogue/manifest.ts';
import type { ReadManifest } from '../catalogue/manifests.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { openSizedCache } from '../platform/sizedCache.ts';
import { eachInTurns } from '../platform/threads/turns.ts';

export interface StoredImage {
  readonly path: string;
  readonly sha256: string;
  /** bytes */
  readonly size: number;
  readonly at: Stored;
  readonly pack: string;
  /** the blob of the zip that holds it */
  readonly packSha256: string;
  readonly format: ManifestPicture['format'];
}

export interface AreaImages {
  /** one index for each pack, in the order of delivery: if two packs have the same path, the later one wins */
  readonly packs: readonly StaticIndex<StoredImage>[];
  /** A picture with this content whose path is not in a later pack. */
  imageOf(sha256: string): StoredImage | undefined;
}

export interface StaticIndexes {
  (area: Area): Promise<AreaImages>;
  /** Empties the cache. Indexes are never stale, so this is never necessary. */
  clear(area: Area): void;
}

/** Memory of an image in an index, without its manifest. Measured. */
const IMAGE_BYTES = 350;

/** Reads its fields from the manifest on access. */
class IndexedImage implements StoredImage {
  readonly path: string;
  readonly #manifest: ReadManifest;
  readonly #at: number;
  constructor(manifest: ReadManifest, at: number) {
    this.path = manifest.entries.pathAt(at);
    this.#manifest = manifest;
    this.#at = at;
  }
  get sha256(): string {
    return this.#manifest.entries.sha256At(this.#at);
  }
  get size(): number {
    return this.#manifest.entries.at(this.#at).size;
  }
  get at(): Stored {
    return this.#manifest.entries.at(this.#at).at;
  }
  get pack(): string {
    return this.#manifest.pack;
  }
  get packSha256(): string {
    return this.#manifest.packSha256;
  }
  get format(): ManifestPicture['format'] {
    return this.#manifest.entries.pictureAt(this.#at)?.format ?? 'png';
  }
}

interface PackImages {
  readonly snapshotId: string;
  readonly index: StaticIndex<StoredImage>;
  /** If two have the same path, the later one wins. */
  readonly manifests: readonly ReadManifest[];
  readonly bytes: number;
}

const has = ({ manifests }: PackImages, path: string): boolean =>
  manifests.some(({ entries }) => entries.indexOf(path) >= 0);

function findImage(packs: readonly PackImages[], sha256: string): StoredImage | undefined {
  for (const [i, pack] of packs.entries()) {
    for (const [j, manifest] of pack.manifests.entries()) {
      for (const at of manifest.entries.indicesOf(sha256)) {
        const path = manifest.entries.pathAt(at);
        const replaced =
          manifest.entries.indexOf(path) !== at ||
          pack.manifests.slice(j + 1).some(({ entries }) => entries.indexOf(path) >= 0) ||
          packs.slice(i + 1).some((later) => has(later, path));
        if (!replaced) return new IndexedImage(manifest, at);
      }
    }
  }
  return undefined;
}

/** @param options.bytes memory for all indexes */
export function openStaticIndexes({
  areaRefs,
  snapshots,
  bytes,
}: {
  areaRefs: AreaRefStore;
  snapshots: Snapshots;
  bytes: number;
}): StaticIndexes {
  /** by area, while the cache has all indexes of the area */
  const areas = new Map<Area, { refs: AreaRefs; images: AreaImages }>();
  const indexed = openSizedCache<PackImages>({
    bytes,
    sizeOf: (pack) => pack.bytes,
    dropped: () => areas.clear(),
  });

  async function indexSnapshot(snapshotId: string): Promise<PackImages> {
    const { parts } = await snapshots.contentOf(snapshotId);
    const manifests = await Promise.all(parts.map(snapshots.manifestOf));
    const { index, add } = openStaticIndex<StoredImage>();
    for (const manifest of manifests) {
      const all = Array(manifest.entries.length).keys();
      await eachInTurns(all, (at) => add(new IndexedImage(manifest, at)));
    }
    const count = manifests.reduce((sum, { entries }) => sum + entries.length, 0);
    const packed = manifests.reduce((sum, manifest) => sum + manifest.bytes, 0);
    return { snapshotId, index, manifests, bytes: packed + count * IMAGE_BYTES };
  }

  const of = async (area: Area): Promise<AreaImages> => {
    const refs = await areaRefs.of(area, 'static');
    const known = areas.get(area);
    if (known?.refs === refs) return known.images;
    const ids = refs.refs.toSorted((a, b) => a.modifiedAt - b.modifiedAt).map(({ snapshotId }) => snapshotId);
    const packs = await Promise.all(ids.map((id) => indexed.getOrLoad(id, () => indexSnapshot(id))));
    const images: AreaImages = {
      packs: packs.map(({ index }) => index),
      imageOf: (sha256) => findImage(packs, sha256),
    };
    if (ids.every((id) => indexed.get(id) !== undefined)) areas.set(area, { refs, images });
    return images;
  };
  return Object.assign(of, {
    clear() {
      areas.clear();
      indexed.clear();
    },
  });
}
