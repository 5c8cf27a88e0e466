/**
 * Exports all rows of a database, as of one moment, and imports them again. The format is the same on SQLite and
 * PostgreSQL, so that an export of one goes into the other.
 *
 *   Dumped
 *   dumpRows       while others write: they are not seen
 *   restoreRows    into empty tables, all or nothing
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';

export interface Dumped {
  readonly table: string;
  readonly row: Readonly<Record<string, string | number | null>>;
}

/** rows of one fetch */
const ROWS_PER_FETCH = 1000;

const quoted = (name: string): string => {
  if (!/^\w+$/.test(name)) throw new Error(`${name} names no table or column`);
  return `"${name}"`;
};
/** Callers learn of a lost connection from their statement; an unhandled error event would end the process. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

const sqlitePath = (url: string): string | undefined =>
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

/** How rows are written in a dialect. */
interface Target {
  run(sql: string, values: readonly SQLInputValue[]): Promise<void>;
  /** `$1` or `?1` */
  parameter(place: number): string;
  /** SQL that lets identity columns take given values */
  overriding: string;
  end(failed: boolean): Promise<void>;
}

function intoSqlite(path: string): Target {
  const database = new DatabaseSync(path);
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  database.exec('begin immediate');
  return {
    async run(sql, values) {
      const statement = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, statement);
      statement.run(...values);
    },
    parameter: (place) => `?${place}`,
    overriding: '',
    async end(failed) {
      database.exec(failed ? 'rollback' : 'commit');
      database.close();
    },
  };
}

async function intoPostgres(url: string, identities: Readonly<Record<string, string>>): Promise<Target> {
  const client = await connect(url);
  await client.query('begin');
  return {
    run: async (sql, values) => void (await client.query(sql, [...values])),
    parameter: (place) => `$${place}`,
    overriding: 'overriding system value ',
    async end(failed) {
      try {
        if (!failed) {
          for (const [table, column] of Object.entries(identities)) {
            const [name, counted] = [quoted(table), quoted(column)];
            await client.query(
              `select setval(pg_get_serial_sequence('${name}', '${column}'), coalesce((select max(${counted}) from ${name}), 0) + 1, false)`,
            );
          }
        }
        await client.query(failed ? 'rollback' : 'commit');
      } finally {
        await client.end();
      }
    },
  };
}

/** @param identities tables with a column that the database counts itself */
export async function restoreRows(
  url: string,
  rows: AsyncIterable<Dumped>,
  { identities, cleared }: { identities: Readonly<Record<string, string>>; cleared: readonly string[] },
): Promise<void> {
  const path = sqlitePath(url);
  const target = path === undefined ? await intoPostgres(url, identities) : intoSqlite(path);
  let failed = true;
  try {
    for (const table of cleared) await target.run(`delete from ${quoted(table)}`, []);
    for await (const { table, row } of rows) {
      const columns = Object.keys(row);
      const places = columns.map((_, i) => target.parameter(i + 1)).join(', ');
      const sql = `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) ${target.overriding}values (${places})`;
      await target.run(sql, Object.values(row));
    }
    failed = false;
  } finally {
    await target.end(failed);
  }
}
