/** The first tables. One text for both dialects: `bigint` holds times and sizes, identity columns differ by dialect. */

import { type CreateTableBuilder, type Kysely, SqliteAdapter } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
type AnyDb = Kysely<any>;

const withNumber = <T extends string>(db: AnyDb, table: CreateTableBuilder<T>) =>
  db.getExecutor().adapter instanceof SqliteAdapter
    ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    : table.addColumn('id', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity());

async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('username', 'text', (c) => c.primaryKey())
    .addColumn('passwordHash', 'text')
    .addColumn('roles', 'text', (c) => c.notNull())
    .addColumn('disabled', 'integer', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('idHash', 'text', (c) => c.primaryKey())
    .addColumn('username', 'text', (c) => c.notNull().references('users.username').onDelete('cascade'))
    .addColumn('csrfToken', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('lastSeenAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessions_username').on('sessions').column('username').execute();
  await db.schema
    .createTable('apiTokens')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tokenHash', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull().references('users.username').onDelete('cascade'))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('lastUsedAt', 'bigint')
    .addColumn('expiresAt', 'bigint')
    .addColumn('revokedAt', 'bigint')
    .execute();
  await withNumber(db, db.schema.createTable('logLines'))
    .addColumn('timestamp', 'bigint', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('context', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('who', 'text', (c) => c.notNull())
    .addColumn('dynamic', 'integer', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('logLines_dynamic').on('logLines').columns(['dynamic', 'id']).execute();
  await db.schema
    .createTable('logCounts')
    .addColumn('dynamic', 'integer', (c) => c.primaryKey())
    .addColumn('lines', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (c) => c.primaryKey())
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
    .execute();
  await db.schema.createIndex('jobs_state').on('jobs').columns(['state', 'id']).execute();
  await db.schema.createIndex('jobs_serialKey').on('jobs').columns(['serialKey', 'state', 'id']).execute();
  await db.schema
    .createTable('packs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('disIds', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('problems', 'text', (c) => c.notNull())
    .addColumn('uploadedBy', 'text', (c) => c.notNull())
    .addColumn('uploadedAt', 'bigint', (c) => c.notNull())
    .addColumn('liveAt', 'bigint')
    .addColumn('jobId', 'text')
    .execute();
  await db.schema.createIndex('packs_fileName').on('packs').columns(['fileName', 'id']).execute();
  await db.schema
    .createTable('snapshots')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('refs')
    .addColumn('area', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('snapshotId', 'text', (c) => c.notNull().references('snapshots.id'))
    .addColumn('movedAt', 'bigint', (c) => c.notNull())
    .addColumn('modifiedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('refs_key', ['area', 'kind', 'key'])
    .execute();
  await withNumber(db, db.schema.createTable('refHistory'))
    .addColumn('area', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('fromSnapshot', 'text')
    .addColumn('toSnapshot', 'text')
    .addColumn('movedAt', 'bigint', (c) => c.notNull())
    .addColumn('who', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('note', 'text')
    .execute();
  await db.schema.createIndex('refHistory_key').on('refHistory').columns(['kind', 'key', 'area', 'id']).execute();
  await db.schema
    .createTable('areaGenerations')
    .addColumn('area', 'text', (c) => c.primaryKey())
    .addColumn('generation', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('globalConfigs')
    .addColumn('area', 'text', (c) => c.notNull())
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('uploadedBy', 'text', (c) => c.notNull())
    .addColumn('uploadedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('globalConfigs_key', ['area', 'fileName'])
    .execute();
  await db.schema
    .createTable('derived')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('blob', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('derived_key', ['kind', 'sha256'])
    .execute();
}

export const first: Migration = { up };
