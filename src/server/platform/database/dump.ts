/**
 * Reads all rows of a database as of one moment. SQLite and PostgreSQL yield the same form, so that rows of one can be
 * loaded into the other (load.ts).
 *
 *   Dumped
 *   dumpRows       does not see changes that are made meanwhile
 *   lastNumbers    the last number that each counted column gave out, including those of deleted rows
 *   countedColumns, connect, quoted, sqlitePath    for load.ts
 */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

export interface Dumped {
  readonly table: string;
  readonly row: Readonly<Record<string, string | number | null>>;
}

/** Rows per fetch: a row may have megabytes, and memory must not grow with the store. */
const ROWS_PER_FETCH = 100;

export const quoted = (name: string): string => {
  if (!/^\w+$/.test(name)) throw new Error(`${name} is not the name of a table or column`);
  return `"${name}"`;
};
/** A client whose statements say why its connection was lost. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  let lost: Error | undefined;
  // An error event without a listener would end the process, and the driver tells the reason only here when nothing runs.
  client.on('error', (error) => {
    lost ??= error;
  });
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
  client.query = ((text: string, values?: unknown[]) =>
    query(text, values).catch((error: unknown) => {
      throw lost && lost !== error
        ? new Error(`The database connection was lost: ${lost.message}`, { cause: lost })
        : error;
    })) as never;
  await client.connect();
  return client;
}

export const sqlitePath = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;

function* fromSqlite(path: string, tables: readonly string[]): Generator<Dumped> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    // A deferred transaction blocks no writer, and sees the state of its first read.
    database.exec('begin');
    for (const table of tables) {
      for (const row of database.prepare(`select * from ${quoted(table)}`).iterate()) {
        yield { table, row: row as Dumped['row'] };
      }
    }
    database.exec('commit');
  } finally {
    database.close();
  }
}

async function* fromPostgres(url: string, tables: readonly string[]): AsyncGenerator<Dumped> {
  const client = await connect(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    for (const table of tables) {
      await client.query(`declare dumped no scroll cursor for select * from ${quoted(table)}`);
      for (;;) {
        const { rows } = await client.query<Dumped['row']>(`fetch ${ROWS_PER_FETCH} from dumped`);
        for (const row of rows) yield { table, row };
        if (rows.length < ROWS_PER_FETCH) break;
      }
      await client.query('close dumped');
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

export function dumpRows(url: string, tables: readonly string[]): Iterable<Dumped> | AsyncIterable<Dumped> {
  const path = sqlitePath(url);
  return path === undefined ? fromPostgres(url, tables) : fromSqlite(path, tables);
}

export interface CountedColumn {
  readonly table: string;
  readonly column: string;
  /** of PostgreSQL, quoted */
  readonly sequence: string;
}

/** The columns that PostgreSQL numbers by itself. */
export async function countedColumns(client: pg.Client): Promise<CountedColumn[]> {
  const { rows } = await client.query<CountedColumn>(
    `select table_name as "table", column_name as "column",
       pg_get_serial_sequence(quote_ident(table_name), column_name) as "sequence"
     from information_schema.columns where table_schema = current_schema() and is_identity = 'YES' order by table_name`,
  );
  return rows;
}

/** @returns by table, without tables that have no such column or never had a row */
export async function lastNumbers(url: string): Promise<Map<string, number>> {
  const path = sqlitePath(url);
  if (path !== undefined) {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const rows = database.prepare('select name, seq from sqlite_sequence').all();
      return new Map(rows.map(({ name, seq }) => [String(name), Number(seq)]));
    } finally {
      database.close();
    }
  }
  const client = await connect(url);
  try {
    const found = new Map<string, number>();
    for (const { table, sequence } of await countedColumns(client)) {
      const { rows } = await client.query<{ last: string; given: boolean }>(
        `select last_value as "last", is_called as "given" from ${sequence}`,
      );
      const [row] = rows;
      const last = row === undefined ? 0 : Number(row.last) - (row.given ? 0 : 1);
      if (last > 0) found.set(table, last);
    }
    return found;
  } finally {
    await client.end();
  }
}
