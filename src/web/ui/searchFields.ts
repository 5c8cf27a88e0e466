/**
 * What addresses are made of: a table of fields, each of which reads one value of the address and drops what it cannot
 * read, so that a link that somebody bent still opens the screen. Part of the first load, so it is 40 lines of our own
 * instead of a library (docs/decisions/0310-first-load.md).
 *
 *   searchOf     the reader of a screen's address, for its route
 *   SearchOf     what it answers: every field optional
 *   text, texts, flag, yes, no, wholeNumber, oneOf, matching, inner
 */
type Field<T> = (value: unknown) => T | undefined;
type Fields = Readonly<Record<string, Field<unknown>>>;
type Read<F extends Fields> = { -readonly [K in keyof F]?: Exclude<ReturnType<F[K]>, undefined> };

export type SearchOf<S extends (search: Record<string, unknown>) => unknown> = ReturnType<S>;

/**
 * A value that its field cannot read comes back as undefined instead of missing: the router lays what is read over the
 * raw address, and only a value in its place keeps the raw one from the screen.
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

/** A number or a truth value in the address is text as well: `?disId=1234`. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

export const texts = (value: unknown): string[] | undefined => {
  if (!Array.isArray(value)) return undefined;
  const read = value.map(text);
  return read.includes(undefined) ? undefined : (read as string[]);
};

export const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
/** present where a person said so; absent otherwise */
export const yes = (value: unknown): true | undefined => (value === true ? true : undefined);
export const no = (value: unknown): false | undefined => (value === false ? false : undefined);

export const wholeNumber = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

export const oneOf =
  <const T extends readonly (string | number)[]>(all: T): Field<T[number]> =>
  (value) =>
    all.find((one) => one === value);

export const matching =
  (pattern: RegExp): Field<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;

/** An object inside the address; without one of the `needed` fields it is dropped. */
export const inner =
  <F extends Fields, K extends keyof F & string>(
    fields: F,
    needed: readonly K[],
  ): Field<Read<F> & Required<Pick<Read<F>, K>>> =>
  (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const read = searchOf(fields)(value as Record<string, unknown>);
    return needed.every((name) => read[name] !== undefined)
      ? (read as Read<F> & Required<Pick<Read<F>, K>>)
      : undefined;
  };
