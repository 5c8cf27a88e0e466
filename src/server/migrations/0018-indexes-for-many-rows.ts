/** Indexes for what was looked for in whole tables: who still needs a snapshot, and the jobs of a kind. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema.createIndex('refs_snapshotId').on('refs').column('snapshotId').execute();
  await db.schema.createIndex('refHistory_toSnapshot').on('refHistory').column('toSnapshot').execute();
  await db.schema.createIndex('refHistory_fromSnapshot').on('refHistory').column('fromSnapshot').execute();
  await db.schema.createIndex('jobs_name').on('jobs').columns(['name', 'createdAt']).execute();
}

export const indexesForManyRows: Migration = { up };
