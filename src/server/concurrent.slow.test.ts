/**
 * Two servers of one database change the same thing at the same time: the first one wins, and no change is lost silently.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfigHistoryEntry, HistoryEntry, Pack } from '../contract/index.ts';
import { type App, startApp } from './app.ts';
import { readSettings } from './config.ts';
import { databases, freshDatabase } from './testing/databases.ts';
import { shorter } from './testing/length.ts';
import { multipart, PASSWORD, startTestApp, type TestApp } from './testing/testApp.ts';
import { endAll, folderOfStore } from './testing/testServer.ts';
import { META, metaZip, plain, zipOf } from './testing/tinyPacks.ts';

/** Rounds of each way to compete for one target. */
const ROUNDS = shorter(20, 2);
const setOf = (n: number) => `1KL2A5xxxxxxx${String(n).padStart(3, '0')}`;

/** SQLite belongs to one process with one writer, so both calls go to that process. */
describe.each(databases())('at once on %s', (kind) => {
  let one: TestApp;
  let other: App | undefined;
  let next = 0;

  beforeAll(async () => {
    const settings = { LACQUER_WORKERS: '3' };
    one = await startTestApp(kind, settings);
    if (kind === 'postgres') {
      other = await startApp(
        readSettings({
          ...settings,
          LACQUER_DATA: one.folder,
          LACQUER_DATABASE_URL: one.databaseUrl,
          LACQUER_LOG_LEVEL: 'silent',
          FEATURE_QUALITY_REPORT_ENABLED: 'false',
          LACQUER_THUMBNAILS: 'false',
        }),
      );
    }
  });
  afterAll(async () => {
    await other?.close();
    await one.stop();
  });

  /** The answers' status codes; calls are spread over the servers. */
  async function together(method: 'GET' | 'DELETE', paths: readonly string[]): Promise<number[]> {
    const { cookie, token } = await one.signIn(['ROLE_ADMIN']);
    const answers = await Promise.all(
      paths.map((url, i) =>
        ((i % 2 === 1 ? other : undefined) ?? one).app.inject({
          method,
          url,
          headers: { cookie, 'x-csrf-token': token },
        }),
      ),
    );
    return answers.map(({ statusCode }) => statusCode).sort();
  }
  const sets = async () =>
    (await one.call('GET', '/embargo/api/v2/test/dis', { as: ['ROLE_TEST_EMBARGO'] })).json<string[]>();
  const history = async (disId: string) =>
    (await one.call('GET', `/api/v2/admin/dis/${disId}/history`)).json<HistoryEntry[]>();
  async function freshSet(): Promise<string> {
    const disId = setOf(next++);
    expect(await one.deliver(`meta-${disId}.zip`, await metaZip({ 'versions.xml': undefined }, disId))).toMatchObject({
      state: 'live',
    });
    return disId;
  }
  /** Of a key in an area each move starts where the one before ended. */
  async function expectOneChain(disId: string): Promise<void> {
    const rows = await one.database.read
      .selectFrom('refHistory')
      .selectAll()
      .where('key', '=', disId)
      .orderBy('id')
      .execute();
    for (const moves of Map.groupBy(rows, ({ area }) => area).values()) {
      for (const [i, move] of moves.entries()) expect(move.fromSnapshot).toBe(moves[i - 1]?.toSnapshot ?? null);
    }
  }

  it('packs of one set delivered together are all in it', async () => {
    for (let round = 0; round < 2; round += 1) {
      const disId = await freshSet();
      const names = Array.from({ length: 6 }, (_, i) => `image-ext-${disId}_${i}.zip`);
      const packs = await Promise.all(
        names.map(async (name, i) =>
          one.deliver(name, await zipOf({ [`001/p${i}.png`]: await plain([i, 0, 0, 255]) })),
        ),
      );
      expect(packs.map(({ state }) => state)).toEqual(names.map(() => 'live'));
      const listed = (await one.call('GET', `/api/v2/admin/file-elements?path=/embargo/dis/${disId}/ext/001`)).json<
        { name: string }[]
      >();
      expect(listed.map(({ name }) => name)).toEqual(names.map((_, i) => `p${i}.png`));
      await expectOneChain(disId);
    }
  });

  it('only one of several copies to the same target succeeds', async () => {
    const sources = await Promise.all([freshSet(), freshSet(), freshSet(), freshSet()]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = setOf(next++);
      const codes = await together(
        'GET',
        sources.map((disId) => `/api/v2/admin/dis/${disId}/copy?targetDisId=${target}`),
      );
      expect(codes).toEqual([200, 409, 409, 409]);
      expect(await history(target)).toHaveLength(1);
    }
  });

  it('only one of several renames of a set succeeds', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const disId = await freshSet();
      const targets = [setOf(next++), setOf(next++), setOf(next++)];
      const codes = await together(
        'GET',
        targets.map((target) => `/api/v2/admin/dis/${disId}/rename?targetDisId=${target}`),
      );
      expect(codes).toEqual([200, 404, 404]);
      expect((await sets()).filter((id) => [disId, ...targets].includes(id))).toHaveLength(1);
      await expectOneChain(disId);
    }
  });

  it('files of one set that are deleted together are all gone, and no others', async () => {
    const disId = await freshSet();
    const files = ['asset-profile.xml', 'features.xml', 'rules-ext.xml'];
    const paths = files.map((file) => `/api/v2/admin/file-elements-delete?path=/embargo/dis/${disId}/${file}`);
    expect(await together('DELETE', paths)).toEqual([200, 200, 200]);
    const left = (await one.call('GET', `/api/v2/admin/file-elements?path=/embargo/dis/${disId}`)).json<
      { name: string }[]
    >();
    expect(left.map(({ name }) => name)).toEqual(
      Object.keys(META)
        .filter((name) => ![...files, 'versions.xml'].includes(name))
        .sort(),
    );
    await expectOneChain(disId);
  });

  it('a set that several callers delete is deleted once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const disId = await freshSet();
      expect(await together('DELETE', Array(3).fill(`/api/v2/admin/dis/${disId}`))).toEqual([200, 404, 404]);
      expect(await history(disId)).toHaveLength(2);
    }
  });

  it('a configuration file that several callers upload is one change', async () => {
    const { cookie, token } = await one.signIn(['ROLE_ADMIN']);
    const change = async () => ({
      history: (await one.call('GET', '/prod/api/v2/admin/global-files/history')).json<ConfigHistoryEntry[]>().length,
      generation: await one.database.read
        .selectFrom('areaGenerations')
        .select('generation')
        .where('area', '=', 'prod')
        .executeTakeFirst(),
    });
    for (let round = 0; round < 2; round += 1) {
      const before = await change();
      const { headers, payload } = multipart(
        'country_list_1.xml',
        Buffer.from(`<countries><country code="DE" name="${round}"/></countries>`),
      );
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          ((i % 2 === 1 ? other : undefined) ?? one).app.inject({
            method: 'POST',
            url: '/prod/api/v2/admin/global-files',
            headers: { ...headers, cookie, 'x-csrf-token': token },
            payload,
          }),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
      expect(await change()).toEqual({
        history: before.history + 1,
        generation: { generation: Number(before.generation?.generation ?? 0) + 1 },
      });
    }
  });

  it('a roll back, a delivery and concurrent promotions leave each area as its history says', async () => {
    const disId = await freshSet();
    const body = { area: 'embargo', entry: (await history(disId))[0]?.id };
    await Promise.all(
      Array.from({ length: 4 }, async (_, i) => {
        const name = `image-ext-${disId}_${i}.zip`;
        await one.deliver(name, await zipOf({ '001/black.png': await plain([i, 9, 9, 255]) }));
        await one.call('POST', `/api/v2/admin/dis/${disId}/rollback`, { body });
        for (const target of ['preprod', 'prod']) {
          const request = { disId, source: 'embargo', target };
          await one.call('POST', `/api/v2/admin/dis/${disId}/promote`, { body: request });
          await one.call('POST', `/api/v2/admin/dis/${disId}/promoteMetadata`, { body: request });
        }
      }),
    );
    const open = () =>
      one.database.read.selectFrom('jobs').select('id').where('state', 'in', ['CREATED', 'STARTED']).execute();
    await expect.poll(open).toEqual([]);
    await expectOneChain(disId);
    const newest = Map.groupBy(await history(disId), ({ area }) => area);
    for (const entries of newest.values()) expect(entries[0]).toMatchObject({ current: true });
    const packs = (await one.call('GET', '/api/v2/admin/files')).json<Pack[]>();
    // What a roll back or a deletion left behind is not in use any more.
    expect(packs.filter(({ state }) => state !== 'live' && state !== 'unused')).toEqual([]);
  });
});

describe.skipIf(!databases().includes('postgres'))('servers of a new store that start together', () => {
  it('make one administrator', async () => {
    const { url = '', drop } = await freshDatabase('postgres');
    const begin = () =>
      startApp(
        readSettings({
          LACQUER_DATA: folderOfStore(),
          LACQUER_DATABASE_URL: url,
          LACQUER_BLOBS: folderOfStore(),
          LACQUER_ADMIN_PASSWORD: PASSWORD,
          LACQUER_LOG_LEVEL: 'silent',
        }),
      );
    const servers = await Promise.all([begin(), begin(), begin()]);
    for (const { app } of servers) {
      const payload = { username: 'admin', password: PASSWORD };
      expect((await app.inject({ method: 'POST', url: '/api/v2/public/session', payload })).statusCode).toBe(200);
    }
    const [first] = servers;
    expect(await first?.database.read.selectFrom('users').select('username').execute()).toHaveLength(1);
    for (const server of servers) await server.close();
    await endAll();
    await drop();
  });
});
