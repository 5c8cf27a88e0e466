/**
 * How many sets wait for the next area. Computed once for each state of the areas, not for each visit of the start page.
 *
 *   ReadWaitingSets, openWaitingSets
 */
import { AREAS, type Area, type HomePromotion } from '../../contract/index.ts';
import { contentStates, waitsFor } from '../../engine/contentState.ts';
import type { Permissions } from '../../engine/permissions.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { generationOf } from '../globalConfigs/areaGeneration.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import { readContents } from '../promotion/status.ts';
import type { Database } from '../schema.ts';

interface WaitingSet {
  readonly disId: string;
  readonly target: 'preprod' | 'prod';
  /** the areas that have the set */
  readonly areas: readonly Area[];
}
export type ReadWaitingSets = (can: Permissions) => Promise<HomePromotion>;

const SHOWN = 6;

/** @returns newest delivery first */
async function listWaiting(database: Database): Promise<WaitingSet[]> {
  const found: (WaitingSet & { readonly at: number })[] = [];
  await eachInTurns([...(await readContents(database, 'dis'))], ([disId, contents]) => {
    const target = waitsFor(contentStates(contents));
    if (target !== 'preprod' && target !== 'prod') return;
    const areas = AREAS.filter((area) => contents[area]);
    found.push({ disId, target, areas, at: Math.max(...areas.map((area) => contents[area]?.modifiedAt ?? 0)) });
  });
  return found.sort((a, b) => b.at - a.at);
}

export function openWaitingSets(database: Database, catalogue: Pick<Catalogue, 'hidden'>): ReadWaitingSets {
  let last: { readonly key: string; readonly sets: Promise<WaitingSet[]> } | undefined;

  async function waiting(): Promise<readonly WaitingSet[]> {
    const generations = await Promise.all(AREAS.map((area) => generationOf(database.read, area)));
    const key = generations.join(' ');
    if (last?.key === key) return last.sets;
    const fresh = { key, sets: listWaiting(database) };
    last = fresh;
    // Callers get the error; the next one asks again.
    fresh.sets.catch(() => {
      if (last === fresh) last = undefined;
    });
    return fresh.sets;
  }

  return async (can) => {
    const [sets, ...hidden] = await Promise.all([
      waiting(),
      ...AREAS.map(async (area) => [area, await (await catalogue.hidden(area)).sets()] as const),
    ]);
    const isShown = ({ disId, areas }: WaitingSet) =>
      can.admin || areas.some((area) => !hidden.find(([name]) => name === area)?.[1].has(disId));
    const ofTarget = (target: 'preprod' | 'prod') => {
      const shown = sets.filter((one) => one.target === target && isShown(one)).map(({ disId }) => disId);
      return { count: shown.length, newest: shown.slice(0, SHOWN) };
    };
    return { preprod: ofTarget('preprod'), prod: ofTarget('prod') };
  };
}
