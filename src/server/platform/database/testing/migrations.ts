/** For tests: the migrations of a made-up product. */
import type { Kysely } from 'kysely';

type AnyDb = Kysely<Record<string, never>>;

export const migrations = {
  '0001-shelves': { up: (db: AnyDb) => db.schema.createTable('shelves').addColumn('id', 'text').execute() },
  '0002-books': {
    async up(db: AnyDb): Promise<void> {
      await db.schema.createTable('books').addColumn('id', 'text').addColumn('shelf', 'text').execute();
      await db.schema.createIndex('books_shelf').on('books').column('shelf').execute();
    },
  },
};
