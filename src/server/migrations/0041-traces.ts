/** The trace that a job and a message of a webhook belong to, where traces are made. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('trace', 'text').execute();
  await db.schema.alterTable('webhookMessages').addColumn('trace', 'text').execute();
}

export const traces: Migration = { up };
