/**
 * Lines of each of the two logs are numbered without a gap, so that a page is a range of numbers wherever it stands; the
 * general log's text is indexed by three letters at a time. `logCounts.lines` is the last number, `deleted` the last one
 * that retention took away.
 */
import { type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A database whose owner may not add the extension searches without an index: slower, the same lines. */
const POSTGRES_TEXT = `do $$ begin
  create extension if not exists pg_trgm;
  create index "logLines_search" on "logLines" using gin ("search" gin_trgm_ops) where "dynamic" = 0;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not there: the filter of the logs works without an index';
end $$`;
const SQLITE_TEXT = [
  `create virtual table "logText" using fts5("search", tokenize = 'trigram', content = '', contentless_delete = 1)`,
  `insert into "logText" (rowid, "search") select "number", "search" from "logLines" where "dynamic" = 0`,
  `create trigger "logLines_added" after insert on "logLines" when new."dynamic" = 0 begin
     insert into "logText" (rowid, "search") values (new."number", new."search"); end`,
  `create trigger "logLines_deleted" after delete on "logLines" when old."dynamic" = 0 begin
     delete from "logText" where rowid = old."number"; end`,
];

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('logLines')
    .addColumn('number', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update "logLines" set "number" = numbered."n" from (
    select "id", row_number() over (partition by "dynamic" order by "id") as "n" from "logLines") as numbered
    where numbered."id" = "logLines"."id"`.execute(db);
  await db.schema.dropIndex('logLines_dynamic').execute();
  await db.schema.createIndex('logLines_number').unique().on('logLines').columns(['dynamic', 'number']).execute();
  await db.schema
    .alterTable('logCounts')
    .addColumn('deleted', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update "logCounts" set "lines" = (
    select count(*) from "logLines" where "logLines"."dynamic" = "logCounts"."dynamic")`.execute(db);
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  for (const text of sqlite ? SQLITE_TEXT : [POSTGRES_TEXT]) await sql.raw(text).execute(db);
}

export const logNumbers: Migration = { up };
