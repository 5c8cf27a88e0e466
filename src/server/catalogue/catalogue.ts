/**
 * The image sets of an area, with redirects and profiles applied. What each caller may see of them is in callerCatalogue.ts.
 *
 *   Catalogue       listing and finding sets and versions
 *   openCatalogue
 */
import type { Kysely } from 'kysely';
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import type { GlobalConfigs } from '../../engine/globalConfigs.ts';
import { addToMapping, type MappedVersion, type VersionMapping } from '../../engine/mapping.ts';
import type { Permissions } from '../../engine/permissions.ts';
import { redirectOf, targetNames } from '../../engine/redirects.ts';
import { effectiveProfile } from '../../engine/views.ts';
import { generationOf } from '../globalConfigs/areaGeneration.ts';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import { compiledQuery } from '../platform/database/compiled.ts';
import { conflict } from '../platform/http/errors.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { Database, Tables } from '../schema.ts';
import type { AreaRefStore, AreaRefs } from './areaRefs.ts';
import {
  type CallerCatalogue,
  type CallerCatalogueParts,
  openCallerCatalogue,
  type PossibleSet,
  unknownSet,
} from './callerCatalogue.ts';
import { type HiddenSets, openHiddenSets } from './hiddenSets.ts';
import type { ImageSets } from './imageSets.ts';
import type { Ref } from './refs.ts';
import { type Composition, openServedSets, type ServedSet } from './servedSets.ts';

export type { ServedSet } from './servedSets.ts';

export interface Catalogue {
  /** All refs of an area. Read again after anything in the area changed. */
  refs(area: Area): Promise<AreaRefs>;
  /** The catalogue as a caller with these permissions sees it. */
  seenBy(can: Permissions): CallerCatalogue;
  /** The sets of an area that only administrators see, and why. */
  hidden(area: Area): Promise<HiddenSets>;
  /** A set even if it is hidden, for jobs. @throws ApiError 404, 409 */
  servedIncludingHidden(area: Area, disId: string): Promise<ServedSet>;
  /** The same without loading the set. @throws ApiError 404, 409 */
  compositionOf(area: Area, disId: string): Promise<Composition>;
  /** Which set each version of the area belongs to, including hidden sets. */
  mapping(area: Area): Promise<VersionMapping>;
  /** Empties the cache for an area. Only a precaution: answers are never out of date. */
  clear(area: Area): void;
}

/** manifests that are read at once to find the versions of sets */
const CONCURRENT_MANIFESTS = 4;

const refAt = compiledQuery((db: Kysely<Tables>, given) =>
  db
    .selectFrom('refs')
    .select('snapshotId')
    .where('area', '=', given<Area>(0))
    .where('kind', '=', 'dis')
    .where('key', '=', given<string>(1)),
);

export function openCatalogue({
  database,
  imageSets,
  globalConfigs,
  areaRefs,
}: {
  database: Database;
  areaRefs: AreaRefStore;
  imageSets: ImageSets;
  globalConfigs: GlobalConfigStore;
}): Catalogue {
  /** by the refs of an area: the mapping of all sets, and that of the visible ones */
  const mappings = new WeakMap<AreaRefs, Map<string, Promise<VersionMapping>>>();
  const sets = openServedSets(imageSets);

  const refs = (area: Area) => areaRefs.of(area, 'dis');

  const snapshotOf = async (area: Area, disId: string): Promise<string | undefined> =>
    (await refAt(database.read, area, disId))[0]?.snapshotId;

  /** @param state the set's snapshot; absent: that of the area */
  async function compose(area: Area, disId: string, configs: GlobalConfigs, snapshotId?: string): Promise<Composition> {
    const own = snapshotId ?? (await snapshotOf(area, disId));
    if (own === undefined) throw unknownSet(area, disId);
    const redirect = redirectOf(disId, configs.redirects);
    const targets = targetNames(disId, redirect);
    const snapshots = new Map([[disId, own]]);
    for (const source of Object.values(targets)) {
      if (snapshots.has(source)) continue;
      const snapshot = await snapshotOf(area, source);
      if (snapshot === undefined) {
        throw conflict(
          'redirect-target-missing',
          `The redirect of ${disId} names ${source}, which ${AREA_NAMES[area]} does not have.`,
        );
      }
      snapshots.set(source, snapshot);
    }
    const globalProfile = effectiveProfile(disId, undefined, configs.assetProfiles);
    return { targets, redirected: redirect !== undefined, snapshots, globalProfile };
  }

  async function served(area: Area, disId: string, known?: number): Promise<ServedSet> {
    const generation = known ?? (await generationOf(database.read, area));
    return sets.of(area, disId, generation, async () => compose(area, disId, await globalConfigs.of(area, generation)));
  }

  async function wouldServe(area: Area, disId: string, snapshotId: string): Promise<PossibleSet> {
    const generation = await generationOf(database.read, area);
    const composition = await compose(area, disId, await globalConfigs.of(area, generation), snapshotId);
    const set = await sets.of(area, disId, generation, async () => composition, snapshotId);
    return { set, snapshots: composition.snapshots };
  }

  async function declaredBy(list: readonly Ref[], without: ReadonlyMap<string, unknown>): Promise<VersionMapping> {
    const mapping = new Map<string, MappedVersion>();
    await eachInTurns(
      list,
      async ({ key, snapshotId }) => {
        if (without.has(key)) return;
        addToMapping(mapping, { disId: key, versions: await imageSets.versions(snapshotId) });
      },
      { concurrency: CONCURRENT_MANIFESTS },
    );
    return mapping;
  }

  const mappingOf: CallerCatalogueParts['mapping'] = async (area, version, without) => {
    const all = await refs(area);
    // If nothing is hidden, all callers see the same mapping.
    const key = without.size === 0 ? '' : version;
    const known = mappings.get(all);
    const before = known?.get(key);
    if (before) return before;
    const fresh = declaredBy(all.refs, without);
    const mappingsByKey = new Map([...(known ?? [])].filter(([other]) => other === ''));
    mappings.set(all, mappingsByKey.set(key, fresh));
    // Callers get the error; the next one loads again.
    fresh.catch(() => mappingsByKey.delete(key));
    return fresh;
  };

  const hidden = openHiddenSets({
    refs,
    globalConfigs,
    generation: (area) => generationOf(database.read, area),
    now: () => database.clock.now(),
  });
  const seen: CallerCatalogueParts = {
    refs,
    has: async (area, disId) => (await snapshotOf(area, disId)) !== undefined,
    hidden,
    served,
    wouldServe,
    async versionsOf(area, disId) {
      const snapshot = await snapshotOf(area, disId);
      if (snapshot === undefined) throw unknownSet(area, disId);
      return imageSets.versions(snapshot);
    },
    mapping: mappingOf,
  };

  return {
    refs,
    seenBy: (can) => openCallerCatalogue(seen, can),
    hidden,
    servedIncludingHidden: (area, disId) => served(area, disId),
    compositionOf: async (area, disId) => compose(area, disId, await globalConfigs.of(area)),
    mapping: (area) => mappingOf(area, '', new Map()),
    clear(area) {
      areaRefs.clear(area);
      sets.clear(area);
      imageSets.clear();
    },
  };
}
