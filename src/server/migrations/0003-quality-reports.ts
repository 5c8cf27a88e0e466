/** Quality reports, one of each set of an area, and how far each area's content has been looked through. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('qualityReports')
    .addColumn('area', 'text', (c) => c.notNull())
    .addColumn('disId', 'text', (c) => c.notNull())
    .addColumn('contentHash', 'text', (c) => c.notNull())
    .addColumn('report', 'text', (c) => c.notNull())
    .addColumn('madeAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('qualityReports_key', ['area', 'disId'])
    .execute();
  await db.schema
    .createTable('qualityChecks')
    .addColumn('area', 'text', (c) => c.primaryKey())
    .addColumn('generation', 'bigint', (c) => c.notNull())
    .execute();
}

export const qualityReports: Migration = { up };
