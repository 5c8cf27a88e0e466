/**
 * Writes rows that dump.ts read into empty tables of a database of either kind.
 *
 *   loadRows    all or nothing
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { connect, countedColumns, type Dumped, quoted, sqlitePath } from './dump.ts';

/** Rows per statement. */
const ROWS_PER_INSERT = 100;

type Counted = ReadonlyMap<string, number>;

/** How rows are written in a dialect. */
interface Target {
  run(sql: string, values: readonly SQLInputValue[]): Promise<void>;
  /** `$1` or `?1` */
  parameter(index: number): string;
  /** SQL that lets counted columns take given values */
  overriding: string;
  /** Makes numbering continue after the largest number that a row has or, according to `numbers`, had. */
  count(numbers: Counted): Promise<void>;
  end(how: 'commit' | 'rollback'): Promise<void>;
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
    parameter: (index) => `?${index}`,
    overriding: '',
    async count(numbers) {
      // SQLite has recorded the largest number of the rows itself; a table without rows has no record.
      const raise = database.prepare('update sqlite_sequence set seq = max(seq, ?1) where name = ?2');
      const note = database.prepare('insert into sqlite_sequence (seq, name) values (?1, ?2)');
      for (const [table, last] of numbers) if (raise.run(last, table).changes === 0) note.run(last, table);
    },
    async end(how) {
      database.exec(how);
      database.close();
    },
  };
}

async function intoPostgres(url: string): Promise<Target> {
  const client = await connect(url);
  await client.query('begin');
  return {
    run: async (sql, values) => void (await client.query(sql, [...values])),
    parameter: (index) => `$${index}`,
    overriding: 'overriding system value ',
    async count(numbers) {
      for (const { table, column, sequence } of await countedColumns(client)) {
        await client.query(
          `select setval($1, greatest(coalesce((select max(${quoted(column)}) from ${quoted(table)}), 0), $2::bigint) + 1, false)`,
          [sequence, numbers.get(table) ?? 0],
        );
      }
    },
    async end(how) {
      try {
        await client.query(how);
      } finally {
        await client.end();
      }
    },
  };
}

/** Yields consecutive rows of one table. */
async function* pagesOf(rows: AsyncIterable<Dumped> | Iterable<Dumped>): AsyncGenerator<Dumped[]> {
  let page: Dumped[] = [];
  for await (const dumped of rows) {
    if (page.length === ROWS_PER_INSERT || (page[0] !== undefined && page[0].table !== dumped.table)) {
      yield page;
      page = [];
    }
    page.push(dumped);
  }
  if (page.length > 0) yield page;
}

async function insert(target: Target, page: readonly Dumped[]): Promise<void> {
  const [first] = page;
  if (first === undefined) return;
  const columns = Object.keys(first.row);
  const parameters = page.map(
    (_, i) => `(${columns.map((_column, j) => target.parameter(i * columns.length + j + 1)).join(', ')})`,
  );
  const names = columns.map(quoted).join(', ');
  await target.run(
    `insert into ${quoted(first.table)} (${names}) ${target.overriding}values ${parameters.join(', ')}`,
    page.flatMap(({ row }) => columns.map((column) => row[column] ?? null)),
  );
}

/**
 * @param cleared tables that are emptied first, in this order
 * @param numbers what lastNumbers found, if known
 */
export async function loadRows(
  url: string,
  rows: AsyncIterable<Dumped> | Iterable<Dumped>,
  { cleared, numbers = new Map() }: { cleared: readonly string[]; numbers?: Counted },
): Promise<void> {
  const path = sqlitePath(url);
  const target = path === undefined ? await intoPostgres(url) : intoSqlite(path);
  let how: 'commit' | 'rollback' = 'rollback';
  try {
    for (const table of cleared) await target.run(`delete from ${quoted(table)}`, []);
    for await (const page of pagesOf(rows)) await insert(target, page);
    await target.count(numbers);
    how = 'commit';
  } finally {
    await target.end(how);
  }
}
