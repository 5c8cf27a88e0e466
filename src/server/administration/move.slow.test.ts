/** Moving a store: every table and blob, between all kinds of databases and file stores, killed half way, and refusals. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { write } from '../journal/journal.ts';
import { migrations } from '../migrations/index.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { openS3Blobs } from '../platform/blobs/s3.ts';
import { freshBucket, S3_SERVICE } from '../platform/blobs/testing/s3.ts';
import { migrate, openDatabase } from '../platform/database/database.ts';
import { dumpRows } from '../platform/database/dump.ts';
import { openFingerprint } from '../platform/database/fingerprint.ts';
import { DATABASES, runChild } from '../platform/database/testing/databases.ts';
import type { Tables } from '../schema.ts';
import { bucketSettings } from '../testing/bucketSettings.ts';
import { product } from '../testing/product.ts';
import { BARE, endAll, folderOfStore, start } from '../testing/testServer.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';
import { type MovedStore, move } from './move.ts';
import { TABLES } from './tables.ts';
import { readDatabaseMark } from './unfinishedMove.ts';

const cleanUps: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  await endAll();
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

type Dialect = 'sqlite' | 'postgres';
type BlobKind = 'folder' | 's3';
const BLOB_KINDS: readonly BlobKind[] = S3_SERVICE ? ['folder', 's3'] : ['folder'];
const DIALECTS = DATABASES.map(({ dialect }) => dialect);

const noDatabase = (dialect: string): never => {
  throw new Error(`there is no ${dialect}`);
};
async function freshUrl(dialect: Dialect): Promise<string> {
  const { url, drop } = (await DATABASES.find((one) => one.dialect === dialect)?.fresh()) ?? noDatabase(dialect);
  cleanUps.push(drop);
  return url;
}
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'lacquer-move-'));
  cleanUps.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

/** Source text of an expression that opens a file store, also in another process. */
interface Place {
  readonly blobs: Blobs;
  readonly opening: string;
  readonly blobsName: string;
}
const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
async function freshBlobs(kind: BlobKind): Promise<Place> {
  if (kind === 'folder') {
    const path = folder();
    const opening = `(await import(${moduleUrl('../platform/blobs/folder.ts')})).openFolderBlobs(${JSON.stringify(path)})`;
    return { blobs: await openFolderBlobs(path), opening, blobsName: path };
  }
  const bucket = await freshBucket();
  cleanUps.push(() => bucket.drop());
  const blobs = await openS3Blobs(bucket.options);
  cleanUps.push(() => blobs.close());
  const opening = `(await import(${moduleUrl('../platform/blobs/s3.ts')})).openS3Blobs(${JSON.stringify(bucket.options)})`;
  return { blobs, opening, blobsName: `s3://${bucket.options.bucket}/` };
}

const columnsOf = async (url: string) => {
  const database = await openDatabase<Tables>(url);
  try {
    const tables = await database.read.introspection.getTables();
    return new Map(tables.map(({ name, columns }) => [name, columns]));
  } finally {
    await database.close();
  }
};

const HISTORY = { area: 'embargo', kind: 'set', key: 'x', movedAt: 1, who: 'me', reason: 'test' };
/** Each table has a row: `x` in each text, 1000 in each number, so that rows refer to each other. The log has many lines. */
async function fill(url: string, blobs: Blobs): Promise<void> {
  const database = await openDatabase<Tables>(url);
  try {
    await migrate(database, migrations);
    const overriding = sql.raw(database.dialect === 'postgres' ? 'overriding system value' : '');
    const columns = await columnsOf(url);
    await database.transaction(async (trx) => {
      for (let i = 0; i < 250; i += 1) {
        await write(trx, { status: 'INFO', context: 'test', message: `line ${i} äöü €`, who: 'me' });
      }
      for (const table of TABLES.filter((name) => name !== 'refHistory')) {
        const each = columns.get(table) ?? [];
        const values = each.map(({ dataType }) => (/text/i.test(dataType) ? 'x' : 1000));
        await sql`insert into ${sql.table(table)} (${sql.join(each.map(({ name }) => sql.ref(name)))}) ${overriding}
          values (${sql.join(values)})`.execute(trx);
      }
      for (let i = 0; i < 3; i += 1) await trx.insertInto('refHistory').values(HISTORY).execute();
      // The last number was given to a row that was deleted.
      await trx.deleteFrom('refHistory').where('id', '=', 3).execute();
    });
  } finally {
    await database.close();
  }
  for (let i = 0; i < 25; i += 1) await blobs.put(Buffer.from(`blob ${i} `.repeat(i * 200)));
}

