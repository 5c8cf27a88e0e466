/**
 * Image sets as their snapshots hold them: the union of their packs' meta and pictures.
 *
 *   Pictures, ImageSet
 *   mergeMeta
 *   openImageSets     loads sets by snapshot id and caches them up to a number of bytes; the least recently used leave first
 */
import { VERSIONS_BYTES } from '../../engine/completion.ts';
import type { Driver, SetMeta, VersionDeclaration, Viewport } from '../../engine/meta.ts';
import { openSizedCache } from '../platform/sizedCache.ts';
import type { ReadManifest } from './manifests.ts';
import { openPictureMap, type PictureMap } from './pictureMap.ts';
import type { Snapshots } from './snapshots.ts';

/** pictures for both driver types, and pictures for one */
export type Pictures = { readonly [D in 'common' | Driver]: PictureMap };

export type { SetPicture } from './pictureMap.ts';

export interface ImageSet {
  readonly snapshotId: string;
  readonly meta: SetMeta;
  readonly pictures: { readonly [V in Viewport]: Pictures };
  /** of memory, including what is computed from its meta */
  readonly bytes: number;
}

export interface ImageSets {
  /** The meta alone, without reading the image packs' manifests. */
  meta(snapshotId: string): Promise<SetMeta>;
  /** The versions that it declares. They are cached for very many sets. */
  versions(snapshotId: string): Promise<readonly VersionDeclaration[]>;
  load(snapshotId: string): Promise<ImageSet>;
  /** The set if it is in memory; it then counts as used. */
  loaded(snapshotId: string): ImageSet | undefined;
  /** Calls `listener` for every set that leaves the memory from now on. */
  onForgotten(listener: (snapshotId: string) => void): void;
  /** Empties the memory, that of the snapshots too. */
  clear(): void;
}

/** Memory of meta in bytes for each byte of its JSON, compiled and as objects only, measured on rules and features. */
const COMPILED_META_BYTES = 8;
const META_BYTES = 2;
/** What is kept of a version for each byte of the JSON, and of how many beyond those declared. */
const VERSION_SHARE = 0.25;
const OTHER_VERSIONS = 8;
const SET_BYTES = 2000;
const VERSION_BYTES = 200;
/** shares of the memory limit */
const SHARES = { sets: 0.8, metas: 0.1, versions: 0.1 } as const;

/** Later parts win file by file: an uploaded meta file replaces the file of the same name and is not merged with it. */
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

/** @param json bytes of the meta as JSON */
const compiledBytes = (json: number, versions: number): number =>
  json * COMPILED_META_BYTES + Math.min(VERSIONS_BYTES, json * VERSION_SHARE * (versions + OTHER_VERSIONS));

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
      for (const listener of listeners) listener(snapshotId);
    },
  });

  const metaParts = async (snapshotId: string) =>
    (await snapshots.contentOf(snapshotId)).parts.filter((part) => part.kind === 'meta');

  const metaOf = (snapshotId: string) =>
    metas.getOrLoad(snapshotId, async () => {
      const found = await Promise.all((await metaParts(snapshotId)).map(snapshots.manifestOf));
      return {
        meta: mergeMeta(found.map((manifest) => manifest.meta ?? {})),
        bytes: SET_BYTES + META_BYTES * sum(found.map(({ metaBytes }) => metaBytes)),
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
      bytes: compiledBytes(metaBytes / META_BYTES, meta.versions?.length ?? 0) + sum(images.map((one) => one.bytes)),
    };
  }

  return {
    meta: async (snapshotId) => (await metaOf(snapshotId)).meta,
    versions: (snapshotId) =>
      versions.getOrLoad(snapshotId, async () => {
        const declared = await Promise.all((await metaParts(snapshotId)).map(snapshots.versionsOf));
        return declared.findLast((one) => one !== undefined) ?? [];
      }),
    load: (snapshotId) => sets.getOrLoad(snapshotId, () => load(snapshotId)),
    loaded: (snapshotId) => sets.get(snapshotId),
    onForgotten: (listener) => void listeners.push(listener),
    clear() {
      snapshots.clear();
      metas.clear();
      versions.clear();
      sets.clear();
    },
  };
}
