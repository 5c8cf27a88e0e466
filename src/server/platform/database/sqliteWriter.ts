/** The writing connection's thread: runs statements as they come, answers each in turn. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { type Answer, type Failure, PRAGMAS, type Statement } from './sqlitePragmas.ts';

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
      const { message, code = '', errcode = 0 } = error as Partial<Failure['error']> & { message: string };
      port.postMessage({ error: { message, code, errcode } } satisfies Failure);
    }
  });
}

if (!parentPort) throw new Error('this file is for a worker thread');
serve(parentPort, (workerData as { file: string }).file);
