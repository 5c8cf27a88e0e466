/**
 * Paint plans of picture calls, cached by the content and the query: nothing else influences them.
 *
 *   NamedBy, PlannedPicture, PlanPicture
 *   planOf, missingLayers, headerList
 *   openPlans
 */
import { LRUCache } from 'lru-cache';
import { type PaintPlan, paintPlan, picturesOf } from '../../engine/layers.ts';
import type { Resolution } from '../../engine/meta.ts';
import type { ServedSet } from '../catalogue/catalogue.ts';
import type { SetPicture } from '../catalogue/imageSets.ts';
import { badRequest, notFound } from '../platform/http/errors.ts';
import { type PictureQuery, type PictureSpec, specOf } from './pictureSpec.ts';

/** Layers that a caller names must exist. Those that rules name and a redirect's source lacks are left out. */
export type NamedBy = 'caller' | 'rules';

/** A picture ready to be painted, with its headers. */
export interface PlannedPicture {
  readonly layers: PaintPlan<SetPicture>['layers'];
  readonly resolution: Resolution;
  readonly headers: Readonly<Record<string, string>>;
  /** by format and way of scaling; filled as they are computed */
  readonly etags: Map<string, string>;
}

/** enough for a few thousand plans */
const CACHE_BYTES = 8 * 1024 ** 2;
const PLAN_BYTES = 500;
const LAYER_BYTES = 100;

/** Header values are ASCII; layer names may not be. */
export const headerList = (names: readonly string[]): string => names.map((name) => encodeURIComponent(name)).join(',');

export const planOf = (
  set: ServedSet,
  { viewport, driver, resolution, angle }: PictureSpec,
  names: readonly string[],
): PaintPlan<SetPicture> =>
  paintPlan<SetPicture>({
    layers: set.layers[viewport],
    chosen: names,
    angle,
    driver,
    resolution: resolution.name,
    pictures: picturesOf(set.pictures[viewport]),
  });

/** @returns declared layers without a picture, then names that the set does not declare */
export const missingLayers = ({ missing, undeclared }: PaintPlan<SetPicture>): string[] => [...missing, ...undeclared];

/** @throws ApiError 400, 404 */
export type PlanPicture = (
  set: ServedSet,
  query: PictureQuery,
  names: readonly string[],
  namedBy: NamedBy,
) => PlannedPicture;

export function openPlans(): PlanPicture {
  const plans = new LRUCache<string, PlannedPicture>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ layers, headers }, key) =>
      PLAN_BYTES + layers.length * LAYER_BYTES + 2 * (key.length + JSON.stringify(headers).length),
  });

  // A set whose content changed is another object with another number, so outdated plans are never found.
  const numbers = new WeakMap<ServedSet, number>();
  let lastNumber = 0;
  const numberOf = (set: ServedSet): number => {
    const number = numbers.get(set) ?? ++lastNumber;
    numbers.set(set, number);
    return number;
  };

  return (set, query, names, namedBy) => {
    const { viewport, driverType, size, view } = query;
    const key = JSON.stringify([numberOf(set), viewport, driverType, size, view, namedBy, names]);
    const cached = plans.get(key);
    if (cached) return cached;
    const spec = specOf(set, query);
    const plan = planOf(set, spec, names);
    if (plan.undeclared.length > 0 && namedBy === 'caller') {
      const unknown = plan.undeclared.join(', ');
      throw badRequest('unknown-layer', `${set.disId} declares no ${spec.viewport} layer ${unknown}.`);
    }
    if (plan.layers.length === 0) {
      throw notFound('no-picture', `None of the named layers has a picture from the angle ${spec.angle}.`);
    }
    const missing = missingLayers(plan);
    const planned: PlannedPicture = {
      layers: plan.layers,
      resolution: spec.resolution,
      etags: new Map(),
      headers: {
        'x-lacquer-layers': headerList(plan.layers.map((layer) => layer.layer)),
        ...(missing.length > 0 && { 'x-lacquer-missing': headerList(missing) }),
      },
    };
    plans.set(key, planned);
    return planned;
  };
}
