/**
 * The pictures that the packs of one viewport and driver type deliver, by path. It is a view of their manifests, which stay
 * packed; picture objects are made on demand.
 *
 *   SetPicture, PictureMap
 *   openPictureMap
 */
import type { ManifestEntry, ManifestPicture } from './manifest.ts';
import type { ReadManifest } from './manifests.ts';
import type { PackedEntries } from './packedEntries.ts';

export interface SetPicture {
  readonly path: string;
  /** of the picture's bytes */
  readonly sha256: string;
  readonly size: number;
  readonly at: ManifestEntry['at'];
  readonly picture: ManifestPicture;
  /** the blob of its pack */
  readonly packSha256: string;
  readonly pack: string;
}

export interface PictureMap extends Iterable<SetPicture> {
  readonly isEmpty: boolean;
  get(path: string): SetPicture | undefined;
  /** The packed entries of each pack, in order of upload, to send to threads. */
  readonly packed: readonly PackedEntries[];
}

/** @param manifests in order of upload: if two have the same path, the later one's picture counts */
export function openPictureMap(manifests: readonly ReadManifest[]): PictureMap {
  const packed = manifests.map(({ entries }) => entries);
  const newestFirst = manifests.toReversed();
  const has = (entries: PackedEntries, path: string) => entries.pictureAt(entries.indexOf(path)) !== undefined;

  function pictureAt({ entries, packSha256, pack }: ReadManifest, i: number): SetPicture | undefined {
    const { picture, ...entry } = entries.at(i);
    return picture && { ...entry, picture, packSha256, pack };
  }

  return {
    packed,
    isEmpty: !packed.some((entries) => entries.hasPictures),
    get(path) {
      for (const manifest of newestFirst) {
        const at = manifest.entries.indexOf(path);
        const picture = at < 0 ? undefined : pictureAt(manifest, at);
        if (picture) return picture;
      }
      return undefined;
    },
    *[Symbol.iterator]() {
      for (const [n, manifest] of manifests.entries()) {
        const later = packed.slice(n + 1);
        for (let i = 0; i < manifest.entries.length; i++) {
          const picture = pictureAt(manifest, i);
          if (picture && !later.some((entries) => has(entries, picture.path))) yield picture;
        }
      }
    },
  };
}
