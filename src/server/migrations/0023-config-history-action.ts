/** The column that says whether a change of a configuration file was an upload, a deletion or a restore is called `action`. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('configHistory').renameColumn('what', 'action').execute();
}

export const configHistoryAction: Migration = { up };
