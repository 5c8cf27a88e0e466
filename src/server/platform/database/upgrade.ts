/**
 * Changing the tables for a new version. Versions do not share a database: on PostgreSQL the tables change only while no
 * process of another version uses it, and none starts meanwhile. An SQLite database has one process (lock.ts).
 *
 *   tablesOf          names what migrations lead to (presence.ts)
 *   readSchemaState   waits while another process changes the tables
 *   migrateAlone      if several processes start together, one of them changes the tables
 *   countOthers       connections of other versions
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { NotUsable } from '../notUsable.ts';
import { type Database, migrate, type SchemaState, schemaStateOf } from './database.ts';
import { countConnections, countRemaining, type Presence } from './presence.ts';

type Migrations = Record<string, Migration>;

export const tablesOf = (migrations: Migrations): string =>
  createHash('sha256').update(Object.keys(migrations).sort().join()).digest('hex');

const KEY = sql.raw("hashtextextended('the tables are being changed', 0)");

/**
 * The lock is of a connection without time limits: a migration of a large store takes as long as it takes, and those that start
 * beside it wait for its end.
 */
async function withLock<T, R>(database: Database<T>, kind: 'shared' | 'exclusive', work: () => Promise<R>): Promise<R> {
  if (database.dialect === 'sqlite') return work();
  const suffix = sql.raw(kind === 'shared' ? '_shared' : '');
  return database.write.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock${suffix}(${KEY})`.execute(connection);
    try {
      return await work();
    } finally {
      // A connection that was lost has released it.
      await sql`select pg_advisory_unlock${suffix}(${KEY})`.execute(connection).catch(() => {});
    }
  });
}

/** @throws NotUsable for a database of a newer version */
export const readSchemaState = <T>(database: Database<T>, migrations: Migrations): Promise<SchemaState> =>
  withLock(database, 'shared', () => schemaStateOf(database, migrations));

/** Connections of processes whose tables differ from those of `presence`; 0 on SQLite. */
export async function countOthers<T>(database: Database<T>, { program, tables }: Presence): Promise<number> {
  if (database.dialect === 'sqlite') return 0;
  const { rows } = await sql<{
    others: number;
  }>`select ${sql.raw(countConnections(program, tables))} as others`.execute(database.write);
  return rows[0]?.others ?? 0;
}

/**
 * @param name of the database, for the message
 * @throws NotUsable for a database of a newer version, and for one that processes of another version use
 */
export const migrateAlone = <T>(
  database: Database<T>,
  migrations: Migrations,
  { name, program }: { readonly name: string; readonly program: string },
): Promise<void> =>
  withLock(database, 'exclusive', async () => {
    if ((await schemaStateOf(database, migrations)) === 'current') return;
    // Whoever connects after this reads the state behind this lock.
    const others = await countRemaining(() => countOthers(database, { program, tables: tablesOf(migrations) }));
    if (others > 0) {
      throw new NotUsable(
        `Servers, workers or commands of another version of ${program} use the database ${name}, with ${others} connection${others === 1 ? '' : 's'}. Stop all of them first; then this version changes the tables. Nothing was changed.`,
      );
    }
    await migrate(database, migrations);
  });
