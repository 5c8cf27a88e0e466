/**
 * What a promotion or a roll back would change, from the two snapshots: manifests are compared, no picture is read.
 *
 *   DiffRequest
 *   contentDiff         @throws ApiError 400, 404, 409
 *   metadataNeedsSet    why metadata alone is not promoted, as a sentence
 *   snapshotPictures    content hash -> picture, of what the caller may see of one state
 */
import { AREA_NAMES, type Area, type ContentDiff } from '../../contract/index.ts';
import type { Viewport } from '../../engine/meta.ts';
import { diffSets, type SetState } from '../../engine/setDiff.ts';
import { sightOf, WITHHELD } from '../access/sight.ts';
import type { ImageSets, SetPicture } from '../catalogue/imageSets.ts';
import { findRef, type RefKind } from '../catalogue/refs.ts';
import type { SnapshotContent, Snapshots } from '../catalogue/snapshots.ts';
import type { Caller } from '../handlers.ts';
import { badRequest, conflict, notFound } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import { entryOf, unknownEntry } from './history.ts';

export interface DiffRequest {
  kind: RefKind;
  key: string;
  target: Area;
  source?: Area | undefined;
  entry?: number | undefined;
  what?: 'all' | 'metadata' | undefined;
  /** false: the caller must not learn that there is such a set */
  known: boolean;
}
export interface DiffStores {
  database: Database;
  snapshots: Snapshots;
  imageSets: ImageSets;
}

const PICTURES_LISTED = 2000;
const NOTHING: SetState = { meta: { layers: {}, rules: {} }, pictures: new Map() };

type Where = Pick<SetPicture, 'path' | 'sha256' | 'size' | 'at' | 'packSha256' | 'pack'>;

async function ofStaticPack(snapshots: Snapshots, content: SnapshotContent): Promise<Where[]> {
  const manifests = await Promise.all(content.parts.map(snapshots.manifestOf));
  return manifests.flatMap(({ pack, packSha256, entries }) => entries.map((entry) => ({ ...entry, pack, packSha256 })));
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
      for (const picture of set.pictures[viewport][driver]) all.set(`${folder}/${picture.path}`, picture);
    }
  }
  return all;
}

interface State {
  kind: RefKind;
  key: string;
  snapshotId: string;
}

interface StateSight {
  picture: (picture: Where) => boolean;
  /** all meta files of the state */
  meta: boolean;
}

/** What of a state the caller may see. */
async function sightOfState(stores: DiffStores, caller: Caller, { kind, key, snapshotId }: State): Promise<StateSight> {
  const { parts } = await stores.snapshots.contentOf(snapshotId);
  const manifests = await Promise.all(parts.map(stores.snapshots.manifestOf));
  const packs = manifests.map((one) => ({ kind: one.kind, fileName: one.pack, sha256: one.packSha256 }));
  const shown = await stores.database.read
    .selectFrom('refs')
    .select('area')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('snapshotId', '=', snapshotId)
    .execute();
  const areas = shown.map(({ area }) => area as Area);
  const sees = await sightOf(stores.database, caller, areas, packs);
  return {
    picture: ({ pack, packSha256 }) => sees({ fileName: pack, sha256: packSha256 }),
    meta: packs.every((pack) => pack.kind !== 'meta' || sees(pack)),
  };
}

export async function snapshotPictures(stores: DiffStores, state: State, caller: Caller): Promise<Map<string, Where>> {
  const sees = await sightOfState(stores, caller, state);
  const pictures = await picturesOf(stores, state.kind, state.snapshotId);
  return new Map([...pictures.values()].filter(sees.picture).map((one) => [one.sha256, one]));
}

interface Side {
  state: SetState;
  pictures: ReadonlyMap<string, Where>;
  sees: StateSight;
}

async function sideOf(
  stores: DiffStores,
  { kind, key }: DiffRequest,
  snapshotId: string | undefined,
  caller: Caller,
): Promise<Side> {
  if (snapshotId === undefined) {
    return { state: NOTHING, pictures: new Map(), sees: { picture: () => true, meta: true } };
  }
  const pictures = await picturesOf(stores, kind, snapshotId);
  const state = {
    meta: kind === 'dis' ? await stores.imageSets.meta(snapshotId) : NOTHING.meta,
    pictures: new Map([...pictures].map(([path, { sha256 }]) => [path, sha256])),
  };
  return { state, pictures, sees: await sightOfState(stores, caller, { kind, key, snapshotId }) };
}

/** Meta files alone would make a set without pictures. */
export const metadataNeedsSet = (key: string, target: Area): string =>
  `${key} is not in ${AREA_NAMES[target]}. Promote all of it first.`;

/** Counts of the whole change, and of its content what the caller may see. */
export async function contentDiff(stores: DiffStores, request: DiffRequest, caller: Caller): Promise<ContentDiff> {
  const { kind, key, source, target, entry, what = 'all', known } = request;
  const { database } = stores;
  if ((source === undefined) === (entry === undefined)) {
    throw badRequest('source-or-entry', 'Name either a source area or an entry of the history.');
  }
  if (!known && entry !== undefined) throw unknownEntry(key, target, entry);
  const after =
    entry === undefined
      ? known
        ? (await findRef(database.read, source as Area, kind, key))?.snapshotId
        : undefined
      : (await entryOf(database, kind, key, target, entry)).snapshot;
  if (after === undefined) throw notFound('not-in-source', `${AREA_NAMES[source as Area]} has no ${key}.`);
  const before = (await findRef(database.read, target, kind, key))?.snapshotId;
  if (what === 'metadata' && before === undefined) throw conflict('not-in-target', metadataNeedsSet(key, target));
  const [old, fresh] = await Promise.all([
    sideOf(stores, request, before, caller),
    sideOf(stores, request, after, caller),
  ]);
  const { pictures, texts } = diffSets(
    old.state,
    what === 'all' ? fresh.state : { ...fresh.state, pictures: old.state.pictures },
  );
  const seen = (side: Side, path: string): boolean => {
    const picture = side.pictures.get(path);
    return picture === undefined || side.sees.picture(picture);
  };
  const seenPictures = pictures.filter(({ path }) => seen(old, path) && seen(fresh, path));
  const seenTexts = old.sees.meta && fresh.sees.meta ? texts : [];
  const whole = seenPictures.length === pictures.length && seenTexts.length === texts.length;
  return {
    before: before ?? null,
    after,
    added: pictures.filter((one) => one.before === null).length,
    replaced: pictures.filter((one) => one.before !== null && one.after !== null).length,
    removed: pictures.filter((one) => one.after === null).length,
    textsChanged: texts.length,
    pictures: seenPictures.slice(0, PICTURES_LISTED),
    texts: [...seenTexts],
    ...(!whole && { withheld: WITHHELD }),
  };
}
