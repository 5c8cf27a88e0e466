/** Keys of calls that were made, so that a second try of a call is answered and not made again. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('idempotencyKeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('leaseUntil', 'bigint', (column) => column.notNull())
    .addColumn('expiresAt', 'bigint', (column) => column.notNull())
    .addColumn('answer', 'text')
    .execute();
  await db.schema.createIndex('idempotencyKeys_account').on('idempotencyKeys').column('account').execute();
  await db.schema.createIndex('idempotencyKeys_expiresAt').on('idempotencyKeys').column('expiresAt').execute();
}

export const idempotencyKeys: Migration = { up };
