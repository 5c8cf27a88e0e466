/**
 * For tests: databases that have the product's tables already. They are copies of one that is migrated once: creating the
 * tables for each test application would take a third of its start.
 *
 *   databases          the kinds that tests run on, for `describe.each`
 *   onPostgres         a statement in the test server's own database
 *   freshDatabase      an empty database
 *   preparedDatabase   a database with all tables and no rows
 *   openTestDatabase   the same, opened
 */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '../migrations/index.ts';
import { migrate, openDatabase } from '../platform/database/database.ts';
import { timeOrderedId } from '../platform/ids.ts';
import type { Database, Tables } from '../schema.ts';

export type DatabaseKind = 'sqlite' | 'postgres';
interface TestDatabase {
  /** absent: the file in the application's own folder */
  url: string | undefined;
  drop: () => Promise<void>;
}

const postgresUrl = process.env['LACQUER_TEST_POSTGRES'];
const MIGRATIONS = new URL('../migrations/', import.meta.url);
const TEMPLATE_PREFIX = 'lacquer_tables_';
const MISSING = '3D000';

export function databases(): DatabaseKind[] {
  if (postgresUrl) return ['sqlite', 'postgres'];
  console.warn('NOT RUN: tests on PostgreSQL. LACQUER_TEST_POSTGRES names no server.');
  return ['sqlite'];
}

export async function onPostgres(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function urlOf(name: string): string {
  const url = new URL(postgresUrl ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

const freshName = () =>
  `lacquer_${timeOrderedId()
    .replaceAll(/[^a-zA-Z0-9]/g, '_')
    .toLowerCase()}`;

async function migrateAll(url: string): Promise<void> {
  const database = await openDatabase<object>(url);
  await migrate(database, migrations);
  await database.close();
}

/** The name of the template says which migrations it has, because a test server may be used again after they changed. */
function templateName(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(MIGRATIONS).sort()) {
    if (file.endsWith('.ts')) hash.update(readFileSync(new URL(file, MIGRATIONS)));
  }
  return `${TEMPLATE_PREFIX}${hash.digest('hex').slice(0, 16)}`;
}

/** Other processes may make the same template: the first that is done gives it its name. */
async function makeTemplate(template: string): Promise<void> {
  const name = freshName();
  await onPostgres(`create database "${name}"`);
  await migrateAll(urlOf(name));
  await onPostgres(`alter database "${name}" rename to "${template}"`).catch(() =>
    onPostgres(`drop database "${name}" with (force)`),
  );
}

async function copyTemplate(name: string, template: string): Promise<void> {
  const copy = () => onPostgres(`create database "${name}" template "${template}" strategy file_copy`);
  await copy().catch(async (error: { code?: string }) => {
    if (error.code !== MISSING) throw error;
    await makeTemplate(template);
    await copy();
  });
}

let template: string | undefined;
let sqliteFile: Promise<string> | undefined;

async function makeSqliteFile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'tables.db');
  await migrateAll(`sqlite:${file}`);
  return file;
}

/** @param create makes the database of that name */
async function databaseOf(create: (name: string) => Promise<void>): Promise<TestDatabase> {
  const name = freshName();
  await create(name);
  return { url: urlOf(name), drop: () => onPostgres(`drop database "${name}" with (force)`) };
}

/** For products that are started as processes, and for tests of the first start. */
export async function freshDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  if (kind === 'sqlite') return { url: undefined, drop: async () => {} };
  return databaseOf((name) => onPostgres(`create database "${name}"`));
}

/** @param folder of the application, where its SQLite file will be */
export async function preparedDatabase(kind: DatabaseKind, folder: string): Promise<TestDatabase> {
  if (kind === 'sqlite') {
    sqliteFile ??= makeSqliteFile();
    copyFileSync(await sqliteFile, join(folder, 'lacquer.db'));
    return { url: undefined, drop: async () => {} };
  }
  template ??= templateName();
  const made = template;
  return databaseOf((name) => copyTemplate(name, made));
}

/** @returns the database, and what closes and deletes it */
export async function openTestDatabase(
  kind: DatabaseKind = 'sqlite',
): Promise<{ database: Database; end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  const { url = `sqlite:${join(folder, 'lacquer.db')}`, drop } = await preparedDatabase(kind, folder);
  const database = await openDatabase<Tables>(url);
  return {
    database,
    async end() {
      await database.close();
      await drop();
      rmSync(folder, { recursive: true });
    },
  };
}
