/**
 * What a promotion or roll back would change: compares two snapshots by their manifests, without reading pictures.
 *
 *   DiffRequest, findNewSnapshot
 *   diffContent    @throws ApiError 400, 404, 409
 */
import { AREA_NAMES, type Area, type ContentDiff } from '../../contract/index.ts';
import { diffSets, type SetState } from '../../engine/setDiff.ts';
import { WITHHELD } from '../access/packVisibility.ts';
import { findRef, type RefKind } from '../catalogue/refs.ts';
import type { Caller } from '../handlers.ts';
import { badRequest, conflict, notFound } from '../platform/http/errors.ts';
import {
  readPictures,
  type StatePicture,
  type StateStores,
  type VisibleContent,
  visibleContent,
} from './contentStates.ts';
import { findRestorableEntry, unknownEntry } from './history.ts';
import { metadataNeedsSet } from './requests.ts';

export interface DiffRequest {
  kind: RefKind;
  key: string;
  target: Area;
  source?: Area | undefined;
  entry?: number | undefined;
  what?: 'all' | 'metadata' | undefined;
  /** what an entry is compared with; absent: the target's current content */
  against?: 'now' | 'before' | undefined;
  /** most pictures, and most texts, that are listed; absent: 2,000 pictures and all texts */
  limit?: number | undefined;
  /** false: answer as if the set did not exist, because it is hidden from the caller */
  known: boolean;
}

const MAX_PICTURES = 2000;
const EMPTY: SetState = { meta: { layers: {}, rules: {} }, pictures: new Map() };

interface Side {
  state: SetState;
  pictures: ReadonlyMap<string, StatePicture>;
  visible: VisibleContent;
}

async function readSide(
  stores: StateStores,
  { kind, key }: DiffRequest,
  snapshotId: string | undefined,
  caller: Caller,
): Promise<Side> {
  if (snapshotId === undefined) {
    return { state: EMPTY, pictures: new Map(), visible: { picture: () => true, meta: true, whole: true } };
  }
  const pictures = await readPictures(stores, { kind, snapshotId });
  const state = {
    meta: kind === 'dis' ? await stores.imageSets.meta(snapshotId) : EMPTY.meta,
    pictures: new Map([...pictures].map(([path, { sha256 }]) => [path, sha256])),
  };
  return { state, pictures, visible: await visibleContent(stores, caller, { kind, key, snapshotId }) };
}

/** @returns the snapshot that the target would get. @throws ApiError 400, 404, 409 */
export async function findNewSnapshot({ database }: StateStores, request: DiffRequest): Promise<string> {
  const { kind, key, source, target, entry, known } = request;
  if (entry !== undefined && source === undefined) {
    if (!known) throw unknownEntry(key, target, entry);
    return (await findRestorableEntry(database, kind, key, target, entry)).snapshot;
  }
  if (source !== undefined && entry === undefined) {
    const ref = known ? await findRef(database.read, source, kind, key) : undefined;
    if (ref) return ref.snapshotId;
    throw notFound('not-in-source', `${AREA_NAMES[source]} has no ${key}.`);
  }
  throw badRequest('source-or-entry', 'Name either a source area or an entry of the history.');
}

/** @returns the snapshot that the new one is compared with. @throws ApiError 400, 404, 409 */
async function findOldSnapshot({ database }: StateStores, request: DiffRequest): Promise<string | undefined> {
  const { kind, key, target, entry, against = 'now' } = request;
  if (against === 'now') return (await findRef(database.read, target, kind, key))?.snapshotId;
  if (entry === undefined) throw badRequest('before-what', 'Only an entry of the history has a state before it.');
  const { before } = await findRestorableEntry(database, kind, key, target, entry);
  if (before === null) return undefined;
  const row = await database.read.selectFrom('snapshots').select('id').where('id', '=', before).executeTakeFirst();
  if (!row)
    throw conflict('content-gone', `What ${AREA_NAMES[target]} showed before entry ${entry} is no longer stored.`);
  return before;
}

/** The counts cover the whole change; only pictures and texts that the caller may see are listed. */
export async function diffContent(stores: StateStores, request: DiffRequest, caller: Caller): Promise<ContentDiff> {
  const { key, target, what = 'all', limit } = request;
  const after = await findNewSnapshot(stores, request);
  const before = await findOldSnapshot(stores, request);
  if (what === 'metadata' && before === undefined) throw conflict('not-in-target', metadataNeedsSet(key, target));
  const [old, fresh] = await Promise.all([
    readSide(stores, request, before, caller),
    readSide(stores, request, after, caller),
  ]);
  const { pictures, texts } = diffSets(
    old.state,
    what === 'all' ? fresh.state : { ...fresh.state, pictures: old.state.pictures },
  );
  const isVisible = (side: Side, path: string): boolean => {
    const picture = side.pictures.get(path);
    return picture === undefined || side.visible.picture(picture);
  };
  const visiblePictures = pictures.filter(({ path }) => isVisible(old, path) && isVisible(fresh, path));
  const visibleTexts = old.visible.meta && fresh.visible.meta ? texts : [];
  const isComplete = visiblePictures.length === pictures.length && visibleTexts.length === texts.length;
  return {
    before: before ?? null,
    after,
    added: pictures.filter((one) => one.before === null).length,
    replaced: pictures.filter((one) => one.before !== null && one.after !== null).length,
    removed: pictures.filter((one) => one.after === null).length,
    textsChanged: texts.length,
    pictures: visiblePictures.slice(0, limit ?? MAX_PICTURES),
    texts: visibleTexts.slice(0, limit),
    ...(!isComplete && { withheld: WITHHELD }),
  };
}
