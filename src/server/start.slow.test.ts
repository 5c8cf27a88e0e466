/** A start that cannot be: one sentence with the setting, what is wrong and what to do; never a stack. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { databaseNotUsable } from './platform/database/notUsable.ts';
import { databases } from './testing/databases.ts';
import { product } from './testing/product.ts';
import { BARE, endAll, folderOfStore, start } from './testing/testServer.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

afterEach(endAll);

function giveTo(path: string, account: number): void {
  if (existsSync(path)) chownSync(path, account, account);
}

/** Runs until the process ends. @param nobody as an account that owns nothing, where that can be */
async function run(args: readonly string[], environment: Record<string, string>, nobody = false) {
  const child = spawn(process.execPath, [...args], {
    env: { ...BARE, LACQUER_PORT: '0', LACQUER_DATA: folderOfStore(), ...environment },
    ...(nobody && isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('Lacquer runs as root'));
  return { code, lines };
}

it('what a server prints is lines of JSON, and they say that it starts and ends', async () => {
  const server = await start(folderOfStore(), { LACQUER_WORKERS: '0' });
  expect(await server.end('SIGTERM')).toBe(0);
  const lines = server.printed().trimEnd().split('\n');
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(messages).toEqual([
    'Lacquer leaves jobs to other processes: lacquer worker',
    `Lacquer listens on ${server.address}`,
    'Lacquer ends, by SIGTERM.',
    'Lacquer has ended.',
  ]);
});

async function refused(environment: Record<string, string>, nobody = false): Promise<string> {
  const { code, lines } = await run(product('serve'), environment, nobody);
  expect(lines.join('\n')).not.toMatch(/^ {4}at |node:internal|Error:/m);
  expect(lines, lines.join('\n')).toHaveLength(1);
  expect(code).toBe(1);
  return lines[0] ?? '';
}

// Each starts processes, which takes a while on a busy machine.
describe('a start that cannot be', () => {
  it('the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const sentence = await refused({ LACQUER_PORT: String(port) });
    expect(sentence).toContain(`LACQUER_PORT: another program, perhaps another Lacquer, listens on port ${port}`);
    other.close();
  });

  it('the address is another machine’s, or no name at all', async () => {
    expect(await refused({ LACQUER_HOST: '192.0.2.1' })).toContain('LACQUER_HOST: this machine does not have');
    expect(await refused({ LACQUER_HOST: 'no-such-name.invalid' })).toContain('LACQUER_HOST: there is no address for');
  });

  it('a folder is a file', async () => {
    const file = join(folderOfStore(), 'file');
    writeFileSync(file, '');
    expect(await refused({ LACQUER_DATA: file })).toContain(`LACQUER_DATA: the folder ${file} cannot be used: a file`);
    expect(await refused({ LACQUER_BLOBS: file })).toContain(
      `LACQUER_BLOBS: the folder ${file} cannot be used: a file`,
    );
    expect(await refused({ LACQUER_AUDIT: file })).toContain(
      `LACQUER_AUDIT: the folder ${file} cannot be used: a file`,
    );
  });

  it.each(['blobs', 'blobs/staging', 'uploads', 'pictures', 'audit'])(
    'the folder %s may not be written',
    async (name) => {
      const data = folderOfStore();
      const folder = join(data, name);
      mkdirSync(folder, { recursive: true });
      // As root: everything is the other account's but this folder. Else it is ours, and without the right.
      if (isRoot) for (const path of [data, join(data, 'blobs')]) if (path !== folder) giveTo(path, NOBODY);
      chmodSync(folder, 0o555);
      const sentence = await refused({ LACQUER_DATA: data }, true);
      expect(sentence).toContain(`${folder} cannot be used: the account with the id `);
      expect(sentence).toContain('needs the right to read, write and delete there');
      chmodSync(folder, 0o755);
    },
  );

  it('the data folder may not be written', async () => {
    const data = folderOfStore();
    chmodSync(data, 0o555);
    expect(await refused({ LACQUER_DATA: data }, true)).toContain(`LACQUER_DATA: the folder ${data} cannot be used`);
    chmodSync(data, 0o755);
  });

  it('SQLite: the file is something else, damaged, or a folder', async () => {
    const [other, damaged, folder] = [folderOfStore(), folderOfStore(), folderOfStore()];
    writeFileSync(join(other, 'lacquer.db'), 'this is a letter to my aunt and no database'.repeat(200));
    expect(await refused({ LACQUER_DATA: other })).toContain('it is not an SQLite database. Restore a backup');
    await (await start(damaged)).kill();
    const bytes = readFileSync(join(damaged, 'lacquer.db'));
    rmSync(join(damaged, 'lacquer.db-wal'), { force: true });
    bytes.fill(0xa5, 100);
    writeFileSync(join(damaged, 'lacquer.db'), bytes);
    expect(await refused({ LACQUER_DATA: damaged })).toMatch(
      /it is (damaged|not an SQLite database)\. Restore a backup/,
    );
    mkdirSync(join(folder, 'lacquer.db'));
    expect(await refused({ LACQUER_DATA: folder })).toContain('cannot be used: it ');
  });

  it('SQLite: the file, or the one beside it, is of another account', async () => {
    const data = folderOfStore();
    await (await start(data)).kill();
    for (const name of ['lacquer.db', 'lacquer.db.lock']) {
      // As root: everything is the other account's but this file. Else it is ours, and without the right.
      if (isRoot) {
        for (const path of ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]) {
          chownSync(join(data, path), path === name ? 0 : NOBODY, NOBODY);
        }
      }
      chmodSync(join(data, name), 0o400);
      expect(await refused({ LACQUER_DATA: data }, true)).toMatch(
        /lacquer\.db cannot be used: it cannot be (opened|written)\. Does this account have permission/,
      );
      chmodSync(join(data, name), 0o600);
    }
  });

  it('PostgreSQL: not there, no such machine; by every command', async () => {
    const away = { LACQUER_DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/cars' };
    const sentence = 'LACQUER_DATABASE_URL: the database 127.0.0.1:1/cars cannot be used: nothing answers there.';
    expect(await refused(away)).toContain(sentence);
    const commands = ['worker', 'scrub', 'gc', 'user list'];
    for (const { code, lines } of await Promise.all(commands.map((text) => run(product(...text.split(' ')), away)))) {
      expect([code, lines.join('\n')]).toEqual([1, expect.stringContaining(sentence)]);
      expect(lines).toHaveLength(1);
    }
    const nowhere = { LACQUER_DATABASE_URL: 'postgres://me:hunter2@no-such-machine.invalid/cars' };
    expect(await refused(nowhere)).toContain('there is no machine named no-such-machine.invalid');
  });

  it.runIf(databases().includes('postgres'))('PostgreSQL: wrong password, no such database, no TLS', async () => {
    const url = (change: (url: URL) => void) => {
      const one = new URL(process.env['LACQUER_TEST_POSTGRES'] ?? '');
      change(one);
      return { LACQUER_DATABASE_URL: one.href };
    };
    const missing = url((one) => {
      one.pathname = '/no_such_database';
    });
    expect(await refused(missing)).toContain('there is no such database');
    const encrypted = url((one) => {
      one.search = 'sslmode=verify-full';
    });
    expect(await refused(encrypted)).toMatch(/it does not support TLS|its TLS certificate is not trusted/);
    const authority = url((one) => {
      one.search = 'sslmode=verify-full&sslrootcert=/no/such/ca.pem';
    });
    expect(await refused(authority)).toContain('there is no file /no/such/ca.pem');
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its TLS certificate is not trusted (it failed)'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'its TLS certificate is not trusted (it failed)'],
    ['28P01', 'the user name or the password is wrong'],
    ['57P03', 'it is starting or stopping'],
    ['42501', 'the user may not create tables there'],
  ])('PostgreSQL answers %s: %s', (code, words) => {
    const problem = databaseNotUsable(
      'postgres://me:hunter2@db/cars',
      Object.assign(new Error('it failed'), { code }),
      'LACQUER_DATABASE_URL',
    );
    expect(problem?.message).toContain(`the database db/cars cannot be used: ${words}`);
    expect(problem?.message).not.toContain('hunter2');
  });
});
