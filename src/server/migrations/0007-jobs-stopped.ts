/** The latest end of a job, found without looking at all of them. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema.createIndex('jobs_stoppedAt').on('jobs').columns(['stoppedAt']).execute();
}

export const jobsStopped: Migration = { up };
