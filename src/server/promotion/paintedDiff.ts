/**
 * The car before and after a promotion or roll back, as the target area shows it and would show it: the same version with its
 * standard options. A car is shown to callers who may see every pack that it could be made of.
 *
 *   PaintedStores
 *   readPaintedDiff    what there is to paint. @throws ApiError 400, 404, 409
 *   findPaintedState   the set and the layers of one side. @throws ApiError 400, 404, 409
 */
import { AREA_NAMES, type PaintedDiff, type PaintedState } from '../../contract/index.ts';
import type { Viewport } from '../../engine/meta.ts';
import { standardView } from '../../engine/standardView.ts';
import { WITHHELD } from '../access/packVisibility.ts';
import type { Catalogue, ServedSet } from '../catalogue/catalogue.ts';
import { configurationOf } from '../catalogue/compiled.ts';
import { findRef } from '../catalogue/refs.ts';
import type { Caller } from '../handlers.ts';
import { ApiError, conflict, notFound } from '../platform/http/errors.ts';
import { type StateStores, visibleContent } from './contentStates.ts';
import { type DiffRequest, findNewSnapshot } from './diff.ts';
import { metadataNeedsSet } from './requests.ts';

export interface PaintedStores extends StateStores {
  catalogue: Catalogue;
}

/** A state of the set in the target area; `withheld`: the caller may not see it; a text: why it cannot be served. */
type Side = ServedSet | 'withheld' | { readonly reason: string };

interface Sides {
  /** undefined: the target does not have the set */
  readonly before: Side | undefined;
  readonly after: Side;
}

const isSet = (side: Side | undefined): side is ServedSet =>
  side !== undefined && side !== 'withheld' && 'profile' in side;

/**
 * Sets with new meta files -> the merged set with the pictures that the target keeps, so that the same pair gives the same
 * object.
 */
const merged = new WeakMap<ServedSet, { of: ServedSet; set: ServedSet }>();

/** What the target would serve after a metadata promotion. */
function withPicturesOf(meta: ServedSet, pictures: ServedSet): ServedSet {
  const known = merged.get(meta);
  if (known?.of === pictures) return known.set;
  const set = { ...meta, pictures: pictures.pictures };
  merged.set(meta, { of: pictures, set });
  return set;
}

async function readSide(
  stores: PaintedStores,
  { key, target }: DiffRequest,
  snapshotId: string,
  caller: Caller,
): Promise<Side> {
  try {
    const { set, snapshots } = await stores.catalogue.seenBy(caller.can).wouldServe(target, key, snapshotId);
    for (const [disId, state] of snapshots) {
      const { whole } = await visibleContent(stores, caller, { kind: 'dis', key: disId, snapshotId: state });
      if (!whole) return 'withheld';
    }
    return set;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'redirect-target-missing') return { reason: error.message };
    throw error;
  }
}

async function readSides(stores: PaintedStores, request: DiffRequest, caller: Caller): Promise<Sides> {
  const { key, target, what } = request;
  const fresh = await findNewSnapshot(stores, request);
  const old = (await findRef(stores.database.read, target, 'dis', key))?.snapshotId;
  if (what === 'metadata' && old === undefined) throw conflict('not-in-target', metadataNeedsSet(key, target));
  const before = old === undefined ? undefined : await readSide(stores, request, old, caller);
  const after = await readSide(stores, request, fresh, caller);
  if (what !== 'metadata' || !isSet(after)) return { before, after };
  return { before, after: isSet(before) ? withPicturesOf(after, before) : (before ?? after) };
}

const VIEWPORTS = ['exterior', 'interior'] as const;

/** The first viewport that any of the states has a view of. */
const viewportOf = (sets: readonly ServedSet[]): Viewport =>
  VIEWPORTS.find((viewport) => sets.some(({ profile }) => standardView({ [viewport]: profile[viewport] }, 0))) ??
  'exterior';

const versionsOf = ({ meta }: ServedSet) => (meta.versions ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The first version that both states declare, else the first one of the state. */
function versionOf(set: ServedSet, other: Side | undefined) {
  const versions = versionsOf(set);
  const others = new Set(isSet(other) ? versionsOf(other).map(({ id }) => id) : []);
  return versions.find(({ id }) => others.has(id)) ?? versions[0];
}

const nothing = (reason: string): PaintedState => ({ reason, version: '', label: '', angles: [], resolutions: [] });

function stateOf(side: Side | undefined, other: Side | undefined, viewport: Viewport): PaintedState | null {
  if (side === undefined || side === 'withheld') return null;
  if (!isSet(side)) return nothing(side.reason);
  const version = versionOf(side, other);
  if (!version) return nothing('It declares no version.');
  const { angles = [], resolutions = [] } = side.profile[viewport] ?? {};
  if (!standardView({ [viewport]: side.profile[viewport] }, 0)) {
    return nothing(`No asset profile says from which angles its ${viewport} is seen.`);
  }
  return {
    reason: null,
    version: version.id,
    label: version.label,
    angles: [...angles],
    resolutions: resolutions.map(({ name, width, height, angles: only }) => ({
      ...{ name, width, height },
      ...(only && { angles: [...only] }),
    })),
  };
}

export async function readPaintedDiff(
  stores: PaintedStores,
  request: DiffRequest,
  caller: Caller,
): Promise<PaintedDiff> {
  const { before, after } = await readSides(stores, request, caller);
  const viewport = viewportOf([after, before].filter(isSet));
  return {
    viewport,
    before: stateOf(before, after, viewport),
    after: stateOf(after, before, viewport),
    ...((before === 'withheld' || after === 'withheld') && { withheld: WITHHELD }),
  };
}

export async function findPaintedState(
  stores: PaintedStores,
  { side: wanted, ...request }: DiffRequest & { side: 'before' | 'after' },
  caller: Caller,
): Promise<{ set: ServedSet; viewport: Viewport; layers: readonly string[] }> {
  const sides = await readSides(stores, request, caller);
  const side = sides[wanted];
  const version = isSet(side) && versionOf(side, wanted === 'before' ? sides.after : sides.before);
  if (!isSet(side) || !version) {
    throw notFound('nothing-to-paint', `There is no such picture of ${request.key} in ${AREA_NAMES[request.target]}.`);
  }
  const viewport = viewportOf([sides.after, sides.before].filter(isSet));
  const layers = configurationOf(side).preselectedLayers(viewport, version.id);
  return { set: side, viewport, layers: layers.map(({ layer }) => layer) };
}
