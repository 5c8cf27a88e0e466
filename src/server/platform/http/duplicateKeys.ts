/**
 * JSON that names a key twice is refused: of two readers one takes the first value and the other the last.
 *
 *   duplicateKey
 */

/** Strings and the signs that shape objects and lists; numbers and words lie between them. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/**
 * The first key that an object of the text has twice, or undefined. Keys are compared as they are read: `"a"` and `"\u0061"`
 * are one key.
 *
 * @param text valid JSON
 */
export function duplicateKey(text: string): string | undefined {
  /** the keys of each object that is open; undefined for a list */
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      const key = JSON.parse(last) as string;
      if (keys?.has(key)) return key;
      keys?.add(key);
    } else last = token;
  }
  return undefined;
}
