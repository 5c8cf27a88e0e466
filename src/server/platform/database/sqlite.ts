/**
 * SQLite through node:sqlite: one writer connection in a worker thread (a second writer in this thread would block the
 * event loop while it waits for the first), one read-only connection here.
 *
 *   openSqlite
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Transaction,
} from 'kysely';
import { finishing } from './atEnd.ts';
import type { Database } from './database.ts';
import { type DatabaseReport, type Statements, watchStatements } from './failures.ts';
import { checked } from './parameters.ts';
import { type Answer, type Failure, PRAGMAS, type Statement } from './sqlitePragmas.ts';

const OLDEST = [3, 51, 3];
const STATEMENTS = 500;

class Connection implements DatabaseConnection {
  readonly #run: (statement: Statement) => Promise<Answer>;
  readonly #statements: Statements;
  constructor(statements: Statements, run: (statement: Statement) => Promise<Answer>) {
    this.#run = run;
    this.#statements = statements;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const parameters = checked(query.parameters);
    const answer = await this.#statements.of(() => this.#run({ sql: query.sql, parameters }));
    return {
      rows: answer.rows as R[],
      ...(answer.changes !== undefined && { numAffectedRows: BigInt(answer.changes) }),
    };
  }
  // biome-ignore lint/correctness/useYield: the interface asks for it; nothing here streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not offered');
  }
}

/** Hands the one connection to one user at a time, in the order of asking. */
class Turn {
  #last: Promise<void> = Promise.resolve();
  async take(): Promise<() => void> {
    const before = this.#last;
    let release = () => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }
}

function driverOf(connection: Connection, exclusive: boolean): Driver {
  const turn = new Turn();
  let release = () => {};
  const say = (sql: string) => connection.executeQuery({ sql, parameters: [] } as unknown as CompiledQuery);
  return {
    init: async () => {},
    destroy: async () => {},
    acquireConnection: async () => {
      if (exclusive) release = await turn.take();
      return connection;
    },
    releaseConnection: async () => {
      if (exclusive) release();
    },
    beginTransaction: async () => {
      await say('begin immediate');
    },
    commitTransaction: async () => {
      await say('commit');
    },
    rollbackTransaction: async () => {
      await say('rollback');
    },
  };
}

/** Kysely's adapter migrates SQLite without a transaction; SQLite can, and two processes that start together need it. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const kyselyOf = <T>(driver: Driver) =>
  new Kysely<T>({
    dialect: {
      createAdapter: () => new Adapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    } satisfies Dialect,
  });

/** The worker with the writing connection: statements go in, answers come out in the same order. */
function startWriter(file: string) {
  const worker = new Worker(new URL('./sqliteWriter.ts', import.meta.url), { workerData: { file } });
  const waiting: { resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  let dead: unknown;
  worker.on('message', (message: Answer | Failure) => {
    const next = waiting.shift();
    if ('error' in message) next?.reject(Object.assign(new Error(message.error.message), message.error));
    else next?.resolve(message);
    if (waiting.length === 0) worker.unref();
  });
  const fail = (error: unknown) => {
    dead = error;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(dead ?? new Error('the database is closed')));
  worker.unref();
  return {
    run: (statement: Statement) =>
      new Promise<Answer>((resolve, reject) => {
        if (dead !== undefined) return reject(dead);
        waiting.push({ resolve, reject });
        worker.ref();
        worker.postMessage(statement);
      }),
    stop: () => worker.terminate(),
  };
}

export async function openSqlite<T>(file: string, report: DatabaseReport): Promise<Database<T>> {
  mkdirSync(dirname(file), { recursive: true });
  const writer = startWriter(file);
  const statements = watchStatements(report);
  // The writer makes the file and sets WAL; only then can it be opened for reading.
  const version = String((await writer.run({ sql: 'select sqlite_version() as v', parameters: [] })).rows[0]?.['v']);
  const parts = version.split('.').map(Number);
  const older = OLDEST.findIndex((n, i) => (parts[i] ?? 0) !== n);
  if (older >= 0 && (parts[older] ?? 0) < (OLDEST[older] ?? 0)) {
    throw new Error(`SQLite ${version} is older than ${OLDEST.join('.')}, the oldest without a known loss of data`);
  }
  const reader = new DatabaseSync(file, { readOnly: true });
  for (const pragma of PRAGMAS.filter((p) => !p.startsWith('journal_mode'))) reader.exec(`pragma ${pragma}`);
  const prepared = new Map<string, StatementSync>();
  const readStatement = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known) return known;
    const fresh = reader.prepare(sql);
    if (prepared.size >= STATEMENTS) prepared.clear();
    prepared.set(sql, fresh);
    return fresh;
  };
  const read = kyselyOf<T>(
    driverOf(
      new Connection(statements, async ({ sql, parameters }) => ({
        rows: readStatement(sql).all(...parameters) as Answer['rows'],
      })),
      false,
    ),
  );
  const write = kyselyOf<T>(driverOf(new Connection(statements, writer.run), true));
  return {
    dialect: 'sqlite',
    read,
    write,
    transaction: <R>(work: (trx: Transaction<T>) => Promise<R>) => write.transaction().execute(finishing(work)),
    failures: statements.count,
    async close() {
      await read.destroy();
      await write.destroy();
      reader.close();
      await writer.stop();
    },
  };
}
