/**
 * An image set as its snapshot holds it: the union of its packs' meta and pictures.
 *
 *   Pictures, ImageSet
 *   mergeMeta
 *   openImageSets     loads sets by snapshot id; loaded ones stay in memory by least use, up to a number of bytes
 */
import type { Driver, SetMeta, VersionDeclaration, Viewport } from '../../engine/meta.ts';
import { openSizedCache } from '../platform/sizedCache.ts';
import type { ReadManifest } from './manifests.ts';
import { openPictureMap, type PictureMap } from './pictureMap.ts';
import type { Snapshots } from './snapshots.ts';

/** those for both driver types, and those of one */
export type Pictures = { readonly [D in 'common' | Driver]: PictureMap };

export type { SetPicture } from './pictureMap.ts';

export interface ImageSet {
  readonly snapshotId: string;
  readonly meta: SetMeta;
  readonly pictures: { readonly [V in Viewport]: Pictures };
  /** of memory, with what is computed from its meta */
  readonly bytes: number;
}

export interface ImageSets {
  /** the meta alone: does not read the image packs' manifests */
  meta(snapshotId: string): Promise<SetMeta>;
  /** The versions that it declares: they stay in memory for very many sets. */
  versions(snapshotId: string): Promise<readonly VersionDeclaration[]>;
  load(snapshotId: string): Promise<ImageSet>;
  /** The same if it is in memory: it counts as used. */
  loaded(snapshotId: string): ImageSet | undefined;
  /** Calls `forget` for every set that leaves the memory from now on. */
  onForgotten(forget: (snapshotId: string) => void): void;
  /** Forgets what is loaded, the snapshots' manifests too. */
  clear(): void;
}

/** The meta as objects, and compiled: so many times the bytes of its JSON, measured on rules and features. */
const META = 8;
const META_ALONE = 2;
const SET_BYTES = 2000;
const VERSION_BYTES = 200;
/** parts of what may be kept */
const SHARES = { sets: 0.8, metas: 0.1, versions: 0.1 } as const;

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

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** @param options.bytes of memory that sets may take */
export function openImageSets(snapshots: Snapshots, { bytes }: { bytes: number }): ImageSets {
  const listeners: ((snapshotId: string) => void)[] = [];
  const metas = openSizedCache<{ meta: SetMeta; bytes: number }>({
    bytes: bytes * SHARES.metas,
    sizeOf: (one) => one.bytes,
  });
  const versions = openSizedCache<readonly VersionDeclaration[]>({
    bytes: bytes * SHARES.versions,
    sizeOf: (list) => (list.length + 1) * VERSION_BYTES,
  });
  const sets = openSizedCache<ImageSet>({
    bytes: bytes * SHARES.sets,
    sizeOf: (set) => set.bytes,
    dropped: ({ snapshotId }) => {
      for (const forget of listeners) forget(snapshotId);
    },
  });

  const metaParts = async (snapshotId: string) =>
    (await snapshots.contentOf(snapshotId)).parts.filter((part) => part.kind === 'meta');

  const metaOf = (snapshotId: string) =>
    metas.of(snapshotId, async () => {
      const found = await Promise.all((await metaParts(snapshotId)).map(snapshots.manifestOf));
      return {
        meta: mergeMeta(found.map((manifest) => manifest.meta ?? {})),
        bytes: SET_BYTES + META_ALONE * sum(found.map(({ metaBytes }) => metaBytes)),
      };
    });

  async function load(snapshotId: string): Promise<ImageSet> {
    const { parts } = await snapshots.contentOf(snapshotId);
    const [{ meta, bytes: metaBytes }, images] = await Promise.all([
      metaOf(snapshotId),
      Promise.all(parts.filter((part) => part.kind === 'image').map(snapshots.manifestOf)),
    ]);
    const of = (viewport: Viewport, driver?: Driver): PictureMap =>
      openPictureMap(images.filter((one: ReadManifest) => one.viewport === viewport && one.driver === driver));
    const picturesOf = (viewport: Viewport): Pictures => ({
      common: of(viewport),
      LHD: of(viewport, 'LHD'),
      RHD: of(viewport, 'RHD'),
    });
    return {
      snapshotId,
      meta,
      pictures: { exterior: picturesOf('exterior'), interior: picturesOf('interior') },
      bytes: (metaBytes * META) / META_ALONE + sum(images.map((one) => one.bytes)),
    };
  }

  return {
    meta: async (snapshotId) => (await metaOf(snapshotId)).meta,
    versions: (snapshotId) =>
      versions.of(snapshotId, async () => {
        const declared = await Promise.all((await metaParts(snapshotId)).map(snapshots.versionsOf));
        return declared.findLast((one) => one !== undefined) ?? [];
      }),
    load: (snapshotId) => sets.of(snapshotId, () => load(snapshotId)),
    loaded: (snapshotId) => sets.get(snapshotId),
    onForgotten: (forget) => void listeners.push(forget),
    clear() {
      snapshots.clear();
      metas.clear();
      versions.clear();
      sets.clear();
    },
  };
}
