/**
 * The fields of addresses: each reads one value and drops what it cannot read, so that a damaged link still opens the screen.
 * This is in the first load, so it is 60 lines of our own instead of a library (docs/decisions/0310-first-load.md).
 *
 *   searchOf   makes the reader of a screen's address, for its route
 *   SearchOf   what it returns: every field is optional
 *   text, trimmedText, texts, flag, onlyTrue, onlyFalse, wholeNumber, oneOf, patternField, objectWith
 */
type Field<T> = (value: unknown) => T | undefined;
type Fields = Readonly<Record<string, Field<unknown>>>;
type Read<F extends Fields> = { -readonly [K in keyof F]?: Exclude<ReturnType<F[K]>, undefined> };

export type SearchOf<S extends (search: Record<string, unknown>) => unknown> = ReturnType<S>;

/**
 * A value that its field cannot read is undefined, not missing: the router merges the result over the raw address, and only a
 * property hides the raw value from the screen.
 */
export const searchOf =
  <F extends Fields>(fields: F) =>
  (search: Record<string, unknown>): Read<F> => {
    const read: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      if (Object.hasOwn(search, name)) read[name] = field(search[name]);
    }
    return read as Read<F>;
  };

/** Numbers and booleans count as texts. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

/** A name or code, without the blanks that are often copied with it. */
export const trimmedText = (value: unknown): string | undefined => text(value)?.trim();

/** The value of a text that older versions wrote as JSON. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    // Somebody changed the address: the field has no value.
    return undefined;
  }
}

/** A list, or texts separated by commas; one text is a list of one, an empty text an empty list. */
export const texts = (value: unknown): string[] | undefined => {
  const list = typeof value === 'string' && value.startsWith('[') ? fromJson(value) : value;
  if (!Array.isArray(list))
    return text(list)
      ?.split(',')
      .filter((one) => one !== '');
  return list.map(text).filter((one) => one !== undefined);
};

export const flag = (value: unknown): boolean | undefined =>
  String(value) === 'true' ? true : String(value) === 'false' ? false : undefined;
/** true or absent */
export const onlyTrue = (value: unknown): true | undefined => flag(value) || undefined;
export const onlyFalse = (value: unknown): false | undefined => (flag(value) === false ? false : undefined);

export const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
};

export const oneOf =
  <const T extends readonly (string | number)[]>(all: T): Field<T[number]> =>
  (value) =>
    all.find((one) => String(one) === text(value));

export const patternField =
  (pattern: RegExp): Field<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;

/** An object inside the address; it is dropped if one of the `needed` fields is missing. */
export const objectWith =
  <F extends Fields, K extends keyof F & string>(
    fields: F,
    needed: readonly K[],
  ): Field<Read<F> & Required<Pick<Read<F>, K>>> =>
  (value) => {
    const object = fromJson(value);
    if (typeof object !== 'object' || object === null) return undefined;
    const read = searchOf(fields)(object as Record<string, unknown>);
    return needed.every((name) => read[name] !== undefined)
      ? (read as Read<F> & Required<Pick<Read<F>, K>>)
      : undefined;
  };
