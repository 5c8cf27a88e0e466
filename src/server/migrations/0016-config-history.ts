/** The history of the global configuration files. It begins with the files that are in force. */
import { type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  const table = db.schema.createTable('configHistory');
  await (db.getExecutor().adapter instanceof SqliteAdapter
    ? table.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    : table.addColumn('id', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
  )
    .addColumn('area', 'text', (c) => c.notNull())
    .addColumn('fileName', 'text', (c) => c.notNull())
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('content', 'text')
    .addColumn('size', 'bigint')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('who', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('configHistory_file').on('configHistory').columns(['area', 'fileName', 'id']).execute();
  await db.schema.createIndex('configHistory_area').on('configHistory').columns(['area', 'id']).execute();
  await sql`insert into "configHistory" ("area", "fileName", "what", "content", "size", "at", "who")
    select "area", "fileName", 'upload', "content", octet_length("content"), "uploadedAt", "uploadedBy" from "globalConfigs"
    order by "uploadedAt"`.execute(db);
}

export const configHistory: Migration = { up };
