/**
 * What a statement's parameters may be, the same on both databases: SQLite's driver would bind an object by its keys
 * and so shift all that follow; PostgreSQL's would store it as text.
 */
export type Parameter = string | number | bigint | null | NodeJS.ArrayBufferView;

/** of `typeof` */
export const PLAIN = ['string', 'number', 'bigint'];

/** @throws TypeError */
export function checked(parameters: readonly unknown[], plain: readonly string[] = PLAIN): Parameter[] {
  for (const value of parameters) {
    if (value === null || plain.includes(typeof value) || value instanceof Uint8Array) continue;
    throw new TypeError(
      `a parameter of a statement is a ${typeof value}; only text, numbers, bytes and null are allowed`,
    );
  }
  return parameters as Parameter[];
}
