/**
 * Which of the two databases a connection or transaction belongs to, for the few statements that differ.
 *
 *   isPostgres
 *   lockName      one transaction at a time for a name
 */
import { PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';

export const isPostgres = (db: QueryExecutorProvider): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Waits until no other transaction holds the name, and holds it until this one ends. What is read afterwards is what
 * earlier holders committed. SQLite runs one transaction at a time anyway. Two names that share a hash wait for each
 * other needlessly, which is harmless.
 */
export async function lockName(trx: QueryExecutorProvider, name: string): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
