/**
 * Runs work a few pieces at a time.
 *
 *   atMost
 */

/**
 * Starts `work` for every item, never more than `limit` at once, in the items' order.
 * @param work must not reject: a failure belongs to its item
 */
export async function atMost<T>(limit: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const runner = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runner));
}
