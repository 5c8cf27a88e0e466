/**
 * SQLite through node:sqlite. One writer connection in a worker thread (a second writer in this thread would block the
 * event loop while it waits for the first), one read-only connection here for short reads, and one in another thread
 * for reads that scan many rows.
 *
 *   openSqlite
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
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
import { openSemaphore } from '../semaphore.ts';
import { openClock } from './clock.ts';
import { withCommitHooks } from './commitHooks.ts';
import type { Database } from './database.ts';
import { type DatabaseReport, type Statements, watchStatements } from './failures.ts';
import { checked } from './parameters.ts';
import { queryTraces } from './queryTraces.ts';
import { checkRowCount, refuseWholeTables } from './readLimit.ts';
import { type Answer, openConnection, type Statement } from './sqliteConnection.ts';
import { backgroundReader, startThread } from './sqliteThreads.ts';

const OLDEST_VERSION = [3, 51, 3];
const CACHE_BYTES = 64 * 1024 ** 2;

class Connection implements DatabaseConnection {
  readonly #run: (statement: Statement) => Promise<Answer>;
  readonly #statements: Statements;
  constructor(statements: Statements, run: (statement: Statement) => Promise<Answer>) {
    this.#run = run;
    this.#statements = statements;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const parameters = checked(query.parameters);
    const answer = await this.#statements.run(() => this.#run({ sql: query.sql, parameters }));
    return {
      rows: answer.rows as R[],
      ...(answer.changes !== undefined && { numAffectedRows: BigInt(answer.changes) }),
    };
  }
  // biome-ignore lint/correctness/useYield: the interface asks for it; nothing here streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported');
  }
}

function driverOf(connection: Connection, exclusive: boolean): Driver {
  const oneUser = openSemaphore(1);
  let release = () => {};
  const run = (sql: string) => connection.executeQuery({ sql, parameters: [] } as unknown as CompiledQuery);
  return {
    init: async () => {},
    destroy: async () => {},
    acquireConnection: async () => {
      if (exclusive) release = await oneUser.acquire();
      return connection;
    },
    releaseConnection: async () => {
      if (exclusive) release();
    },
    beginTransaction: async () => {
      await run('begin immediate');
    },
    commitTransaction: async () => {
      await run('commit');
    },
    rollbackTransaction: async () => {
      // After some errors, such as a full disk, SQLite has rolled back already. The first error is the one that counts.
      await run('rollback').catch((error: unknown) => {
        if (!/no transaction is active/.test((error as Error).message)) throw error;
      });
    },
  };
}

/** Kysely's own adapter migrates SQLite without a transaction. With one, two processes may start together. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const kyselyOf = <T>(driver: Driver) =>
  new Kysely<T>({
    ...queryTraces('sqlite'),
    dialect: {
      createAdapter: () => new Adapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    } satisfies Dialect,
  });

export async function openSqlite<T>(file: string, report: DatabaseReport): Promise<Database<T>> {
  mkdirSync(dirname(file), { recursive: true });
  const writer = startThread({ file, readOnly: false, cacheBytes: CACHE_BYTES });
  const statements = watchStatements(report);
  // The writer creates the file and sets WAL; only then can it be opened for reading.
  const version = String((await writer.ask({ sql: 'select sqlite_version() as v', parameters: [] })).rows[0]?.['v']);
  const parts = version.split('.').map(Number);
  const older = OLDEST_VERSION.findIndex((n, i) => (parts[i] ?? 0) !== n);
  if (older >= 0 && (parts[older] ?? 0) < (OLDEST_VERSION[older] ?? 0)) {
    throw new Error(
      `SQLite ${version} is older than ${OLDEST_VERSION.join('.')}, the oldest version without a known loss of data`,
    );
  }
  const reader = openConnection(file, { readOnly: true, cacheBytes: CACHE_BYTES });
  const inThread = backgroundReader(file);
  const planOf = ({ sql, parameters }: Statement) =>
    reader.run({ sql: `explain query plan ${sql}`, parameters }).rows.map(({ detail }) => String(detail));
  const connect = (run: (statement: Statement) => Promise<Answer>) => new Connection(statements, run);
  const read = kyselyOf<T>(
    driverOf(
      connect(async (statement) => {
        refuseWholeTables(statement.sql, () => planOf(statement));
        return checkRowCount(statement.sql, reader.run(statement));
      }),
      false,
    ),
  );
  const background = kyselyOf<T>(driverOf(connect(inThread.run), false));
  const write = kyselyOf<T>(
    driverOf(
      connect(async (statement) => checkRowCount(statement.sql, await writer.ask(statement))),
      true,
    ),
  );
  return {
    dialect: 'sqlite',
    read,
    background,
    write,
    transaction: <R>(work: (trx: Transaction<T>) => Promise<R>) =>
      withCommitHooks((hooked) => write.transaction().execute(hooked), work),
    clock: openClock(read, report.skewed),
    failures: statements.count,
    recentlyFull: () => undefined,
    async close() {
      await read.destroy();
      await background.destroy();
      await write.destroy();
      reader.close();
      await inThread.stop();
      await writer.stop();
    },
  };
}
