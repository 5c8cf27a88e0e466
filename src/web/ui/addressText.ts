/**
 * The search part of an address as text that people can read and edit: `options=A,B`, without quotes and brackets. The fields
 * of the screen (searchFields.ts) know what a value means, so everything is read as text: `angles=001` stays `001`, and
 * `disId=1E5` is not a number.
 *
 *   readAddress    the router's `parseSearch`
 *   writeAddress   the router's `stringifySearch`; reading and writing its result again changes nothing
 */

/** Removes the quotes that links of older versions have around texts that look like numbers. */
function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'string' ? read : text;
  } catch {
    // It only looks like JSON: the quotes are part of the text.
    return text;
  }
}

/** A parameter that comes several times is a list. */
export function readAddress(search: string): Record<string, string> {
  const read = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    const before = read.get(name);
    read.set(name, before === undefined ? unquote(value) : `${before},${unquote(value)}`);
  }
  return Object.fromEntries(read);
}

/** Whether texts can be joined by commas, and are mistaken neither for a list in brackets nor for a text in quotes. */
const isPlain = (list: readonly unknown[]): list is readonly string[] =>
  list.every((one) => typeof one === 'string' && one !== '' && !one.includes(',')) &&
  !/^[["]/.test(String(list[0] ?? ''));

function serializeValue(value: unknown): string {
  if (Array.isArray(value)) return isPlain(value) ? value.join(',') : JSON.stringify(value);
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return unquote(text) === text ? text : JSON.stringify(text);
}

/** Commas and colons stay readable. */
const encodePart = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':');

export function writeAddress(search: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${encodePart(name)}=${encodePart(serializeValue(value))}`],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
