/**
 * The paint plan: which pictures make the picture of a car from one angle, bottom first.
 *
 *   PictureLookup, picturesOf    the pictures that image packs deliver for a viewport
 *   paintPlan                    layers, names, angle, driver type, resolution -> PaintPlan
 */
import type { Driver, Layer, LayersMeta } from './meta.ts';

/**
 * The picture at a path of a viewport (`<angle>/<layer>.png`, `<resolution>/<angle>/<layer>.png`): of the packs of one
 * driver type, or of the packs without one (`common`). T is what the caller knows of a picture.
 */
export type PictureLookup<T> = (from: Driver | 'common', path: string) => T | undefined;

export interface PlannedLayer<T> {
  readonly layer: string;
  readonly path: string;
  readonly picture: T;
  /** true: a master to scale to the resolution; false: made by hand for it, or no resolution was asked for */
  readonly scaled: boolean;
}

export interface PaintPlan<T> {
  /** bottom first */
  readonly layers: readonly PlannedLayer<T>[];
  /** declared for this angle and driver type, but without a picture; in painting order */
  readonly missing: readonly string[];
  /** names that the set does not declare, sorted */
  readonly undeclared: readonly string[];
}

export interface PaintRequest<T> {
  readonly layers: LayersMeta | undefined;
  /** names in any order; a name given twice counts once */
  readonly chosen: Iterable<string>;
  readonly angle: string;
  readonly driver: Driver;
  /** absent: masters in their own size */
  readonly resolution?: string;
  readonly pictures: PictureLookup<T>;
}

/** Looks pictures up in three maps by path. */
export function picturesOf<T>(
  maps: {
    readonly [K in Driver | 'common']?: { get(path: string): T | undefined };
  },
): PictureLookup<T> {
  return (from, path) => maps[from]?.get(path);
}

/**
 * Plans a picture. Layers are sorted by their `z` for the angle (its `<order>`, else `z`), then by their position in the
 * file; the order of the names does not matter. A layer limited to other angles or driver types is neither painted nor
 * missing. All named layers are painted, even two of one family: the caller chooses one of each.
 *
 * The picture of a layer is the first that exists of: the driver type's own for the resolution, the driver type's own master,
 * the common one for the resolution, the common master. The driver type precedes the resolution because a driver-specific
 * picture shows something else; a hand-made one only shows the same thing better.
 */
export function paintPlan<T>(request: PaintRequest<T>): PaintPlan<T> {
  const { angle, driver } = request;
  const names = new Set(request.chosen);
  const placed: { layer: Layer; z: number }[] = [];
  for (const family of request.layers?.families ?? []) {
    for (const layer of family.layers) {
      if (!names.delete(layer.name)) continue;
      if (isPaintedFor(layer, angle, driver)) placed.push({ layer, z: depth(layer, angle) });
    }
  }
  placed.sort((a, b) => a.z - b.z);
  const layers: PlannedLayer<T>[] = [];
  const missing: string[] = [];
  for (const { layer } of placed) {
    const planned = pictureOf(layer.name, request);
    if (planned) layers.push(planned);
    else missing.push(layer.name);
  }
  return { layers, missing, undeclared: [...names].sort() };
}

/** False for a layer whose `angles` or `drivers` leave this angle or driver type out. */
export function isPaintedFor(layer: Layer, angle: string, driver: Driver): boolean {
  return (layer.angles?.includes(angle) ?? true) && (layer.drivers?.includes(driver) ?? true);
}

function depth({ order, z }: Layer, angle: string): number {
  return order && Object.hasOwn(order, angle) ? (order[angle] as number) : z;
}

function pictureOf<T>(
  layer: string,
  { angle, driver, resolution, pictures }: PaintRequest<T>,
): PlannedLayer<T> | undefined {
  const master = `${angle}/${layer}.png`;
  for (const from of [driver, 'common'] as const) {
    if (resolution !== undefined) {
      const path = `${resolution}/${master}`;
      const picture = pictures(from, path);
      if (picture !== undefined) return { layer, path, picture, scaled: false };
    }
    const picture = pictures(from, master);
    if (picture !== undefined) return { layer, path: master, picture, scaled: resolution !== undefined };
  }
  return undefined;
}
