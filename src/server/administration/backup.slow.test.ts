/** Backup and restore by the real command line, while the server runs and is written to; scrub and gc. */
import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { DATABASE_NAMES } from '../config.ts';
import { write } from '../journal/journal.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { openDatabase } from '../platform/database/database.ts';
import { dumpRows } from '../platform/database/dump.ts';
import { holdDatabase } from '../platform/database/hold.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import type { Tables } from '../schema.ts';
import { databases, freshDatabase } from '../testing/databases.ts';
import { product } from '../testing/product.ts';
import { startTestApp } from '../testing/testApp.ts';
import { BARE, endAll, folderOfStore, start } from '../testing/testServer.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const run = promisify(execFile);
const folders: string[] = [];
afterEach(async () => {
  await endAll();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'lacquer-backup-'));
  folders.push(made);
  return made;
};
/** @returns what it printed and its exit code */
async function cli(data: string, ...args: string[]): Promise<{ text: string; code: number }> {
  try {
    const { stdout } = await run(process.execPath, product(...args), { env: { ...BARE, LACQUER_DATA: data } });
    return { text: stdout, code: 0 };
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { text: stdout + stderr, code };
  }
}

const CALLS = [
  '/api/v2/test/dis',
  '/api/v2/admin/files',
  '/api/v2/test/dis/shortStatus',
  `/api/v2/admin/dis/${SET}/history`,
  `/embargo/api/v2/test/dis/${SET}/layers?viewport=exterior`,
  `/embargo/api/v2/image/dis/${SET}/image?view=001&format=png&layers=black`,
  '/embargo/api/v2/image/static/imageInfo/co2',
  '/embargo/api/v2/admin/global-files/status',
];

describe('npx lacquer backup and restore', () => {
  it('works while packs arrive: the restored store answers every call like the original, and takes packs', async () => {
    const data = folderOfStore();
    const server = await start(data);
    await server.upload(`meta-${SET}.zip`, await metaZip());
    await server.upload(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([9, 8, 7, 255]) }));
    await server.upload('static_b.zip', await zipOf({ 'co2/A.png': await plain([1, 2, 3, 255]) }));
    const states = async () =>
      ((await (await server.get('/api/v2/admin/files')).json()) as { state: string }[]).map(({ state }) => state);
    await expect.poll(states).toEqual(['live', 'live', 'live']);
    const answers = async (from: typeof server) =>
      Promise.all(
        CALLS.map(async (path) => {
          const text = Buffer.from(await (await from.get(path)).arrayBuffer()).toString('base64');
          return `${path} ${path.includes('imageInfo') ? text.length : text}`;
        }),
      );
    const target = folder();
    // Writes continue during the backup.
    const first = cli(data, 'backup', target);
    const beside = [...Array(5).keys()].map((i) => server.upload(`meta_other${i}.zip`, Buffer.from('no zip')));
    expect(await first).toMatchObject({ code: 0 });
    await Promise.all(beside);

    const original = await answers(server);
    const again = await cli(data, 'backup', target);
    expect(again.text).toMatch(/rows; \d+ blobs copied, [1-9]\d* there already/);
    await server.kill();

    const restored = folder();
    expect(await cli(restored, 'restore', target)).toMatchObject({ code: 0 });
    const copy = await start(restored);
    expect(await answers(copy)).toEqual(original);
    expect(await copy.upload('meta_after.zip', await metaZip())).toBeDefined();
    await copy.kill();
    expect((await cli(restored, 'scrub')).text).toMatch(/0 damaged, 0 missing/);
  });

  it('refuses a store that is not empty, a folder without a backup, and one that is damaged', async () => {
    const data = folderOfStore();
    await (await start(data)).kill();
    const target = folder();
    expect(await cli(data, 'backup', target)).toMatchObject({ code: 0 });
    expect(await cli(data, 'restore', target)).toMatchObject({ code: 1, text: expect.stringMatching(/not empty/) });
    const nothing = await cli(folder(), 'restore', folder());
    expect(nothing).toMatchObject({ code: 1, text: expect.stringMatching(/is not a backup/) });
    appendFileSync(join(target, 'rows.jsonl.gz'), 'x');
    const damaged = await cli(folder(), 'restore', target);
    expect(damaged).toMatchObject({ code: 1, text: expect.stringMatching(/not finished, or it is damaged/) });
  });

  it('scrub names damaged and missing blobs and exits with 1; gc says what it deleted', async () => {
    const data = folderOfStore();
    const server = await start(data);
    await server.upload(`meta-${SET}.zip`, await metaZip());
    await server.kill();
    expect(await cli(data, 'gc', '--dry-run')).toMatchObject({ code: 0, text: expect.stringMatching(/blobs: 0/) });
    const blobs = join(data, 'blobs');
    const prefix = readdirSync(blobs).find((name) => name.length === 2) ?? '';
    const [rest = ''] = readdirSync(join(blobs, prefix));
    writeFileSync(join(blobs, prefix, rest), 'other bytes');
    expect(await cli(data, 'scrub')).toMatchObject({
      code: 1,
      text: expect.stringContaining(`damaged ${prefix}${rest}`),
    });
    rmSync(join(blobs, prefix, rest));
    expect(await cli(data, 'scrub')).toMatchObject({
      code: 1,
      text: expect.stringContaining(`missing ${prefix}${rest}`),
    });
    expect((await cli(data, '--help')).text).toMatch(/backup \[options\] <folder>/);
  });
});

