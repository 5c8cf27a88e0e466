/**
 * The image sets of an area as callers see them: refs, redirects, profiles and visibility brought together.
 *
 *   ServedSet       one set of an area with its redirects followed
 *   Catalogue       listing and finding sets and versions
 *   openCatalogue
 */

import { LRUCache } from 'lru-cache';
import type { Area, TargetNames } from '../../contract/index.ts';
import { mapVersions, type VersionMapping } from '../../engine/mapping.ts';
import type { AssetProfile, LayersMeta, RulesMeta, SetMeta, Viewport } from '../../engine/meta.ts';
import { redirectOf, targetNames } from '../../engine/redirects.ts';
import { effectiveProfile } from '../../engine/views.ts';
import { generationOf } from '../globalConfigs/areaGeneration.ts';
import type { OpenGlobalConfigs } from '../globalConfigs/globalConfigs.ts';
import type { Database } from '../platform/database/database.ts';
import { conflict } from '../platform/http/errors.ts';
import type { Permissions } from '../serves.ts';
import { ContentDamaged } from './damaged.ts';
import { type Hidden, openHidden } from './hidden.ts';
import type { ImageSet, ImageSets, Pictures } from './imageSets.ts';
import { findRef, listRefs, type Ref } from './refs.ts';
import { openSeen, type SeenCatalogue, type SeenParts, unknownSet } from './seen.ts';

export interface ServedSet {
  readonly area: Area;
  readonly disId: string;
  readonly meta: SetMeta;
  readonly targets: TargetNames;
  /** whether a redirect applies */
  readonly redirected: boolean;
  readonly profile: AssetProfile;
  readonly layers: { readonly [V in Viewport]?: LayersMeta };
  readonly rules: { readonly [V in Viewport]?: RulesMeta };
  readonly pictures: { readonly [V in Viewport]: Pictures };
}

export interface AreaRefs {
  readonly generation: number;
  /** sorted by disId */
  readonly refs: readonly Ref[];
  readonly byId: ReadonlyMap<string, Ref>;
}

export interface Catalogue {
  refs(area: Area): Promise<AreaRefs>;
  /** the catalogue as somebody with these permissions sees it: what calls answer from */
  seenBy(can: Permissions): SeenCatalogue;
  /** the sets of an area that only administrators see, and why */
  hidden(area: Area): Promise<Hidden>;
  /** A set also while it is hidden: for jobs that look after it. @throws ApiError 404, 409 */
  evenHidden(area: Area, disId: string): Promise<ServedSet>;
  /** which set each version of the area belongs to, hidden sets included */
  mapping(area: Area): Promise<VersionMapping>;
  /** Forgets what is kept for an area, with all that was computed from it; never needed for being right. */
  clear(area: Area): void;
}

/** Of a set that no profile says anything of: as the sets have it that its layers come from. */
const borrowedProfile = (ofExterior: AssetProfile | undefined, ofInterior: AssetProfile | undefined): AssetProfile => ({
  ...(ofExterior?.exterior && { exterior: ofExterior.exterior }),
  ...(ofInterior?.interior && { interior: ofInterior.interior }),
});

/** Where a set borrows from is not told to everybody who sees the set. */
function hideSource(error: unknown, disId: string): never {
  throw error instanceof ContentDamaged ? error.without(disId) : error;
}

