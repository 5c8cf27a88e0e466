/** What an API token is for. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('apiTokens').addColumn('scopes', 'text').execute();
}

export const tokenScopes: Migration = { up };