async function isUnmarked(url: string): Promise<boolean> {
  const database = await openDatabase<Tables>(url);
  try {
    return (await readDatabaseMark(database)) === undefined;
  } finally {
    await database.close();
  }
}

async function contentOf(url: string, blobs: Blobs) {
  const fingerprint = openFingerprint();
  for await (const dumped of dumpRows(url, TABLES)) fingerprint.add(dumped);
  const stored: string[] = [];
  for await (const { sha256 } of blobs.list()) {
    expect(await blobs.verify(sha256)).toBe(true);
    stored.push(sha256);
  }
  return { tables: TABLES.map((table) => [table, fingerprint.of(table)]), stored: stored.sort() };
}

const ALL = { database: true, blobs: true };
const quietly = () => {};

describe('what is moved', () => {
  it.each(DATABASES)(
    'is every table of $dialect, in an order in which rows can refer to each other',
    async ({ dialect }) => {
      const url = await freshUrl(dialect);
      const database = await openDatabase<Tables>(url);
      await migrate(database, migrations);
      const references =
        dialect === 'sqlite'
          ? sql<{ child: string; parent: string }>`select m.name as "child", f."table" as "parent"
            from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`
          : sql<{
              child: string;
              parent: string;
            }>`select c.relname as "child", p.relname as "parent" from pg_constraint k
            join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid where k.contype = 'f'`;
      const { rows } = await references.execute(database.read);
      await database.close();
      // SQLite's full-text index of the log is updated by triggers.
      const tables = [...(await columnsOf(url)).keys()].filter((name) => !name.startsWith('logText'));
      expect(tables.sort()).toEqual([...TABLES].sort());
      expect(rows.length).toBeGreaterThan(3);
      for (const { child, parent } of rows) {
        expect(TABLES.indexOf(parent as never), `${child} refers to ${parent}`).toBeLessThan(
          TABLES.indexOf(child as never),
        );
      }
    },
  );
});

describe.each(DIALECTS)('from %s', (fromDialect) => {
  describe.each(DIALECTS)('to %s', (toDialect) => {
    it.each(BLOB_KINDS.flatMap((a) => BLOB_KINDS.map((b) => [a, b] as const)))(
      'with blobs from %s to %s: every row and blob is there, and numbering continues after the last row that ever existed',
      async (fromBlobs, toBlobs) => {
        const [fromUrl, toUrl] = [await freshUrl(fromDialect), await freshUrl(toDialect)];
        const [a, b] = [await freshBlobs(fromBlobs), await freshBlobs(toBlobs)];
        await fill(fromUrl, a.blobs);
        const before = await contentOf(fromUrl, a.blobs);
        const report = await move({ databaseUrl: fromUrl, ...a }, { databaseUrl: toUrl, ...b }, ALL, quietly);
        expect(report.blobs).toEqual({ copied: 25, present: 0, verified: 25 });
        expect(Object.keys(report.tables ?? {})).toEqual(TABLES);
        expect(report.tables?.['logLines']?.rows).toBe(251);
        expect(await contentOf(toUrl, b.blobs)).toEqual(before);
        expect(await contentOf(fromUrl, a.blobs)).toEqual(before);
        const database = await openDatabase<Tables>(toUrl);
        await database.transaction(async (trx) => {
          await write(trx, { status: 'INFO', context: 'test', message: 'one more', who: 'me' });
          await trx.insertInto('refHistory').values(HISTORY).execute();
        });
        const history = await database.read.selectFrom('refHistory').select('id').orderBy('id').execute();
        await database.close();
        expect(history.map(({ id }) => id)).toEqual([1, 2, 4]);
      },
    );
  });
});

