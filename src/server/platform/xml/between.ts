/**
 * What is between two texts of a message.
 *
 *   between
 */

/** @returns what is between the first `before` and the last `after`; a search, because expressions can backtrack */
export function between(text: string, before: string, after: string): string | undefined {
  const from = text.indexOf(before);
  const to = text.lastIndexOf(after);
  return from >= 0 && to >= from + before.length ? text.slice(from + before.length, to) : undefined;
}
