/**
 * Line and column of a position in a text.
 *
 *   XmlPlace
 *   placesIn
 */

/** Both from 1; columns are UTF-16 units, as editors count them. */
export interface XmlPlace {
  line: number;
  column: number;
}

/** @returns a function from a position in the text to its place; its first call finds where the lines begin */
export function placesIn(text: string): (at: number) => XmlPlace {
  let lines: number[] | undefined;
  const starts = (): number[] => {
    const found = [0];
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) found.push(end + 1);
    return found;
  };
  return (at) => {
    lines ??= starts();
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lines[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: at - (lines[low] ?? 0) + 1 };
  };
}
