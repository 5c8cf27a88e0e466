/**
 * Marks the target of a move (move.ts) until the move is done, so that nothing else uses it and only the same move can
 * continue: by a table in the database and two blobs in the file store.
 *
 *   DatabaseMark
 *   readDatabaseMark, setDatabaseMark, clearDatabaseMark
 *   blobMarks
 *   areBlobsMarked
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Blobs } from '../platform/blobs/blobs.ts';
import type { Database } from '../schema.ts';

export interface DatabaseMark {
  /** where the rows come from, for messages */
  readonly source: string;
  /** the file store that is moved with them, for messages */
  readonly blobs: string;
}

const TABLE = 'unfinishedMove';

/** @returns undefined if there is no mark */
export async function readDatabaseMark({ write }: Database): Promise<DatabaseMark | undefined> {
  const tables = await write.introspection.getTables();
  if (!tables.some(({ name }) => name === TABLE)) return undefined;
  const { rows } = await sql<DatabaseMark>`select "source", "blobs" from ${sql.table(TABLE)}`.execute(write);
  return rows[0] ?? { source: '', blobs: '' };
}

export async function setDatabaseMark(database: Database, { source, blobs }: DatabaseMark): Promise<void> {
  await database.transaction(async (trx) => {
    await sql`create table ${sql.table(TABLE)} ("source" text not null, "blobs" text not null)`.execute(trx);
    await sql`insert into ${sql.table(TABLE)} ("source", "blobs") values (${source}, ${blobs})`.execute(trx);
  });
}

export async function clearDatabaseMark(database: Database): Promise<void> {
  await database.transaction((trx) => sql`drop table ${sql.table(TABLE)}`.execute(trx));
}

const MARK = Buffer.from('This file store is the target of a move that is not finished.\n');
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Whether there is an unfinished move into the file store. */
export const areBlobsMarked = (blobs: Blobs): Promise<boolean> => blobs.has(hashOf(MARK));

/** @param source where the blobs come from, for messages */
export function blobMarks(blobs: Blobs, source: string) {
  const own = Buffer.from(`A move from ${source} is not finished.\n`);
  return {
    /** whether this move set the marks */
    areOwn: (): Promise<boolean> => blobs.has(hashOf(own)),
    async set(): Promise<void> {
      await blobs.put(own);
      await blobs.put(MARK);
    },
    async clear(): Promise<void> {
      await blobs.delete(hashOf(MARK));
      await blobs.delete(hashOf(own));
    },
  };
}
