/**
 * PostgreSQL through `pg`: a pool, 64-bit integers as numbers, serialisation failures retried. While a server is
 * stopped, fails over or cannot be reached, callers get only DatabaseUnavailable.
 *
 *   openPostgres
 */
import { type CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import pg from 'pg';
import { openClock } from './clock.ts';
import { withCommitHooks } from './commitHooks.ts';
import type { Database } from './database.ts';
import { type DatabaseReport, DatabaseUnavailable, type Statements, watchStatements } from './failures.ts';
import { checked, PLAIN } from './parameters.ts';
import { announcement, type Presence } from './presence.ts';
import { queryTraces } from './queryTraces.ts';
import { checkRowCount } from './readLimit.ts';

const INT8 = 20;
const TRIES = 5;
/** serialization_failure, deadlock_detected */
const RETRIED_CODES = new Set(['40001', '40P01']);

const CONNECTIONS = 10;
/** for long reads, so that they do not block short ones */
const BACKGROUND_CONNECTIONS = 2;
/** Time limit for getting a connection, new or from the pool. */
const CONNECT_TIMEOUT_MS = 10_000;
/** The server cancels a statement after this time, waiting for locks included. */
const STATEMENT_TIMEOUT_MS = 60_000;
/** A connection without an answer counts as lost after this time: the server is frozen or unreachable. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** The server ends a transaction that is idle for this long: its process is frozen while others wait for its locks. */
const IDLE_TIMEOUT_MS = 30_000;

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 ? (text: string) => Number(text) : pg.types.getTypeParser(oid, format as 'text'),
};

interface Use {
  /** whether statements have time limits; migrations have none */
  limits: boolean;
  connections: number;
  /** how many stay open when idle */
  idle: number;
  /** what the connections announce; absent: they stay unseen */
  presence: Presence | undefined;
  /** whether requests wait for its answers: see readLimit.ts */
  requests: boolean;
}

function openPool(url: string, report: DatabaseReport, { limits, connections, idle, presence }: Use): pg.Pool {
  const first = [
    ...(limits
      ? [
          `set statement_timeout = ${STATEMENT_TIMEOUT_MS}; set idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`,
        ]
      : []),
    ...(presence ? [announcement(presence)] : []),
  ].join(';');
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    min: idle,
    ...(presence && { fallback_application_name: presence.program }),
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECT_TIMEOUT_MS,
    ...(limits && { query_timeout: ANSWER_TIMEOUT_MS }),
    // The pool awaits this, although its type says otherwise.
    ...(first !== '' && { onConnect: (client: pg.ClientBase) => client.query(first) as unknown as undefined }),
  });
  // The pool listens only while a connection is idle; in a transaction, between two statements, nobody would. An error event
  // without a listener would end the process.
  pool.on('connect', (client) => void client.on('error', report.lost));
  // What the pool hears, the connection has reported.
  pool.on('error', () => {});
  return pool;
}

/** Destroys a connection whose statement was not answered in time: the next statement would wait behind it. */
function cutUnanswered(client: pg.PoolClient, error: unknown): void {
  if (!(error instanceof Error) || error.message !== 'Query read timeout') return;
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** The pool as Kysely uses it, with errors that tell whether the database is unreachable. */
function watched(pool: pg.Pool, statements: Statements): PostgresPool {
  const known = new WeakSet<pg.PoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await statements.run(() => pool.connect());
      if (known.has(client)) return client as never;
      known.add(client);
      const query = client.query.bind(client) as (text: string, values: unknown[]) => Promise<unknown>;
      client.query = ((text: string, values: unknown[]) =>
        statements.run(() =>
          query(text, values).catch((error: unknown) => {
            cutUnanswered(client, error);
            throw error;
          }),
        )) as never;
      return client as never;
    },
  };
}

export async function openPostgres<T>(
  url: string,
  report: DatabaseReport,
  presence: Presence | undefined,
): Promise<Database<T>> {
  const statements = watchStatements(report);
  const open = (use: Omit<Use, 'presence'>) =>
    new Kysely<T>({
      ...queryTraces('postgresql'),
      dialect: new PostgresDialect({
        pool: async () => watched(openPool(url, report, { ...use, presence }), statements),
        onCreateConnection: async (connection) => {
          const execute = connection.executeQuery.bind(connection);
          connection.executeQuery = async <R>(query: CompiledQuery) => {
            // Kysely itself asks for tables with a boolean.
            checked(query.parameters, [...PLAIN, 'boolean']);
            const answer = await execute<R>(query);
            return use.requests ? checkRowCount(query.sql, answer) : answer;
          };
        },
      }),
    });
  // One connection stays open, so that other processes see this one (presence.ts).
  const db = open({ limits: true, connections: CONNECTIONS, idle: 1, requests: true });
  const background = open({ limits: true, connections: BACKGROUND_CONNECTIONS, idle: 0, requests: false });
  const unlimited = open({ limits: false, connections: CONNECTIONS, idle: 0, requests: false });
  const clock = openClock(db, report.skewed);
  return {
    dialect: 'postgres',
    read: db,
    background,
    write: unlimited,
    async transaction<R>(work: (trx: Transaction<T>) => Promise<R>): Promise<R> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await withCommitHooks((hooked) => db.transaction().execute(hooked), work);
        } catch (error) {
          if (!RETRIED_CODES.has((error as { code?: string }).code ?? '')) throw error;
          if (attempt === TRIES) throw new DatabaseUnavailable(error);
        }
      }
    },
    clock,
    failures: statements.count,
    recentlyFull: statements.recentlyFull,
    async close() {
      clock.close();
      await db.destroy();
      await background.destroy();
      await unlimited.destroy();
    },
  };
}
