/**
 * Holds a whole database for one process: no other process of the program uses it or starts to.
 *
 *   holdDatabase    until it is released or the process ends; @throws NotUsable
 *   isHeld          whether another process holds it
 */
import { type QueryExecutorProvider, sql } from 'kysely';
import { NotUsable } from '../notUsable.ts';
import { isPostgres } from './dialect.ts';
import { connect, sqlitePath } from './dump.ts';
import { lockDatabase } from './lock.ts';
import { databaseNameOf } from './notUsable.ts';
import { countConnections, countRemaining } from './presence.ts';

const KEY = "hashtextextended('the whole database', 0)";

/** @param names the product, as its connections announce it, and the setting that names the database */
export async function holdDatabase(
  url: string,
  names: { product: string; setting: string },
): Promise<() => Promise<void>> {
  if (sqlitePath(url) !== undefined) {
    const release = lockDatabase(url, names);
    return async () => release();
  }
  const client = await connect(url);
  try {
    const { rows: held } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${KEY}) as mine`);
    if (held[0]?.mine !== true) {
      throw new NotUsable(`Another process holds the whole database ${databaseNameOf(url)}. Wait until it has ended.`);
    }
    // Whoever connects after this finds the database held.
    const count = await countRemaining(async () => {
      const { rows } = await client.query<{ count: number }>(`select ${countConnections(names.product)} as count`);
      return rows[0]?.count ?? 0;
    });
    if (count > 0) {
      throw new NotUsable(
        `${names.product} is using the database ${databaseNameOf(url)}, with ${count} connection${count === 1 ? '' : 's'}. Stop all servers and workers first.`,
      );
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  return () => client.end();
}

export async function isHeld(database: QueryExecutorProvider): Promise<boolean> {
  // SQLite has a lock of its own (lock.ts).
  if (!isPostgres(database)) return false;
  const { rows } = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock_shared(${sql.raw(KEY)}) as free`.execute(database);
  return rows[0]?.free !== true;
}
