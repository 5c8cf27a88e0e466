/**
 * Detects duplicate keys in JSON, which are refused: some readers take the first value, others the last.
 *
 *   duplicateKey
 */

/** @returns the index after the closing quote of the string that begins at `from` */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/**
 * The first key that an object in the text has twice, or undefined. Keys are compared unescaped: `"a"` and `"\u0061"`
 * are the same key.
 *
 * @param text valid JSON
 */
export function duplicateKey(text: string): string | undefined {
  /** the keys of each open object; undefined for an array */
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      const end = endOfString(text, at);
      last = text.slice(at, end);
      at = end - 1;
    } else if (sign === '{') open.push(new Set());
    else if (sign === '[') open.push(undefined);
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ':') {
      const keys = open.at(-1);
      const key = JSON.parse(last) as string;
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return undefined;
}
