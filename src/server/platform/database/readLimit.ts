/**
 * Limits what one statement may return on the thread that serves requests. Tests switch it on to find lists that grow
 * with the store before a large store does.
 *
 *   limitReads          switches it on
 *   checkRowCount       checks an answer
 *   refuseWholeTables   checks a plan of SQLite
 */
interface Limit {
  /** that one statement may return */
  readonly rows: number;
  /** tables that grow with the store: no statement may scan one whole */
  readonly growing: readonly string[];
  /** whether the current caller may read more; called only when a limit was exceeded */
  readonly excused?: () => boolean;
}

let limit: Limit | undefined;
const accepted = new Set<string>();

/**
 * @returns the previous limit
 * @internal Only tests limit what a statement reads.
 */
export function limitReads(one: Limit | undefined): Limit | undefined {
  const before = limit;
  limit = one;
  accepted.clear();
  return before;
}

const advice = 'Read in pages by key, or with database.background.';

/** @throws Error when the rows are too many */
export function checkRowCount<R extends { readonly rows: readonly unknown[] }>(sql: string, answer: R): R {
  if (limit && answer.rows.length > limit.rows && !limit.excused?.()) {
    throw new Error(`a statement returned more than ${limit.rows} rows at once. ${advice} ${sql}`);
  }
  return answer;
}

/** @param plan `detail` of `explain query plan` @throws Error for a growing table that is scanned whole */
export function refuseWholeTables(sql: string, plan: () => readonly string[]): void {
  if (!limit || accepted.has(sql)) return;
  const { growing, excused } = limit;
  // With a limit and no condition, only the first rows of an index are read; with a condition, the first that match may
  // be the last ones.
  if (/\bwhere\b/i.test(sql) || !/\blimit\b/i.test(sql)) {
    // SQLite calls it SEARCH without an index when it looks for the minimum or maximum in all rows.
    const whole = growing.map((table) => new RegExp(`^(SCAN ${table}\\b|SEARCH ${table}$)`));
    const scanned = plan().find((detail) => whole.some((pattern) => pattern.test(detail)));
    if (scanned !== undefined) {
      if (excused?.()) return;
      throw new Error(`a statement scans a whole table (${scanned}). ${advice} ${sql}`);
    }
  }
  accepted.add(sql);
}
