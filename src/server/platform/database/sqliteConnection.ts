/**
 * One connection to an SQLite file, in the thread that opens it: settings, prepared statements, reading in parts.
 *
 *   Statement, Answer, Failure
 *   openConnection
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** Measured: see docs/decisions. */
const PRAGMAS = ['synchronous = full', 'busy_timeout = 5000', 'foreign_keys = on'];

export interface Statement {
  sql: string;
  parameters: SQLInputValue[];
}
export interface Answer {
  rows: Record<string, unknown>[];
  changes?: number;
}
/** errcode: SQLite's own result code */
export interface Failure {
  error: { message: string; code: string; errcode: number };
}

/** how many statements stay prepared */
const PREPARED = 500;

interface Prepared {
  readonly statement: StatementSync;
  /** asked once: the list of columns costs as much as a short read */
  readonly hasRows: boolean;
}

export interface Connection {
  run(statement: Statement): Answer;
  /** The rows of a reading statement in parts of `size`, as of when it began. */
  parts(statement: Statement, size: number): Generator<Answer['rows']>;
  close(): void;
}

/** @param options.cacheBytes SQLite's own cache, besides the operating system's */
export function openConnection(file: string, options: { readOnly: boolean; cacheBytes: number }): Connection {
  const database = new DatabaseSync(file, { readOnly: options.readOnly });
  if (!options.readOnly) database.exec('pragma journal_mode = wal');
  for (const pragma of PRAGMAS) database.exec(`pragma ${pragma}`);
  database.exec(`pragma cache_size = -${Math.round(options.cacheBytes / 1024)}`);
  const statements = new Map<string, Prepared>();
  const prepared = (sql: string): Prepared => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    const fresh = { statement, hasRows: statement.columns().length > 0 };
    if (statements.size >= PREPARED) statements.clear();
    statements.set(sql, fresh);
    return fresh;
  };
  return {
    run({ sql, parameters }) {
      const { statement, hasRows } = prepared(sql);
      if (hasRows) return { rows: statement.all(...parameters) as Answer['rows'] };
      return { rows: [], changes: Number(statement.run(...parameters).changes) };
    },
    *parts({ sql, parameters }, size) {
      // Prepared separately: a cached statement may run again before this read has ended.
      let rows: Answer['rows'] = [];
      for (const row of database.prepare(sql).iterate(...parameters)) {
        rows.push(row as Answer['rows'][number]);
        if (rows.length < size) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    },
    close: () => database.close(),
  };
}
