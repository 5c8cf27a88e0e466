/**
 * Which sets of an area are hidden now (visibility_configuration). Kept until the area changes or the next date comes, so
 * that asking costs nothing.
 *
 *   Hidden, openHidden
 */
import type { Area } from '../../contract/index.ts';
import { type Visibility, visibilityOf } from '../../engine/visibility.ts';
import type { OpenGlobalConfigs } from '../globalConfigs/globalConfigs.ts';
import type { AreaRefs } from './catalogue.ts';

export type HiddenSet = Extract<Visibility, { visible: false }>;

export interface Hidden {
  /** grows when another set is hidden or shown; for what is kept by it */
  readonly version: string;
  /** why each hidden set of the area is hidden */
  readonly sets: ReadonlyMap<string, HiddenSet>;
  /** also for a set that the area lacks */
  hides(disId: string): boolean;
}

/** @param refs of an area; @param now epoch milliseconds */
export function openHidden(
  refs: (area: Area) => Promise<AreaRefs>,
  globalConfigs: OpenGlobalConfigs,
  now: () => number,
): (area: Area) => Promise<Hidden> {
  const known = new Map<Area, { generation: number; until: number; hidden: Hidden }>();
  return async (area) => {
    const { generation, refs: list } = await refs(area);
    const at = now();
    const before = known.get(area);
    if (before?.generation === generation && at < before.until) return before.hidden;
    const { visibility: rows } = await globalConfigs.of(area, generation);
    const dates = rows.flatMap(({ from }) => (from === undefined ? [] : [Date.parse(from)]));
    const sets = new Map<string, HiddenSet>();
    for (const { key } of rows.length === 0 ? [] : list) {
      const found = visibilityOf(key, area, at, rows);
      if (!found.visible) sets.set(key, found);
    }
    const passed = dates.filter((date) => date <= at).length;
    const hidden: Hidden = {
      version: `${generation}.${passed}`,
      sets,
      hides: (disId) => sets.has(disId) || !visibilityOf(disId, area, now(), rows).visible,
    };
    const until = Math.min(Number.POSITIVE_INFINITY, ...dates.filter((date) => date > at));
    known.set(area, { generation, until, hidden });
    return hidden;
  };
}
