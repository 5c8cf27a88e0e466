/**
 * Derived forms are kept many to a blob: one file a picture would cost a synchronisation with the disk each. Nothing was
 * kept in the old table.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('derived').execute();
  await db.schema
    .createTable('derived')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('blob', 'text', (c) => c.notNull())
    .addColumn('offset', 'bigint', (c) => c.notNull())
    .addColumn('length', 'bigint', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('derived_key', ['kind', 'sha256'])
    .execute();
  await db.schema.createIndex('derived_blob').on('derived').column('blob').execute();
}

export const derivedBundles: Migration = { up };