export function openCatalogue({
  database,
  imageSets,
  globalConfigs,
}: {
  database: Database;
  imageSets: ImageSets;
  globalConfigs: OpenGlobalConfigs;
}): Catalogue {
  const areas = new Map<Area, AreaRefs>();
  const sets = new LRUCache<string, ServedSet>({ max: 1000 });
  const mappings = new LRUCache<string, VersionMapping>({ max: 12 });

  async function refs(area: Area): Promise<AreaRefs> {
    const generation = await generationOf(database.read, area);
    const known = areas.get(area);
    if (known?.generation === generation) return known;
    const list = await listRefs(database, area, 'dis');
    const fresh = { generation, refs: list, byId: new Map(list.map((ref) => [ref.key, ref])) };
    areas.set(area, fresh);
    return fresh;
  }

  async function target(area: Area, from: string, to: string): Promise<ImageSet> {
    const ref = await findRef(database.read, area, 'dis', to);
    if (ref) return imageSets.load(ref.snapshotId).catch((error: unknown) => hideSource(error, from));
    throw conflict('redirect-target-missing', `The redirect of ${from} names ${to}, which ${area} does not have.`);
  }

  async function assemble(area: Area, generation: number, ref: Ref): Promise<ServedSet> {
    const configs = await globalConfigs.of(area, generation);
    const own = await imageSets.load(ref.snapshotId);
    const redirect = redirectOf(ref.key, configs.redirects);
    const at = (disId: string | undefined) =>
      disId === undefined || disId === ref.key ? own : target(area, ref.key, disId);
    const [extLayers, extRules, intLayers, intRules] = await Promise.all([
      at(redirect?.extLayers),
      at(redirect?.extRules),
      at(redirect?.intLayers),
      at(redirect?.intRules),
    ]);
    const profile =
      effectiveProfile(ref.key, own.meta.assetProfile, configs.assetProfiles) ??
      borrowedProfile(extLayers.meta.assetProfile, intLayers.meta.assetProfile);
    return {
      area,
      disId: ref.key,
      meta: own.meta,
      redirected: redirect !== undefined,
      targets: targetNames(ref.key, redirect),
      profile,
      layers: {
        ...(extLayers.meta.layers.exterior && { exterior: extLayers.meta.layers.exterior }),
        ...(intLayers.meta.layers.interior && { interior: intLayers.meta.layers.interior }),
      },
      rules: {
        ...(extRules.meta.rules.exterior && { exterior: extRules.meta.rules.exterior }),
        ...(intRules.meta.rules.interior && { interior: intRules.meta.rules.interior }),
      },
      pictures: { exterior: extLayers.pictures.exterior, interior: intLayers.pictures.interior },
    };
  }

  const mappingOf: SeenParts['mapping'] = async (area, version, without) => {
    const { generation, refs: list } = await refs(area);
    // Where nothing is hidden all see the same.
    const key = `${area} ${generation} ${without.size === 0 ? '' : version}`;
    const known = mappings.get(key);
    if (known) return known;
    const shown = list.filter((ref) => !without.has(ref.key));
    const declared = await Promise.all(
      shown.map(async (ref) => ({ disId: ref.key, versions: (await imageSets.meta(ref.snapshotId)).versions ?? [] })),
    );
    const fresh = mapVersions(declared);
    mappings.set(key, fresh);
    return fresh;
  };

  async function setOf({ generation, byId }: AreaRefs, area: Area, disId: string): Promise<ServedSet> {
    const ref = byId.get(disId);
    if (!ref) throw unknownSet(area, disId);
    const key = `${area} ${generation} ${disId}`;
    const known = sets.get(key);
    if (known) return known;
    const fresh = await assemble(area, generation, ref);
    sets.set(key, fresh);
    return fresh;
  }

  const hidden = openHidden(refs, globalConfigs, database.clock.now);
  const served = async (area: Area, disId: string) => setOf(await refs(area), area, disId);
  const seen: SeenParts = {
    refs,
    hidden,
    served,
    async versionsOf(area, disId) {
      const ref = (await refs(area)).byId.get(disId);
      if (!ref) throw unknownSet(area, disId);
      return (await imageSets.meta(ref.snapshotId)).versions ?? [];
    },
    mapping: mappingOf,
  };

  return {
    refs,
    seenBy: (can) => openSeen(seen, can),
    hidden,
    evenHidden: served,
    mapping: (area) => mappingOf(area, '', new Map()),
    clear(area) {
      areas.delete(area);
      for (const kept of [sets, mappings]) {
        for (const key of [...kept.keys()]) if (key.startsWith(`${area} `)) kept.delete(key);
      }
      imageSets.clear();
    },
  };
}
