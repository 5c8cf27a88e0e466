/** Webhooks, and the messages that they are sent. */
import { type Kysely, SqliteAdapter } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('embargo', 'integer', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('createdBy', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  const messages = db.schema.createTable('webhookMessages');
  await (db.getExecutor().adapter instanceof SqliteAdapter
    ? messages.addColumn('number', 'integer', (c) => c.primaryKey().autoIncrement())
    : messages.addColumn('number', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
  )
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('webhookId', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('shownIn', 'text')
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('giveUpAt', 'bigint', (c) => c.notNull())
    .addColumn('nextAt', 'bigint')
    .addColumn('endedAt', 'bigint')
    .addColumn('status', 'integer')
    .addColumn('failure', 'text')
    .execute();
  await db.schema.createIndex('webhookMessages_due').on('webhookMessages').columns(['state', 'nextAt']).execute();
  await db.schema
    .createIndex('webhookMessages_webhook')
    .on('webhookMessages')
    .columns(['webhookId', 'state', 'number'])
    .execute();
}

export const webhooks: Migration = { up };
