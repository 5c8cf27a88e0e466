/**
 * For tests: a database on which something else runs before the first transaction.
 *
 *   disturbed
 */
import type { Database } from '../schema.ts';

/** @param between runs after the caller's first reads and before its first write */
export function disturbed(database: Database, between: () => Promise<unknown>): Database {
  let first = true;
  return {
    ...database,
    async transaction(work) {
      if (first) await between();
      first = false;
      return database.transaction(work);
    },
  };
}