const rowsOf = async (url: string) => {
  const rows: string[] = [];
  for await (const row of dumpRows(url, ['users', 'packs', 'refs', 'refHistory', 'logLines'])) {
    rows.push(
      JSON.stringify(row, (_key, value: unknown) =>
        typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
      ),
    );
  }
  return rows.sort();
};

describe.skipIf(process.env['LACQUER_TEST_POSTGRES'] === undefined)('restore into PostgreSQL', () => {
  it('is refused while a server runs, and keeps servers from starting while it works', async () => {
    const { url = '', drop } = await freshDatabase('postgres');
    const data = folderOfStore();
    const target = folder();
    try {
      const server = await start(data, { LACQUER_DATABASE_URL: url });
      const blobs = await openFolderBlobs(join(data, 'blobs'));
      await backup({ databaseUrl: url, blobs }, target);
      await expect(restore({ databaseUrl: url, blobs }, target)).rejects.toThrow(
        /^Lacquer is using the database .* Stop all/,
      );
      await server.kill();
      const release = await holdDatabase(url, DATABASE_NAMES);
      await expect(restore({ databaseUrl: url, blobs }, target)).rejects.toThrow('Another process holds the whole');
      const beside = await run(process.execPath, product('serve'), {
        env: { ...BARE, LACQUER_DATA: folder(), LACQUER_DATABASE_URL: url, LACQUER_PORT: '0' },
      }).catch(({ stderr }: { stderr: string }) => ({ stderr }));
      expect(beside.stderr).toContain('is being moved or restored.');
      await release();
    } finally {
      await endAll();
      await drop();
    }
  });
});

describe.each(databases())('a backup of %s', (from) => {
  it.each(databases())('can be restored into %s, and numbering continues after the last row', async (to) => {
    const server = await startTestApp(from);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    const target = folder();
    const blobs = await openFolderBlobs(join(server.folder, 'blobs'));
    await backup({ databaseUrl: server.databaseUrl, blobs }, target);
    const rows = await rowsOf(server.databaseUrl);
    const { url, drop } = await freshDatabase(to);
    const store = folder();
    const databaseUrl = url ?? `sqlite:${join(store, 'lacquer.db')}`;
    await restore({ databaseUrl, blobs: await openFolderBlobs(join(store, 'blobs')) }, target);
    expect(await rowsOf(databaseUrl)).toEqual(rows);
    const database = await openDatabase<Tables>(databaseUrl);
    const numbers = async () =>
      (await database.read.selectFrom('jobs').select('number').orderBy('number').execute()).map((job) => job.number);
    const before = await numbers();
    await database.transaction(async (trx) => {
      await write(trx, { status: 'INFO', context: 'test', message: 'one more', who: 'me' });
      await enqueue(trx, { name: 'test', function: 'one more', payload: {}, createdBy: 'me' });
    });
    expect(await numbers()).toEqual([...before, (before.at(-1) ?? 0) + 1]);
    await database.close();
    expect(await rowsOf(databaseUrl)).toHaveLength(rows.length + 1);
    await server.stop();
    await drop();
  });
});
