/**
 * The static pictures of each area, from what its refs point to. What a ref points to never changes and is indexed once, for
 * all areas: when a ref moves only a snapshot that no area had before is read, and a promotion reads nothing. Indexes stay in
 * memory by least use, up to a number of bytes; a picture in one is a place in a packed manifest.
 *
 *   StoredImage, AreaImages
 *   openStaticIndexes
 */
import type { Area } from '../../contract/index.ts';
import { openStaticIndex, type StaticIndex } from '../../engine/staticImages.ts';
import type { AreaRefs, OpenAreaRefs } from '../catalogue/areaRefs.ts';
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
  /** Forgets the indexes; never needed for being right. */
  clear(area: Area): void;
}

/** An image in an index, beside its manifest: path, places in folders and names. Measured. */
const IMAGE_BYTES = 350;

/** What is known of it is read from the manifest when somebody asks. */
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
  /** the one that counts most last */
  readonly manifests: readonly ReadManifest[];
  readonly bytes: number;
}

const has = ({ manifests }: PackImages, path: string): boolean =>
  manifests.some(({ entries }) => entries.indexOf(path) >= 0);

/** An image of this content that no later one of its path replaces. */
function imageOf(packs: readonly PackImages[], sha256: string): StoredImage | undefined {
  for (const [i, pack] of packs.entries()) {
    for (const [place, manifest] of pack.manifests.entries()) {
      for (const at of manifest.entries.indicesOf(sha256)) {
        const path = manifest.entries.pathAt(at);
        const replaced =
          manifest.entries.indexOf(path) !== at ||
          pack.manifests.slice(place + 1).some(({ entries }) => entries.indexOf(path) >= 0) ||
          packs.slice(i + 1).some((later) => has(later, path));
        if (!replaced) return new IndexedImage(manifest, at);
      }
    }
  }
  return undefined;
}

/** @param options.bytes of memory that indexes may take */
export function openStaticIndexes({
  areaRefs,
  snapshots,
  bytes,
}: {
  areaRefs: OpenAreaRefs;
  snapshots: Snapshots;
  bytes: number;
}): StaticIndexes {
  /** of an area, as long as all of its indexes are kept */
  const areas = new Map<Area, { refs: AreaRefs; images: AreaImages }>();
  const indexed = openSizedCache<PackImages>({
    bytes,
    sizeOf: (pack) => pack.bytes,
    dropped: () => areas.clear(),
  });

  async function read(snapshotId: string): Promise<PackImages> {
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
    const packs = await Promise.all(ids.map((id) => indexed.of(id, () => read(id))));
    const images: AreaImages = {
      packs: packs.map(({ index }) => index),
      imageOf: (sha256) => imageOf(packs, sha256),
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
