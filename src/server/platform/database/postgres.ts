/** PostgreSQL through `pg`: a pool, 64-bit integers as numbers, serialisation failures tried again. */
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { finishing } from './atEnd.ts';
import type { Database } from './database.ts';
import { countFailures } from './failures.ts';
import { checked, PLAIN } from './parameters.ts';

const INT8 = 20;
const TRIES = 5;
const AGAIN = new Set(['40001', '40P01']);

export async function openPostgres<T>(url: string): Promise<Database<T>> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    types: {
      getTypeParser: (oid, format) =>
        oid === INT8 ? (text: string) => Number(text) : pg.types.getTypeParser(oid, format as 'text'),
    },
  });
  // An idle connection that the server ends must not end the process.
  pool.on('error', () => {});
  const failures = countFailures();
  const db = new Kysely<T>({
    dialect: new PostgresDialect({
      pool,
      onCreateConnection: async (connection) => {
        const execute = connection.executeQuery.bind(connection);
        connection.executeQuery = async (query) => {
          // Kysely itself asks for tables with a boolean.
          checked(query.parameters, [...PLAIN, 'boolean']);
          return failures.of(() => execute(query));
        };
      },
    }),
  });
  return {
    dialect: 'postgres',
    read: db,
    write: db,
    async transaction<R>(work: (trx: Transaction<T>) => Promise<R>): Promise<R> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await db.transaction().execute(finishing(work));
        } catch (error) {
          if (attempt === TRIES || !AGAIN.has((error as { code?: string }).code ?? '')) throw error;
        }
      }
    },
    failures: failures.count,
    close: () => db.destroy(),
  };
}
