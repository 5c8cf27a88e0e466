/**
 * Which sets of an area the visibility configuration hides now. Cached until the area changes or the next date passes.
 *
 *   HiddenSets, HiddenState
 *   openHiddenSets
 */
import type { Area } from '../../contract/index.ts';
import type { VisibilityRow } from '../../engine/globalConfigs.ts';
import { type Visibility, visibilityOf } from '../../engine/visibility.ts';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { AreaRefs } from './areaRefs.ts';

/** Why a set is hidden, and until when. */
export type HiddenState = Extract<Visibility, { visible: false }>;

export interface HiddenSets {
  /** of the area, as it was read for this; absent: it was not */
  readonly generation?: number;
  /** changes when any set is hidden or shown; a cache key */
  readonly version: string;
  /** The hidden sets of the area. */
  sets(): Promise<ReadonlyMap<string, HiddenState>>;
  /** Also answers for sets that the area does not have. */
  hides(disId: string): boolean;
}

export function openHiddenSets({
  refs,
  globalConfigs,
  generation: generationOf,
  now,
}: {
  refs: (area: Area) => Promise<AreaRefs>;
  globalConfigs: GlobalConfigStore;
  generation: (area: Area) => Promise<number>;
  /** epoch milliseconds */
  now: () => number;
}): (area: Area) => Promise<HiddenSets> {
  const known = new Map<Area, { generation: number; until: number; hidden: HiddenSets }>();

  async function hiddenIn(area: Area, at: number, rows: readonly VisibilityRow[]) {
    const sets = new Map<string, HiddenState>();
    if (rows.length === 0) return sets;
    await eachInTurns((await refs(area)).refs, ({ key }) => {
      const found = visibilityOf(key, area, at, rows);
      if (!found.visible) sets.set(key, found);
    });
    return sets;
  }

  return async (area) => {
    const generation = await generationOf(area);
    const at = now();
    const before = known.get(area);
    if (before?.generation === generation && at < before.until) return before.hidden;
    const { visibility: rows } = await globalConfigs.of(area, generation);
    const dates = rows.flatMap(({ from }) => (from === undefined ? [] : [Date.parse(from)]));
    const passed = dates.filter((date) => date <= at).length;
    let sets: Promise<ReadonlyMap<string, HiddenState>> | undefined;
    const hidden: HiddenSets = {
      generation,
      version: `${generation}.${passed}`,
      sets() {
        if (sets) return sets;
        const fresh = hiddenIn(area, at, rows);
        // Callers get the error; the next one loads again.
        fresh.catch(() => {
          sets = undefined;
        });
        sets = fresh;
        return fresh;
      },
      hides: (disId) => !visibilityOf(disId, area, now(), rows).visible,
    };
    const until = Math.min(Number.POSITIVE_INFINITY, ...dates.filter((date) => date > at));
    known.set(area, { generation, until, hidden });
    return hidden;
  };
}
