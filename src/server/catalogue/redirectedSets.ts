/**
 * Sets that are redirected to another one.
 *
 *   setsRedirectedTo   the sets of an area that are redirected to `disId`, sorted
 */
import type { Area } from '../../contract/index.ts';
import type { RedirectRow } from '../../engine/globalConfigs.ts';
import { targetNames } from '../../engine/redirects.ts';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { Database } from '../schema.ts';
import { findRef } from './refs.ts';

export async function setsRedirectedTo(
  { database, globalConfigs }: { database: Database; globalConfigs: GlobalConfigStore },
  area: Area,
  disId: string,
): Promise<string[]> {
  const { redirects } = await globalConfigs.of(area);
  // Of several rows of a set the first counts.
  const seen = new Set<string>([disId]);
  const found: string[] = [];
  await eachInTurns(redirects, async (row: RedirectRow) => {
    if (seen.has(row.set)) return;
    seen.add(row.set);
    if (!Object.values(targetNames(row.set, row)).includes(disId)) return;
    if (await findRef(database.read, area, 'dis', row.set)) found.push(row.set);
  });
  return found.sort();
}
