/**
 * A store that the last released version wrote, opened by this one: everything is there. `stores/<version>.tar.gz` was made by a
 * server of that version and holds, for each kind of database, the store, a backup by the command of that version, and what
 * that server answered at the end.
 */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { migrate, openDatabase } from '../platform/database/database.ts';
import { DATABASES } from '../platform/database/testing/databases.ts';
import type { Tables } from '../schema.ts';
import { product } from '../testing/product.ts';
import { BARE, endAll, folderOfStore, start } from '../testing/testServer.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';
import { migrations } from './index.ts';

const RELEASED = ['1.50.3'];
afterEach(endAll);

interface Answers {
  sets: unknown;
  files: object[];
  history: Readonly<Record<'id' | 'area' | 'movedAt' | 'who' | 'reason' | 'note' | 'snapshot', unknown>>[];
  users: { username: string; roles: string[]; createdAt: string }[];
  log: { items: object[] };
  layers: unknown;
  staticStatus: object[];
  /** PNG in base64 */
  picture: string;
}

async function load(url: string, dump: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(readFileSync(dump, 'utf8'));
  } finally {
    await client.end();
  }
}

const pixelsOf = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer();

/** A server of this version answers what the server of the released one answered at the end, and takes packs. */
async function expectAll(server: Awaited<ReturnType<typeof start>>, before: Answers): Promise<void> {
  const json = async (path: string) => (await server.get(path)).json() as Promise<unknown>;
  expect(await json('/api/v2/test/dis')).toEqual(before.sets);
  expect(await json('/api/v2/admin/files')).toMatchObject(before.files);
  expect(await json(`/api/v2/admin/dis/${SET}/history`)).toMatchObject(
    before.history.map(({ id, area, movedAt, who, reason, note, snapshot }) => ({
      id,
      area,
      movedAt,
      who,
      reason,
      note,
      snapshot,
    })),
  );
  expect(await json(`/prod/api/v2/test/dis/${SET}/layers?viewport=exterior`)).toEqual(before.layers);
  expect(await json('/api/v2/test/static/status')).toMatchObject(before.staticStatus);
  const users = before.users.map(({ username, roles, createdAt }) => ({ username, roles, createdAt }));
  expect(await json('/api/v2/admin/users')).toMatchObject(users);
  const { items } = (await json('/api/v2/admin/log?size=1000')) as Answers['log'];
  expect(items).toEqual(expect.arrayContaining(before.log.items.map((item) => expect.objectContaining(item))));
  expect((await json('/api/v2/admin/getBatchSummary')) as unknown[]).not.toEqual([]);
  const picture = await server.get(`/prod/api/v2/image/dis/${SET}/image?view=001&format=png&layers=black`);
  expect(await pixelsOf(Buffer.from(await picture.arrayBuffer()))).toEqual(
    await pixelsOf(Buffer.from(before.picture, 'base64')),
  );
  const signIn = await fetch(`${server.address}/api/v2/public/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'tess', password: 'correct horse 9 battery' }),
  });
  expect(signIn.status).toBe(200);

  const sent = await server.upload(`meta-${SET}.zip`, await metaZip({ 'note.txt': undefined }));
  expect(sent).toBeDefined();
  const stateOf = async () =>
    ((await json('/api/v2/admin/files')) as { sha256: string; state: string }[]).find(
      ({ sha256 }) => sha256 === sent?.sha256,
    )?.state;
  await expect.poll(stateOf).toBe('live');
}

describe.each(RELEASED)('a store of %s', (version) => {
  describe.each(DATABASES)('on $dialect', ({ dialect, fresh }) => {
    const settings = (data: string, url: string) => ({
      LACQUER_DATA: data,
      ...(dialect === 'postgres' && { LACQUER_DATABASE_URL: url }),
    });
    /** @returns the folder of the store, with `backup` in it */
    const unpacked = (): string => {
      const folder = folderOfStore();
      execFileSync('tar', ['-xzf', fileURLToPath(new URL(`stores/${version}.tar.gz`, import.meta.url)), '-C', folder]);
      return join(folder, dialect);
    };
    const answersIn = (data: string) => JSON.parse(readFileSync(join(data, 'answers.json'), 'utf8')) as Answers;
    /** @returns all that it printed */
    const cli = (environment: Record<string, string>, ...args: string[]) =>
      promisify(execFile)(process.execPath, product(...args), { env: { ...BARE, ...environment } }).then(
        ({ stdout }) => stdout,
        (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
      );

    it('sets, pictures, people, history and logs are there, and packs are taken', async () => {
      const data = unpacked();
      const place = await fresh();
      try {
        if (dialect === 'postgres') await load(place.url, join(data, 'dump.sql'));
        const environment = settings(data, place.url);
        expect(await cli(environment, 'user', 'list')).toContain('has the tables of an earlier version.');
        const server = await start(data, environment);
        await expectAll(server, answersIn(data));
        await server.kill();
        expect(await cli(environment, 'scrub')).toContain('0 damaged, 0 missing');
      } finally {
        await endAll();
        await place.drop();
      }
    });

    it('its own backup is restored, with everything', async () => {
      const old = unpacked();
      const data = folderOfStore();
      const place = await fresh();
      const environment = settings(data, place.url);
      try {
        expect(await cli(environment, 'restore', join(old, 'backup'))).toMatch(/^\d+ rows and \d+ blobs restored\n$/);
        // Its tables are those of this version, without a server having started.
        expect(await cli(environment, 'user', 'list')).toContain('tess');
        const again = await cli(environment, 'restore', join(old, 'backup'));
        expect(again).toContain('the store is not empty');
        const server = await start(data, environment);
        await expectAll(server, answersIn(old));
        await server.kill();
        expect(await cli(environment, 'scrub')).toContain('0 damaged, 0 missing');
      } finally {
        await endAll();
        await place.drop();
      }
    });

    it('its backup is refused by a database that has later tables, and a backup of a later version by this one', async () => {
      const old = unpacked();
      const data = folderOfStore();
      const place = await fresh();
      const environment = settings(data, place.url);
      try {
        const backup = join(folderOfStore(), 'backup');
        const made = settings(folderOfStore(), place.url);
        const database = await openDatabase<Tables>(
          dialect === 'postgres' ? place.url : `sqlite:${join(data, 'lacquer.db')}`,
        );
        await migrate(database, migrations);
        await database.close();
        expect(await cli(environment, 'restore', join(old, 'backup'))).toContain(
          'Restore into a database without tables.',
        );
        expect(await cli(environment, 'backup', backup)).toContain(' rows; ');
        const manifest = join(backup, 'manifest.json');
        const later = JSON.parse(readFileSync(manifest, 'utf8')) as { migrations: string[] };
        writeFileSync(manifest, JSON.stringify({ ...later, migrations: [...later.migrations, '9999-doors'] }));
        const refused = await cli(made, 'restore', backup);
        expect(refused).toMatch(/was made by a newer version: this one, \d\S+, does not know its change 9999-doors/);
      } finally {
        await place.drop();
      }
    });
  });
});
