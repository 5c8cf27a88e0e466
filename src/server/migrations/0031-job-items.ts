/** What a job does one after the other, with the result of each. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('jobItems')
    .addColumn('jobId', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('serialKey', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('jobItems_key', ['jobId', 'position'])
    .execute();
  await db.schema.createIndex('jobItems_serialKey').on('jobItems').columns(['serialKey', 'state']).execute();
}

export const jobItems: Migration = { up };
