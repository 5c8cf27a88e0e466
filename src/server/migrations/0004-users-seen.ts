/** When an account was last seen, and whom it stands for at an OpenID Connect provider. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('users').addColumn('lastSeenAt', 'bigint').execute();
  await db.schema.alterTable('users').addColumn('subject', 'text').execute();
  await db.schema.createIndex('users_subject').unique().on('users').column('subject').execute();
}

export const usersSeen: Migration = { up };
