/** What is known of the clock: when it was last looked at, and since when it has gone on without a jump. One row. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('clock')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('seenAt', 'bigint', (c) => c.notNull())
    .addColumn('steadySince', 'bigint', (c) => c.notNull())
    .execute();
}

export const clock: Migration = { up };
