/** The start page: when somebody was here before this visit, and indexes for what it lists. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('users').addColumn('previousVisitAt', 'bigint').execute();
  await sql`create index "packs_refused" on "packs" ("number") where "state" = 'refused'`.execute(db);
  await sql`create index "packs_own" on "packs" ("uploadedBy", "state", "number")`.execute(db);
  await db.schema.createIndex('refs_movedAt').on('refs').columns(['area', 'kind', 'movedAt']).execute();
}

export const home: Migration = { up };