describe('a move that was killed', () => {
  it.each([
    { from: 'sqlite', fromBlobs: 'folder', to: DIALECTS.at(-1) ?? 'sqlite', toBlobs: BLOB_KINDS.at(-1) ?? 'folder' },
    { from: DIALECTS.at(-1) ?? 'sqlite', fromBlobs: BLOB_KINDS.at(-1) ?? 'folder', to: 'sqlite', toBlobs: 'folder' },
  ] as const)('goes on at any point, from $from and $fromBlobs to $to and $toBlobs', async (kinds) => {
    const [fromUrl, toUrl] = [await freshUrl(kinds.from), await freshUrl(kinds.to)];
    const [a, b] = [await freshBlobs(kinds.fromBlobs), await freshBlobs(kinds.toBlobs)];
    await fill(fromUrl, a.blobs);
    const before = await contentOf(fromUrl, a.blobs);
    const side = ({ opening, blobsName }: Place, databaseUrl: string) =>
      `{ databaseUrl: ${JSON.stringify(databaseUrl)}, blobs: await ${opening}, blobsName: ${JSON.stringify(blobsName)} }`;
    const source = `
      const { move } = await import(${moduleUrl('move.ts')});
      const [from, to] = [${side(a, fromUrl)}, ${side(b, toUrl)}];
      const step = () => new Promise((done) => process.stdout.write('step\\n', done));
      await move(from, to, { database: true, blobs: true }, step);
      console.log('done');
      process.exit(0);`;
    /** about as many steps as a complete move has */
    const STEPS = 25 + 25 + 3 * 280;
    const points = [1, 24, 26, 60, 330, 600, 860, Math.ceil(Math.random() * STEPS)];
    for (const point of points) {
      const { child, lines, ended } = runChild(source);
      while (lines.length < point && child.exitCode === null)
        await Promise.race([once(child.stdout as Readable, 'data'), ended]);
      child.kill('SIGKILL');
      await ended;
      expect(await contentOf(fromUrl, a.blobs), `killed after ${point} steps`).toEqual(before);
      // A move that finished before it was killed cannot be started again. It may not have been able to say that it had.
      if (lines.includes('done') || (await isUnmarked(toUrl))) {
        return expect(await contentOf(toUrl, b.blobs)).toEqual(before);
      }
    }
    const report = await move({ databaseUrl: fromUrl, ...a }, { databaseUrl: toUrl, ...b }, ALL, quietly);
    expect(report.blobs).toMatchObject({ copied: 0, present: 25, verified: 25 });
    expect(await contentOf(toUrl, b.blobs)).toEqual(before);
  });
});

