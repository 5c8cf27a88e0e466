/**
 * States of a set or static pack, each identified by its snapshot: its pictures, and what a caller may see of it.
 *
 *   ContentState, StatePicture, VisibleContent, StateStores
 *   readPictures       by path
 *   visibleContent     which pictures and meta files a caller may see
 *   visiblePictures    content hash -> picture
 */
import type { Area } from '../../contract/index.ts';
import type { Viewport } from '../../engine/meta.ts';
import { packVisibilityOf } from '../access/packVisibility.ts';
import type { ImageSets, SetPicture } from '../catalogue/imageSets.ts';
import type { RefKind } from '../catalogue/refs.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import type { Caller } from '../handlers.ts';
import type { Database } from '../schema.ts';

export interface StateStores {
  database: Database;
  snapshots: Snapshots;
  imageSets: ImageSets;
}

export interface ContentState {
  kind: RefKind;
  key: string;
  snapshotId: string;
}

export type StatePicture = Pick<SetPicture, 'path' | 'sha256' | 'size' | 'at' | 'packSha256' | 'pack'>;

async function readStaticPictures(snapshots: Snapshots, snapshotId: string): Promise<Map<string, StatePicture>> {
  const { parts } = await snapshots.contentOf(snapshotId);
  const manifests = await Promise.all(parts.map(snapshots.manifestOf));
  return new Map(
    manifests.flatMap(({ pack, packSha256, entries }) =>
      entries.map((entry) => [entry.path, { ...entry, pack, packSha256 }] as const),
    ),
  );
}

/** Paths of a set begin with viewport and driver type, because packs of different viewports may have the same path. */
export async function readPictures(
  stores: StateStores,
  { kind, snapshotId }: Pick<ContentState, 'kind' | 'snapshotId'>,
): Promise<Map<string, StatePicture>> {
  if (kind === 'static') return readStaticPictures(stores.snapshots, snapshotId);
  const set = await stores.imageSets.load(snapshotId);
  const all = new Map<string, StatePicture>();
  for (const viewport of ['exterior', 'interior'] satisfies Viewport[]) {
    for (const driver of ['common', 'LHD', 'RHD'] as const) {
      const folder = driver === 'common' ? viewport : `${viewport}/${driver}`;
      for (const picture of set.pictures[viewport][driver]) all.set(`${folder}/${picture.path}`, picture);
    }
  }
  return all;
}

export interface VisibleContent {
  picture: (picture: StatePicture) => boolean;
  /** whether the caller may see the meta files of the state: all or none */
  meta: boolean;
  /** whether the caller may see the whole state */
  whole: boolean;
}

export async function visibleContent(
  { database, snapshots }: StateStores,
  caller: Caller,
  { kind, key, snapshotId }: ContentState,
): Promise<VisibleContent> {
  const { parts } = await snapshots.contentOf(snapshotId);
  const manifests = await Promise.all(parts.map(snapshots.manifestOf));
  const packs = manifests.map((one) => ({ kind: one.kind, fileName: one.pack, sha256: one.packSha256 }));
  const rows = await database.read
    .selectFrom('refs')
    .select('area')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('snapshotId', '=', snapshotId)
    .execute();
  const areas = rows.map(({ area }) => area as Area);
  const sees = await packVisibilityOf(database, caller, areas, packs);
  return {
    picture: ({ pack, packSha256 }) => sees({ fileName: pack, sha256: packSha256 }),
    meta: packs.every((pack) => pack.kind !== 'meta' || sees(pack)),
    whole: packs.every(sees),
  };
}

export async function visiblePictures(
  stores: StateStores,
  caller: Caller,
  state: ContentState,
): Promise<Map<string, StatePicture>> {
  const visible = await visibleContent(stores, caller, state);
  const pictures = await readPictures(stores, state);
  return new Map([...pictures.values()].filter(visible.picture).map((one) => [one.sha256, one]));
}
