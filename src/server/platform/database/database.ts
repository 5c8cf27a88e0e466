/**
 * The database: one schema on SQLite (embedded, the default) or PostgreSQL, through Kysely.
 *
 *   Database            reads anywhere, writes only in transactions
 *   openDatabase        by URL: `sqlite:/path/file.db` or `postgres://…`
 *   schemaStateOf       whether `migrate` has anything to do
 *   migrate             for a store that nobody else uses; servers start with upgrade.ts
 *   isUniqueViolation   of either dialect
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { NotUsable } from '../notUsable.ts';
import type { Unavailable } from '../unavailable.ts';
import type { Clock } from './clock.ts';
import { type DatabaseReport, NO_REPORT } from './failures.ts';
import type { Presence } from './presence.ts';
import { openSqlite } from './sqlite.ts';

/** `T`: the tables, as Kysely describes them. */
export interface Database<T> {
  readonly dialect: 'sqlite' | 'postgres';
  /** For short reads: SQLite runs them on the calling thread, so each statement blocks everything else. */
  readonly read: Kysely<T>;
  /** For reads that scan or return many rows: SQLite runs them in another thread. Each one sees a consistent state. */
  readonly background: Kysely<T>;
  /**
   * Runs `work` in one transaction; an error rolls everything back. On SQLite transactions run one after the
   * other, so `work` must not await anything but its own statements.
   */
  transaction<R>(work: (trx: Transaction<T>) => Promise<R>): Promise<R>;
  /** for migrations: statements have no time limit */
  readonly write: Kysely<T>;
  readonly clock: Clock;
  /** Statements that failed since opening; a unique violation is an answer and does not count. */
  failures(): number;
  /**
   * The error of a statement that found the disk of a PostgreSQL server full within the last minute. Writes that fit
   * into existing pages still succeed then, so a trial write proves nothing.
   */
  recentlyFull(): Unavailable | undefined;
  close(): Promise<void>;
}

/**
 * @param report called when the database stops answering, and when it answers again
 * @param presence what other processes see of the connections on PostgreSQL; absent: nothing
 * @throws Error for an unknown kind of address
 */
export async function openDatabase<T>(
  url: string,
  report: DatabaseReport = NO_REPORT,
  presence?: Presence,
): Promise<Database<T>> {
  if (url.startsWith('sqlite:')) return openSqlite<T>(url.slice('sqlite:'.length), report);
  if (/^postgres(ql)?:\/\//.test(url)) return (await import('./postgres.ts')).openPostgres<T>(url, report, presence);
  throw new Error('the database URL starts with sqlite: or postgres://');
}

/** Names of the migrations that ran on the database; none for an empty one. */
async function migrationsOf<T>({ write }: Database<T>): Promise<string[]> {
  const tables = await write.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(write);
  return rows.map(({ name }) => name);
}

/** `empty`: no migration ever ran; `outdated`: `migrate` would change something. */
export type SchemaState = 'empty' | 'outdated' | 'current';

/** @throws NotUsable for a database of a newer version, whose tables this version cannot interpret */
export async function schemaStateOf<T>(
  database: Database<T>,
  migrations: Record<string, Migration>,
): Promise<SchemaState> {
  const done = await migrationsOf(database);
  const unknown = done.filter((name) => !Object.hasOwn(migrations, name)).sort();
  if (unknown.length > 0) {
    throw new NotUsable(
      `The store was used by a newer version of this program: this one does not know its change ${unknown.join(', ')}. Start that version or a newer one, or restore a backup that this version made.`,
    );
  }
  if (done.length === 0) return 'empty';
  return done.length < Object.keys(migrations).length ? 'outdated' : 'current';
}

/**
 * Kysely's migration lock serialises processes that start together.
 * @throws NotUsable for a database of a newer version
 */
export async function migrate<T>(database: Database<T>, migrations: Record<string, Migration>): Promise<void> {
  if ((await schemaStateOf(database, migrations)) === 'current') return;
  const migrator = new Migrator({
    db: database.write,
    provider: { getMigrations: async () => migrations },
    // Migrations that were developed in parallel are released in any order, and none depends on one with a higher number.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

export { isUniqueViolation } from './failures.ts';
