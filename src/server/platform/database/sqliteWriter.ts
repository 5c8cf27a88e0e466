/**
 * The writing connection's thread: runs statements as they come, answers each in turn.
 *
 *   PRAGMAS               measured: see docs/decisions
 *   Statement, Answer     what goes in and out
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

export const PRAGMAS = [
  'journal_mode = wal',
  'synchronous = full',
  'busy_timeout = 5000',
  'foreign_keys = on',
  'cache_size = -65536',
];

export interface Statement {
  sql: string;
  parameters: SQLInputValue[];
}
export interface Answer {
  rows: Record<string, unknown>[];
  changes?: number;
}

const STATEMENTS = 500;

function serve(port: NonNullable<typeof parentPort>, file: string): void {
  const db = new DatabaseSync(file);
  for (const pragma of PRAGMAS) db.exec(`pragma ${pragma}`);
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    const fresh = db.prepare(sql);
    if (statements.size >= STATEMENTS) statements.clear();
    statements.set(sql, fresh);
    return fresh;
  };
  const run = ({ sql, parameters }: Statement): Answer => {
    const statement = prepared(sql);
    if (statement.columns().length > 0) return { rows: statement.all(...parameters) as Answer['rows'] };
    return { rows: [], changes: Number(statement.run(...parameters).changes) };
  };
  port.on('message', (statement: Statement) => {
    try {
      port.postMessage(run(statement));
    } catch (error) {
      const { message, code } = error as { message: string; code?: string };
      port.postMessage({ error: { message, code: code ?? '' } });
    }
  });
}

if (!isMainThread && parentPort) serve(parentPort, (workerData as { file: string }).file);
