/**
 * Limits what one statement may return on the thread that serves requests. Tests switch it on, to find a list that grows
 * with the store before a large store does.
 *
 *   limitReads          switches it on
 *   checkRowCount       checks an answer
 *   refuseWholeTables   checks a plan of SQLite
 */
interface Limit {
  /** of one statement's answer */
  readonly rows: number;
  /** tables that grow with the store: no statement may go through one from end to end */
  readonly growing: readonly string[];
  /** whether the present caller may read more; called only when a limit was exceeded */
  readonly excused?: () => boolean;
}

let limit: Limit | undefined;
const accepted = new Set<string>();

/**
 * @returns the one before
 * @internal Only tests limit what a statement reads.
 */
export function limitReads(one: Limit | undefined): Limit | undefined {
  const before = limit;
  limit = one;
  accepted.clear();
  return before;
}

const advice = 'Read it in pages by key, or with database.background.';

/** @throws Error when the rows are too many */
export function checkRowCount<R extends { readonly rows: readonly unknown[] }>(sql: string, answer: R): R {
  if (limit && answer.rows.length > limit.rows && !limit.excused?.()) {
    throw new Error(`a statement answered more than ${limit.rows} rows at once. ${advice} ${sql}`);
  }
  return answer;
}

/** @param plan `detail` of `explain query plan` @throws Error for a growing table that is read from end to end */
export function refuseWholeTables(sql: string, plan: () => readonly string[]): void {
  if (!limit || accepted.has(sql)) return;
  const { growing, excused } = limit;
  // The first rows of an index are few; the first that fit a condition may be the last ones.
  if (/\bwhere\b/i.test(sql) || !/\blimit\b/i.test(sql)) {
    // SEARCH without an index is how SQLite names looking for the least or the most in all rows.
    const whole = growing.map((table) => new RegExp(`^(SCAN ${table}\\b|SEARCH ${table}$)`));
    const scanned = plan().find((detail) => whole.some((pattern) => pattern.test(detail)));
    if (scanned !== undefined) {
      if (excused?.()) return;
      throw new Error(`a statement goes through a whole table (${scanned}). ${advice} ${sql}`);
    }
  }
  accepted.add(sql);
}
