/** What happened, in the order in which it was committed, for whoever reads on from where they were. */
import { randomUUID } from 'node:crypto';
import { type Kysely, SqliteAdapter } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  const events = db.schema.createTable('events');
  await (db.getExecutor().adapter instanceof SqliteAdapter
    ? events.addColumn('number', 'integer', (c) => c.primaryKey().autoIncrement())
    : events.addColumn('number', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
  )
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('shownIn', 'text')
    .addColumn('owner', 'text')
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('events_shownIn').on('events').columns(['shownIn', 'number']).execute();
  // Readers who come before anything happened go on after this one, which nobody is told.
  await db
    .insertInto('events')
    .values({ id: `evt_${randomUUID()}`, type: 'begin', about: '', data: '{}', createdAt: 0 })
    .execute();
}

export const events: Migration = { up };
