/**
 * Queries that every request runs: built and compiled once, then run with values. Building one takes ten times as long
 * as SQLite takes to answer it.
 *
 *   compiledQuery
 */
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Parameter } from './parameters.ts';

/** Placeholder in a query for a value that the caller passes. */
class Given {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

/**
 * @param build  makes the query; `given(0)` stands for the first value
 * @returns      a function that runs it with values on a database or transaction
 */
export function compiledQuery<T, R>(
  build: (db: Kysely<T>, given: <P extends Parameter>(at: number) => P) => Compilable<R>,
): (db: Kysely<T>, ...values: Parameter[]) => Promise<R[]> {
  const queries = new WeakMap<Kysely<T>, CompiledQuery<R>>();
  return async (db, ...values) => {
    let query = queries.get(db);
    if (!query) {
      query = build(db, (at) => new Given(at) as never).compile();
      queries.set(db, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof Given ? values[value.at] : value));
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}
