/**
 * For tests: the tables of jobs and of their items in an empty database. `src/server/schema.test.ts` proves that the
 * migrations of the product create the same ones.
 *
 *   createJobTables
 */
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../../database/dialect.ts';
import type { JobTables } from '../table.ts';

export async function createJobTables(db: Kysely<JobTables>): Promise<void> {
  const table = db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (c) => (isPostgres(db) ? c.primaryKey() : c.notNull().unique()))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('function', 'text', (c) => c.notNull())
    .addColumn('subject', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('progress', 'integer')
    .addColumn('failure', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('maxAttempts', 'integer', (c) => c.notNull())
    .addColumn('notBefore', 'bigint', (c) => c.notNull())
    .addColumn('leaseOwner', 'text')
    .addColumn('leaseUntil', 'bigint')
    .addColumn('serialKey', 'text')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('createdBy', 'text', (c) => c.notNull())
    .addColumn('startedAt', 'bigint')
    .addColumn('stoppedAt', 'bigint')
    .addColumn('trace', 'text');
  // SQLite counts only a primary key.
  await (isPostgres(db)
    ? table.addColumn('number', 'bigint', (c) => c.notNull().generatedAlwaysAsIdentity())
    : table.addColumn('number', 'integer', (c) => c.primaryKey().autoIncrement())
  ).execute();
  const index = (name: string, ...columns: (keyof JobTables['jobs'])[]) =>
    db.schema.createIndex(`jobs_${name}`).on('jobs').columns(columns).execute();
  if (isPostgres(db)) await sql`create unique index "jobs_number" on "jobs" ("number")`.execute(db);
  await index('state', 'state', 'number');
  await index('serialKey', 'serialKey', 'state', 'number');
  await index('stoppedAt', 'stoppedAt');
  await index('name', 'name', 'createdAt');
  await db.schema
    .createTable('jobItems')
    .addColumn('jobId', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('serialKey', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('jobItems_key', ['jobId', 'position'])
    .execute();
  await db.schema.createIndex('jobItems_serialKey').on('jobItems').columns(['serialKey', 'state']).execute();
}
