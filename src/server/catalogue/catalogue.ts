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
import type { AssetProfile, LayersMeta, RulesMeta, SetMeta, VersionDeclaration, Viewport } from '../../engine/meta.ts';
import { redirectOf, targetNames } from '../../engine/redirects.ts';
import { effectiveProfile } from '../../engine/views.ts';
import { visibilityOf } from '../../engine/visibility.ts';
import { generationOf } from '../globalConfigs/areaGeneration.ts';
import type { OpenGlobalConfigs } from '../globalConfigs/globalConfigs.ts';
import type { Database } from '../platform/database/database.ts';
import { conflict, notFound } from '../platform/http/errors.ts';
import { ContentDamaged } from './damaged.ts';
import type { ImageSet, ImageSets, Pictures } from './imageSets.ts';
import { findRef, listRefs, type Ref } from './refs.ts';

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
  /** ids that are visible now, sorted; administrators see the hidden ones too */
  visibleIds(area: Area, everything: boolean): Promise<string[]>;
  /** @throws ApiError 404 for an unknown or hidden set, 409 for a redirect to a set that the area lacks */
  served(area: Area, disId: string): Promise<ServedSet>;
  /** As served, also while the set is hidden: for those who look after it. @throws ApiError 404, 409 */
  evenHidden(area: Area, disId: string): Promise<ServedSet>;
  versionsOf(area: Area, disId: string): Promise<readonly VersionDeclaration[]>;
  /** which set each version of the area belongs to, hidden sets included */
  mapping(area: Area): Promise<VersionMapping>;
  /** the set that a version belongs to. @throws ApiError 404 */
  ownerOf(area: Area, version: string): Promise<string>;
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
  const mappings = new LRUCache<string, VersionMapping>({ max: 6 });

  async function refs(area: Area): Promise<AreaRefs> {
    const generation = await generationOf(database.read, area);
    const known = areas.get(area);
    if (known?.generation === generation) return known;
    const list = await listRefs(database, area, 'dis');
    const fresh = { generation, refs: list, byId: new Map(list.map((ref) => [ref.key, ref])) };
    areas.set(area, fresh);
    return fresh;
  }

  const unknownSet = (area: Area, disId: string) =>
    notFound('unknown-set', `There is no image set ${disId} in ${area}. The list of sets shows those that exist.`);

  async function visible(area: Area, disId: string, generation?: number): Promise<boolean> {
    const { visibility } = await globalConfigs.of(area, generation);
    return visibilityOf(disId, area, database.clock.now(), visibility).visible;
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

  async function mappingOf(area: Area): Promise<VersionMapping> {
    const { generation, refs: list } = await refs(area);
    const key = `${area} ${generation}`;
    const known = mappings.get(key);
    if (known) return known;
    const declared = await Promise.all(
      list.map(async (ref) => ({ disId: ref.key, versions: (await imageSets.meta(ref.snapshotId)).versions ?? [] })),
    );
    const fresh = mapVersions(declared);
    mappings.set(key, fresh);
    return fresh;
  }

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

  return {
    refs,
    async visibleIds(area, everything) {
      const { refs: list, generation } = await refs(area);
      if (everything) return list.map((ref) => ref.key);
      const { visibility } = await globalConfigs.of(area, generation);
      const now = database.clock.now();
      return list.map((ref) => ref.key).filter((key) => visibilityOf(key, area, now, visibility).visible);
    },
    async served(area, disId) {
      const now = await refs(area);
      if (!(await visible(area, disId, now.generation))) throw unknownSet(area, disId);
      return setOf(now, area, disId);
    },
    evenHidden: async (area, disId) => setOf(await refs(area), area, disId),
    mapping: mappingOf,
    async versionsOf(area, disId) {
      const ref = (await refs(area)).byId.get(disId);
      if (!ref || !(await visible(area, disId))) throw unknownSet(area, disId);
      return (await imageSets.meta(ref.snapshotId)).versions ?? [];
    },
    async ownerOf(area, version) {
      const owner = (await mappingOf(area)).get(version)?.disId;
      if (owner === undefined || !(await visible(area, owner))) {
        throw notFound('unknown-version', `No image set of ${area} declares the version ${version}.`);
      }
      return owner;
    },
    clear(area) {
      areas.delete(area);
      for (const kept of [sets, mappings]) {
        for (const key of [...kept.keys()]) if (key.startsWith(`${area} `)) kept.delete(key);
      }
      imageSets.clear();
    },
  };
}
