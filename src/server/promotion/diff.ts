/**
 * What a promotion or a roll back would change, from the two snapshots: manifests are compared, no picture is read.
 *
 *   DiffRequest
 *   contentDiff         @throws ApiError 400, 404
 *   snapshotPictures    content hash -> picture, of one state
 */
import type { Area, ContentDiff } from '../../contract/index.ts';
import type { Viewport } from '../../engine/meta.ts';
import { diffSets, type SetState } from '../../engine/setDiff.ts';
import type { ImageSets, SetPicture } from '../catalogue/imageSets.ts';
import { findRef, type RefKind } from '../catalogue/refs.ts';
import type { SnapshotContent, Snapshots } from '../catalogue/snapshots.ts';
import type { Database } from '../platform/database/database.ts';
import { badRequest, notFound } from '../platform/http/errors.ts';
import { entryOf } from './history.ts';

export interface DiffRequest {
  kind: RefKind;
  key: string;
  target: Area;
  source?: Area | undefined;
  entry?: number | undefined;
  what?: 'all' | 'metadata' | undefined;
}
export interface DiffStores {
  database: Database;
  snapshots: Snapshots;
  imageSets: ImageSets;
}

const PICTURES_LISTED = 2000;
const NOTHING: SetState = { meta: { layers: {}, rules: {} }, pictures: new Map() };

type Where = Pick<SetPicture, 'path' | 'sha256' | 'size' | 'at' | 'packSha256'>;

async function ofStaticPack(snapshots: Snapshots, content: SnapshotContent): Promise<Where[]> {
  const manifests = await Promise.all(content.parts.map(snapshots.manifestOf));
  return manifests.flatMap(({ packSha256, entries }) => entries.map((entry) => ({ ...entry, packSha256 })));
}

/** Paths say viewport and driver type too: one path may stand in packs of both. */
async function picturesOf(stores: DiffStores, kind: RefKind, snapshotId: string): Promise<Map<string, Where>> {
  if (kind === 'static') {
    const content = await stores.snapshots.contentOf(snapshotId);
    return new Map((await ofStaticPack(stores.snapshots, content)).map((one) => [one.path, one]));
  }
  const set = await stores.imageSets.load(snapshotId);
  const all = new Map<string, Where>();
  for (const viewport of ['exterior', 'interior'] satisfies Viewport[]) {
    for (const driver of ['common', 'LHD', 'RHD'] as const) {
      const folder = driver === 'common' ? viewport : `${viewport}/${driver}`;
      for (const [path, picture] of set.pictures[viewport][driver]) all.set(`${folder}/${path}`, picture);
    }
  }
  return all;
}

export async function snapshotPictures(
  stores: DiffStores,
  kind: RefKind,
  snapshotId: string,
): Promise<Map<string, Where>> {
  const pictures = await picturesOf(stores, kind, snapshotId);
  return new Map([...pictures.values()].map((one) => [one.sha256, one]));
}

async function stateOf(stores: DiffStores, kind: RefKind, snapshotId: string | undefined): Promise<SetState> {
  if (snapshotId === undefined) return NOTHING;
  const pictures = await picturesOf(stores, kind, snapshotId);
  return {
    meta: kind === 'dis' ? await stores.imageSets.meta(snapshotId) : NOTHING.meta,
    pictures: new Map([...pictures].map(([path, { sha256 }]) => [path, sha256])),
  };
}

export async function contentDiff(stores: DiffStores, request: DiffRequest): Promise<ContentDiff> {
  const { kind, key, source, target, entry, what = 'all' } = request;
  const { database } = stores;
  if ((source === undefined) === (entry === undefined)) {
    throw badRequest('source-or-entry', 'Name either a source area or an entry of the history.');
  }
  const after =
    entry === undefined
      ? (await findRef(database.read, source as Area, kind, key))?.snapshotId
      : await entryOf(database, kind, key, target, entry);
  if (after === undefined) throw notFound('not-in-source', `${source} has no ${key}.`);
  const before = (await findRef(database.read, target, kind, key))?.snapshotId;
  const [old, fresh] = await Promise.all([stateOf(stores, kind, before), stateOf(stores, kind, after)]);
  const { pictures, texts } = diffSets(old, what === 'all' ? fresh : { ...fresh, pictures: old.pictures });
  return {
    before: before ?? null,
    after,
    added: pictures.filter((one) => one.before === undefined).length,
    replaced: pictures.filter((one) => one.before !== undefined && one.after !== undefined).length,
    removed: pictures.filter((one) => one.after === undefined).length,
    pictures: pictures
      .slice(0, PICTURES_LISTED)
      .map((one) => ({ path: one.path, before: one.before ?? null, after: one.after ?? null })),
    texts: texts.map((one) => ({ ...one, before: one.before ?? null, after: one.after ?? null })),
  };
}
