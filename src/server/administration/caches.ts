/**
 * Clears the server's caches for an area. Entries are keyed by content or by the area's generation, so they are never
 * stale and clearing is never necessary; it is for users who want to be sure.
 *
 *   Cache
 *   clearCaches
 */
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import { bumpGeneration } from '../globalConfigs/areaGeneration.ts';
import { write } from '../journal/journal.ts';
import type { Database } from '../schema.ts';

export interface Cache {
  /** Caches that are keyed by content serve every area and are emptied completely. */
  clear(area: Area): void | Promise<void>;
}

/** Also increments the area's generation, so that the other processes on this database read the area again. */
export async function clearCaches(
  database: Database,
  caches: readonly Cache[],
  area: Area,
  who: string,
): Promise<void> {
  await database.transaction(async (trx) => {
    await bumpGeneration(trx, area);
    await write(trx, { status: 'INFO', context: 'caches', message: `Caches of ${AREA_NAMES[area]} refreshed.`, who });
  });
  for (const cache of caches) await cache.clear(area);
}
