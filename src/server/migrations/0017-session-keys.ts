/**
 * Further keys to a session: the cookie that an area's server on another host has for it, and the code that such a cookie is
 * made with. They end with the session.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('sessionKeys')
    .addColumn('keyHash', 'text', (c) => c.primaryKey())
    .addColumn('session', 'text', (c) => c.notNull().references('sessions.idHash').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessionKeys_session').on('sessionKeys').column('session').execute();
}

export const sessionKeys: Migration = { up };
