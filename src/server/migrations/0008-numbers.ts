/**
 * Jobs and packs get a number from the database, which orders them whatever clock the machine has that made them. Those that
 * are there keep the order of their ids.
 */
import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
type AnyDb = Kysely<any>;
type Table = CreateTableBuilder<string>;

const jobColumns = (table: Table): Table =>
  table
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
    .addColumn('stoppedAt', 'bigint');

const packColumns = (table: Table): Table =>
  table
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
    .addColumn('jobId', 'text');

/** SQLite counts only the primary key of a table itself, and changes no table's primary key: it is made anew. */
async function rebuild(db: AnyDb, table: string, columns: (table: Table) => Table): Promise<void> {
  const old = `${table}_before`;
  await db.schema.alterTable(table).renameTo(old).execute();
  const made = db.schema.createTable(table).addColumn('id', 'text', (c) => c.notNull().unique());
  await columns(made)
    .addColumn('number', 'integer', (c) => c.primaryKey().autoIncrement())
    .execute();
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${old})`.execute(db);
  const names = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names}) select ${names} from ${sql.table(old)} order by "id"`.execute(
    db,
  );
  await db.schema.dropTable(old).execute();
}

async function addNumber(db: AnyDb, table: string): Promise<void> {
  const name = sql.table(table);
  await sql`alter table ${name} add column "number" bigint`.execute(db);
  await sql`update ${name} as t set "number" = numbered."n" from (
    select "id", row_number() over (order by "id" collate "C") as "n" from ${name}) as numbered
    where numbered."id" = t."id"`.execute(db);
  await sql`alter table ${name} alter column "number" set not null`.execute(db);
  await sql`alter table ${name} alter column "number" add generated always as identity`.execute(db);
  await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, 'number'),
    coalesce((select max("number") from ${name}), 0) + 1, false)`.execute(db);
  await db.schema.createIndex(`${table}_number`).unique().on(table).column('number').execute();
}

async function up(db: AnyDb): Promise<void> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  if (sqlite) {
    await rebuild(db, 'jobs', jobColumns);
    await rebuild(db, 'packs', packColumns);
    await db.schema.createIndex('jobs_stoppedAt').on('jobs').columns(['stoppedAt']).execute();
  } else {
    for (const index of ['jobs_state', 'jobs_serialKey', 'packs_fileName']) await db.schema.dropIndex(index).execute();
    await addNumber(db, 'jobs');
    await addNumber(db, 'packs');
  }
  await db.schema.createIndex('jobs_state').on('jobs').columns(['state', 'number']).execute();
  await db.schema.createIndex('jobs_serialKey').on('jobs').columns(['serialKey', 'state', 'number']).execute();
  await db.schema.createIndex('packs_fileName').on('packs').columns(['fileName', 'number']).execute();
  await db.schema.createIndex('packs_jobId').on('packs').columns(['jobId']).execute();
}

export const numbers: Migration = { up };
