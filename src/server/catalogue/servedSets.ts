/**
 * Sets as areas serve them, put together of what they are made of. They are kept by that, and not by the area's generation:
 * a set that did not change stays the same object whatever else moves in the area, with all that was computed from it.
 *
 *   ServedSet          one set of an area with its redirects followed
 *   Composition        what it is made of
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

/** What a set of an area is made of: nothing else has a say in how it is served. */
export interface Composition {
  readonly targets: TargetNames;
  /** whether a redirect applies */
  readonly redirected: boolean;
  /** disId -> snapshot: of the set, and of those that it takes layers or rules from */
  readonly snapshots: ReadonlyMap<string, string>;
  /** of the global configuration, for a set without a profile of its own */
  readonly globalProfile: AssetProfile | undefined;
}

/** Equal for equal compositions. */
export const compositionKey = ({ snapshots, ...others }: Composition): string =>
  JSON.stringify([[...snapshots], others]);

/** Of a set that no profile says anything of: as the sets have it that its layers come from. */
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

/** Where a set borrows from is not told to everybody who sees the set. */
function hideSource(error: unknown, disId: string): never {
  throw error instanceof ContentDamaged ? error.without(disId) : error;
}

export interface ServedSets {
  /** @param compose says what the set is made of; asked when the area moved on since the last time */
  of(area: Area, disId: string, generation: number, compose: () => Promise<Composition>): Promise<ServedSet>;
  clear(area: Area): void;
}

interface Entry {
  /** of the area, when it was last seen to be so */
  generation: number;
  readonly key: string;
  readonly set: ServedSet;
  readonly snapshots: readonly string[];
}

/** A set is kept as long as the image sets are that it is made of, so their size is all that needs counting. */
export function openServedSets(imageSets: ImageSets): ServedSets {
  const entries = new Map<string, Entry>();
  const madeOf = new Map<string, Set<string>>();

  imageSets.onForgotten((snapshotId) => {
    for (const name of madeOf.get(snapshotId) ?? []) entries.delete(name);
    madeOf.delete(snapshotId);
  });

  function keep(name: string, entry: Entry): void {
    entries.set(name, entry);
    for (const snapshot of entry.snapshots) {
      const names = madeOf.get(snapshot) ?? new Set();
      madeOf.set(snapshot, names.add(name));
    }
  }

  /** False when one of its image sets is not in memory; the others count as used. */
  const isLoaded = (snapshots: readonly string[]) => snapshots.every((id) => imageSets.loaded(id) !== undefined);

  return {
    async of(area, disId, generation, compose) {
      const name = `${area} ${disId}`;
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
        if (!image) throw new Error(`${disId} takes something from ${id}, which was not loaded`);
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
