/** Indexes for the filters of the general log by level and by time, newest first. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex('logLines_status')
    .on('logLines')
    .columns(['dynamic', 'status', 'timestamp', 'number'])
    .execute();
  await db.schema
    .createIndex('logLines_timestamp')
    .on('logLines')
    .columns(['dynamic', 'timestamp', 'number'])
    .execute();
}

export const logFilters: Migration = { up };
