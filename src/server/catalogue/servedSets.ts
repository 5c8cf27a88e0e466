/**
 * Sets as areas serve them, assembled from their snapshots. They are cached by composition and not by the area's generation:
 * a set that did not change stays the same object, with everything that was computed from it, whatever else moves in the area.
 *
 *   ServedSet          one set of an area with its redirects applied
 *   Composition        what it is assembled from
 *   openServedSets
 */
import type { Area, TargetNames } from '../../contract/index.ts';
import type { AssetProfile, LayersMeta, RulesMeta, SetMeta, Viewport } from '../../engine/meta.ts';
import { ContentDamaged } from './damaged.ts';
import type { ImageSet, ImageSets, Pictures } from './imageSets.ts';

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

/** What a set of an area is assembled from. Nothing else influences how it is served. */
export interface Composition {
  readonly targets: TargetNames;
  /** whether a redirect applies */
  readonly redirected: boolean;
  /** disId -> snapshot, of the set and of those that it takes layers or rules from */
  readonly snapshots: ReadonlyMap<string, string>;
  /** the profile of the global configuration, for a set without its own */
  readonly globalProfile: AssetProfile | undefined;
}

/** A text that is equal for equal compositions. */
export const compositionKey = ({ snapshots, ...others }: Composition): string =>
  JSON.stringify([[...snapshots], others]);

/** The profile of a set without any: that of the sets that its layers come from. */
const borrowedProfile = (ofExterior: AssetProfile | undefined, ofInterior: AssetProfile | undefined): AssetProfile => ({
  ...(ofExterior?.exterior && { exterior: ofExterior.exterior }),
  ...(ofInterior?.interior && { interior: ofInterior.interior }),
});

function assemble(
  area: Area,
  disId: string,
  { targets, redirected, globalProfile }: Composition,
  imageOf: (disId: string) => ImageSet,
): ServedSet {
  const { meta } = imageOf(disId);
  const extLayers = imageOf(targets.extLayerSourceDisId);
  const extRules = imageOf(targets.extRulesSourceDisId);
  const intLayers = imageOf(targets.intLayerSourceDisId);
  const intRules = imageOf(targets.intRulesSourceDisId);
  return {
    area,
    disId,
    meta,
    redirected,
    targets,
    profile:
      meta.assetProfile ?? globalProfile ?? borrowedProfile(extLayers.meta.assetProfile, intLayers.meta.assetProfile),
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

/** Not everybody who sees a set may know where it borrows from. */
function hideSource(error: unknown, disId: string): never {
  throw error instanceof ContentDamaged ? error.without(disId) : error;
}

export interface ServedSets {
  /**
   * @param compose is called if the generation of the area has changed since the last call
   * @param state tells apart what the area serves from what it would serve with another content
   */
  of(
    area: Area,
    disId: string,
    generation: number,
    compose: () => Promise<Composition>,
    snapshotId?: string,
  ): Promise<ServedSet>;
  clear(area: Area): void;
}

interface Entry {
  /** the area's generation when the entry was last found to be current */
  generation: number;
  readonly key: string;
  readonly set: ServedSet;
  readonly snapshots: readonly string[];
}

/** A served set is cached as long as its image sets are, so only their size is counted. */
export function openServedSets(imageSets: ImageSets): ServedSets {
  const entries = new Map<string, Entry>();
  /** snapshot -> names of the entries that use it */
  const usersOf = new Map<string, Set<string>>();

  imageSets.onForgotten((snapshotId) => {
    for (const name of usersOf.get(snapshotId) ?? []) entries.delete(name);
    usersOf.delete(snapshotId);
  });

  function keep(name: string, entry: Entry): void {
    entries.set(name, entry);
    for (const snapshot of entry.snapshots) {
      const names = usersOf.get(snapshot) ?? new Set();
      usersOf.set(snapshot, names.add(name));
    }
  }

  /** Whether all image sets are in memory; those that are count as used. */
  const isLoaded = (snapshots: readonly string[]) => snapshots.every((id) => imageSets.loaded(id) !== undefined);

  return {
    async of(area, disId, generation, compose, snapshotId = '') {
      const name = `${area} ${disId} ${snapshotId}`;
      const known = entries.get(name);
      if (known?.generation === generation && isLoaded(known.snapshots)) return known.set;
      const composition = await compose();
      const key = compositionKey(composition);
      const present = entries.get(name);
      if (present?.key === key && isLoaded(present.snapshots)) {
        present.generation = Math.max(present.generation, generation);
        return present.set;
      }
      const images = new Map<string, ImageSet>();
      const load = async ([id, snapshot]: [string, string]) => {
        const image = imageSets.load(snapshot);
        images.set(id, await (id === disId ? image : image.catch((error: unknown) => hideSource(error, disId))));
      };
      await Promise.all([...composition.snapshots].map(load));
      const set = assemble(area, disId, composition, (id) => {
        const image = images.get(id);
        if (!image) throw new Error(`${disId} needs ${id}, which was not loaded`);
        return image;
      });
      const snapshots = [...composition.snapshots.values()];
      if (isLoaded(snapshots)) keep(name, { generation, key, set, snapshots });
      return set;
    },
    clear(area) {
      for (const name of entries.keys()) if (name.startsWith(`${area} `)) entries.delete(name);
    },
  };
}