describe('a move', () => {
  const made = async (): Promise<[MovedStore, MovedStore]> => {
    const [a, b] = [await freshBlobs('folder'), await freshBlobs('folder')];
    const [from, to] = [await freshUrl('sqlite'), await freshUrl(DIALECTS.at(-1) ?? 'sqlite')];
    await fill(from, a.blobs);
    return [
      { databaseUrl: from, ...a },
      { databaseUrl: to, ...b },
    ];
  };

  it('refuses a database that is not empty or is the target of another move', async () => {
    const [from, to] = await made();
    const [other] = await made();
    await fill(to.databaseUrl, to.blobs);
    await expect(move(from, to, ALL, quietly)).rejects.toThrow(
      /^The database .* is not empty\. Move into an empty one\.$/,
    );
    const [, fresh] = await made();
    const list = () => {
      throw new Error('the disk is gone');
    };
    const damaged = { ...from, blobs: { ...from.blobs, list } };
    await expect(move(damaged, fresh, ALL, quietly)).rejects.toThrow('the disk is gone');
    await expect(move(other, fresh, ALL, quietly)).rejects.toThrow(
      /is the target of another unfinished move, from .*\. Finish that move, or move into an empty one\.$/,
    );
    expect((await move(from, fresh, ALL, quietly)).blobs?.verified).toBe(25);
  });

  it('refuses a file store that is not empty, with the database moved or not', async () => {
    const [from, to] = await made();
    const { sha256 } = await to.blobs.put(Buffer.from('of somebody else'));
    for (const moved of [ALL, { database: false, blobs: true }]) {
      await expect(move(from, to, moved, quietly)).rejects.toThrow(/^The file store .* is not empty\./);
    }
    await to.blobs.delete(sha256);
    const report = await move(from, to, { database: false, blobs: true }, quietly);
    expect(report).toEqual({ tables: undefined, blobs: { copied: 25, present: 0, verified: 25 } });
  });

  it('copies damaged blobs again, and reports that the store changed meanwhile', async () => {
    const [from, to] = await made();
    let damaged = '';
    const bad: Blobs = {
      ...to.blobs,
      async verify(sha256) {
        if (damaged !== '') return to.blobs.verify(sha256);
        damaged = sha256;
        return false;
      },
    };
    expect((await move(from, { ...to, blobs: bad }, ALL, quietly)).blobs?.verified).toBe(25);
    expect(damaged).not.toBe('');

    const [busy, target] = await made();
    const database = await openDatabase<Tables>(busy.databaseUrl);
    let changed: Promise<unknown> | undefined;
    const change = (text: () => string) => {
      if (!text().startsWith('comparing: 1 rows')) return;
      changed ??= database.transaction((trx) => write(trx, { status: 'INFO', context: 'c', message: 'm', who: 'me' }));
    };
    await expect(move(busy, target, ALL, change)).rejects.toThrow(
      /^The table logLines of the store changed during the move/,
    );
    await changed;
    await database.close();
    expect((await move(busy, target, ALL, quietly)).tables?.['logLines']?.rows).toBe(252);
  });
});

const run = promisify(execFile);
/** @returns what it printed and its exit code */
async function cli(environment: Readonly<Record<string, string>>, ...args: string[]) {
  try {
    const { stdout, stderr } = await run(process.execPath, product(...args), { env: { ...BARE, ...environment } });
    return { stdout, text: stdout + stderr, code: 0 };
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { stdout, text: stdout + stderr, code };
  }
}

const CALLS = [
  '/api/v2/test/dis',
  '/api/v2/admin/files',
  '/api/v2/test/dis/shortStatus',
  `/api/v2/admin/dis/${SET}/history`,
  `/embargo/api/v2/test/dis/${SET}/layers?viewport=exterior`,
  `/embargo/api/v2/image/dis/${SET}/image?view=001&format=png&layers=black`,
];

