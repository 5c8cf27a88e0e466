/**
 * A thumbnail and a few words of each set of an area; and how far each job that follows an area has come, in place of the
 * table that only the quality reports had.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('thumbnails')
    .addColumn('area', 'text', (c) => c.notNull())
    .addColumn('disId', 'text', (c) => c.notNull())
    .addColumn('contentHash', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('versions', 'integer', (c) => c.notNull())
    .addColumn('sha256', 'text')
    .addColumn('picture', 'text')
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('thumbnails_key', ['area', 'disId'])
    .execute();
  await db.schema
    .createTable('areaChecks')
    .addColumn('job', 'text', (c) => c.notNull())
    .addColumn('area', 'text', (c) => c.notNull())
    .addColumn('generation', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('areaChecks_key', ['job', 'area'])
    .execute();
  await db
    .insertInto('areaChecks')
    .columns(['job', 'area', 'generation'])
    .expression((e) =>
      e
        .selectFrom('qualityChecks')
        .select([e.val('quality').as('job'), 'qualityChecks.area', 'qualityChecks.generation']),
    )
    .execute();
  await db.schema.dropTable('qualityChecks').execute();
}

export const thumbnails: Migration = { up };
