/** What takes space, as it was last measured. Rows of an unfinished measurement do not belong to it. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('storageReports')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('measurement', 'text', (c) => c.notNull())
    .addColumn('measuredAt', 'bigint', (c) => c.notNull())
    .addColumn('report', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('storageSets')
    .addColumn('measurement', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('embargo', 'bigint', (c) => c.notNull())
    .addColumn('preprod', 'bigint', (c) => c.notNull())
    .addColumn('prod', 'bigint', (c) => c.notNull())
    .addColumn('shown', 'bigint', (c) => c.notNull())
    .addColumn('shared', 'bigint', (c) => c.notNull())
    .addColumn('older', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('storageSets_key', ['measurement', 'kind', 'key'])
    .execute();
  await db.schema
    .createTable('storagePacks')
    .addColumn('measurement', 'text', (c) => c.notNull())
    .addColumn('packId', 'text', (c) => c.notNull())
    .addColumn('frees', 'bigint', (c) => c.notNull())
    .addColumn('keptBy', 'text')
    .addPrimaryKeyConstraint('storagePacks_key', ['measurement', 'packId'])
    .execute();
}

export const storage: Migration = { up };
