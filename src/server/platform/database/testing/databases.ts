/**
 * Databases for tests: a fresh one of each kind. PostgreSQL is included if LACQUER_TEST_POSTGRES has a server's
 * address, as `npm test` sets it; otherwise the tests cover SQLite only.
 *
 *   DATABASES       for describe.each
 *   runChild        a child process that can be killed
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

async function freshSqlite(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  return {
    url: `sqlite:${join(folder, 'test.db')}`,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function freshPostgres(server: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const say = async (statement: string) => {
    const client = new pg.Client(server);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await say(`create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => say(`drop database ${name} with (force)`) };
}

const server = process.env['LACQUER_TEST_POSTGRES'];
export const DATABASES: readonly { dialect: 'sqlite' | 'postgres'; fresh(): Promise<TestDatabase> }[] = [
  { dialect: 'sqlite', fresh: freshSqlite },
  ...(server ? [{ dialect: 'postgres' as const, fresh: () => freshPostgres(server) }] : []),
];

const END_WITH_PARENT = new URL('../../testing/endWithParent.ts', import.meta.url).href;

/**
 * Runs a module's text in a process of its own, which ends with this one. Its imports must be absolute URLs.
 * @returns the process, the lines that it printed so far, and its exit code
 */
export function runChild(source: string): { child: ChildProcess; lines: string[]; ended: Promise<number | null> } {
  // A file instead of --eval: the database's worker thread would inherit that option and fail.
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-test-'));
  const file = join(folder, 'child.mjs');
  writeFileSync(file, source);
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      rmSync(folder, { recursive: true });
      resolve(code);
    });
  });
  return { child, lines, ended };
}