describe('lacquer move', () => {
  it.skipIf(!S3_SERVICE || DIALECTS.length < 2)(
    'from a folder to PostgreSQL and S3 and back: the server answers the same, and refuses stores that are half moved or in use',
    async () => {
      const bucket = await freshBucket();
      cleanUps.push(() => bucket.drop());
      const [data, back] = [folderOfStore(), folderOfStore()];
      const small = { LACQUER_DATA: data };
      const large = {
        LACQUER_DATA: folder(),
        LACQUER_DATABASE_URL: await freshUrl('postgres'),
        ...bucketSettings(bucket),
      };
      const again = { LACQUER_DATA: back };
      const fileOf = (settings: object) => {
        const file = join(folder(), 'new.env');
        writeFileSync(
          file,
          Object.entries(settings)
            .map(([name, value]) => `${name}=${value}\n`)
            .join(''),
        );
        return file;
      };
      const server = await start(data);
      await server.upload(`meta-${SET}.zip`, await metaZip());
      await server.upload(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([9, 8, 7, 255]) }));
      const states = async () =>
        ((await (await server.get('/api/v2/admin/files')).json()) as { state: string }[]).map(({ state }) => state);
      await expect.poll(states).toEqual(['live', 'live']);
      const answers = async (from: typeof server) =>
        Promise.all(
          CALLS.map(async (path) => Buffer.from(await (await from.get(path)).arrayBuffer()).toString('base64')),
        );
      const original = await answers(server);

      const beside = await cli(small, 'move', fileOf(large));
      expect(beside).toMatchObject({
        code: 1,
        text: expect.stringContaining('Another Lacquer process is already using'),
      });
      await server.kill();
      const moved = await cli(small, 'move', fileOf(large), '--json');
      expect(moved.code, moved.text).toBe(0);
      const report = JSON.parse(moved.stdout) as { tables: { packs: { rows: number } }; blobs: { verified: number } };
      expect([report.tables.packs.rows, report.blobs.verified > 3]).toEqual([2, true]);

      const other = await start(large.LACQUER_DATA, large);
      expect(await answers(other)).toEqual(original);
      // Sessions were moved, too.
      const asBefore = await fetch(`${other.address}/api/v2/admin/files`, { headers: server.headers });
      expect(asBefore.status).toBe(200);
      const used = await cli(large, 'move', fileOf(again));
      expect(used.text).toMatch(
        /Lacquer is using the database .*, with \d+ connections?\. Stop all servers and workers first\./,
      );
      expect(used.code).toBe(1);
      await other.kill();
      await expect
        .poll(async () => (await cli(large, 'move', fileOf(again))).text, { interval: 1000 })
        .toContain('The move is done.');
      const last = await start(back);
      expect(await answers(last)).toEqual(original);
      await last.kill();
      expect((await cli(again, 'scrub')).text).toContain('0 damaged, 0 missing');
      expect((await cli(small, 'move', fileOf(again))).text).toContain('is not empty. Move into an empty one.');
      expect((await cli(small, 'move', fileOf(small))).text).toContain('There is nothing to move.');
    },
  );

  it('a server refuses a store that was not moved completely', async () => {
    const data = folderOfStore();
    const [from] = [await freshBlobs('folder')];
    const url = await freshUrl('sqlite');
    await fill(url, from.blobs);
    const to = { databaseUrl: `sqlite:${join(data, 'lacquer.db')}`, blobs: await openFolderBlobs(join(data, 'blobs')) };
    const half = () => {
      throw new Error('killed');
    };
    const tried = move({ databaseUrl: url, ...from }, { ...to, blobsName: 'there' }, ALL, half);
    await expect(tried).rejects.toThrow('killed');
    for (const command of [['serve'], ['user', 'list'], ['gc']]) {
      const { code, text } = await cli({ LACQUER_DATA: data, LACQUER_PORT: '0' }, ...command);
      expect(text).toContain('is the target of a move that is not finished.');
      expect(code).toBe(1);
    }
  });

  it('2: names what is wrong with the new settings', async () => {
    const data = folderOfStore();
    const file = join(folder(), 'new.env');
    expect(await cli({ LACQUER_DATA: data }, 'move', file)).toMatchObject({
      code: 2,
      text: expect.stringContaining('cannot be read'),
    });
    writeFileSync(file, 'LACQUER_PORT=x\n');
    expect((await cli({ LACQUER_DATA: data }, 'move', file)).text).toContain('LACQUER_DATA is missing');
    writeFileSync(file, `LACQUER_DATA=${data}2\nLACQUER_PORT=x\n`);
    expect(await cli({ LACQUER_DATA: data }, 'move', file)).toMatchObject({
      code: 2,
      text: expect.stringContaining(`${file}: LACQUER_PORT`),
    });
  });
});
