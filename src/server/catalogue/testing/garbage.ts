/**
 * For tests: a garbage collection with the usual options.
 *
 *   collect
 */
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Database } from '../../schema.ts';
import { collectGarbage, type GarbageOptions, type GarbageReport } from '../garbage.ts';
import { openSnapshots } from '../snapshots.ts';

/** Now, with a grace time of 7 days and a history of 30. */
export const collect = (
  { database, blobs }: { database: Database; blobs: Blobs },
  options: Partial<GarbageOptions> = {},
): Promise<GarbageReport> =>
  collectGarbage({
    database,
    blobs,
    snapshots: openSnapshots(database, blobs),
    now: Date.now(),
    steadySince: 0,
    graceDays: 7,
    historyDays: 30,
    isOutdated: () => false,
    ...options,
  });
