/**
 * A page of the general log in the middle of many lines against OFFSET, on one PostgreSQL, in one table.
 * `node bench/logs.ts 10000000` takes another number of lines. LACQUER_TEST_POSTGRES names a server on
 * this machine, as for the tests; without it, the row starts one.
 *
 *   logRows
 */
import { sql } from 'kysely';
import pg from 'pg';
import { PACKAGES, startPostgres } from '../scripts/services.mjs';
import { readPage } from '../src/server/journal/pages.ts';
import { migrations } from '../src/server/migrations/index.ts';
import { migrate, openDatabase } from '../src/server/platform/database/database.ts';
import type { Tables } from '../src/server/schema.ts';
import { cpuOfFamily, parentOf } from './processes.ts';
import { byWall, compare, lineOf, type Measured, ownCpu, type Row } from './rows.ts';

const LINES = 10_000_000;
const SIZE = 100;
const PAGES = 100;

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function measure(url: string, lines: number): Promise<Measured> {
  const name = `lacquer_bench_${process.pid}`;
  await onServer(url, `create database "${name}"`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  const database = await openDatabase<Tables>(address.href);
  try {
    await migrate(database, migrations);
    // Both queries go by number; an index on the text would only slow down filling.
    await sql`drop index if exists "logLines_search"`.execute(database.write);
    await sql`insert into "logLines" ("timestamp", "status", "context", "message", "who", "dynamic", "number", "search")
      select ${Date.now()}::bigint + n, 'INFO', 'bench', 'Static image pack static_' || n || '.zip is live in Embargo.',
        'system', 0, n, '' from generate_series(1, ${lines}::bigint) as n`.execute(database.write);
    await sql`insert into "logCounts" ("dynamic", "lines") values (0, ${lines})`.execute(database.write);
    await sql`vacuum analyze "logLines"`.execute(database.write);
    const middle = Math.floor(lines / SIZE / 2);
    let turn = 0;
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.read);
    const server = parentOf(rows[0]?.pid as number);
    const measured = await compare(
      () => readPage(database, 'general', { page: middle + (turn++ % PAGES), size: SIZE }),
      () =>
        database.read
          .selectFrom('logLines')
          .select(['timestamp', 'status', 'context', 'message'])
          .where('dynamic', '=', 0)
          .orderBy('number', 'desc')
          .limit(SIZE)
          .offset(middle * SIZE)
          .execute(),
      PAGES,
      () => ownCpu() + cpuOfFamily(server),
    );
    return byWall(measured);
  } finally {
    await database.close();
    await onServer(url, `drop database "${name}" with (force)`);
  }
}

const given = process.env['LACQUER_TEST_POSTGRES'];

async function measureOnServer(lines: number): Promise<Measured> {
  if (given) return measure(given, lines);
  const server = await startPostgres();
  try {
    return await measure(server.url, lines);
  } finally {
    await server.stop();
  }
}

const rowOf = (lines: number): Row => ({
  work: `a page of ${SIZE} in the middle of ${lines.toLocaleString('en')} log lines, on PostgreSQL`,
  peer: 'OFFSET on the same table and index',
  reach: 1000,
  measure: () => measureOnServer(lines),
});

const possible = given !== undefined || PACKAGES.postgresql();
if (!possible) console.warn('NOT MEASURED: pages of the logs. PostgreSQL is not installed (package postgresql).');
/** Empty where there is no PostgreSQL. */
export const logRows: readonly Row[] = possible ? [rowOf(LINES)] : [];

if (import.meta.main && possible) {
  const row = rowOf(Number(process.argv[2] ?? LINES));
  console.log(lineOf(row, await row.measure()));
}
