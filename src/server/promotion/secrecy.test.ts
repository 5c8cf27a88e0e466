/**
 * T 6, T 2.6-2.9: for a tester without embargo permission, sets that only Embargo has do not exist: not in lists, counts, dates,
 * details, histories, diffs, pictures or errors.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { StatementSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BatchRow, type Route, routes, urlOf } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const TESTER = { as: ['ROLE_TEST'] } as const;
const ADMIN = { as: ['ROLE_ADMIN'] } as const;
const UPLOADER = { as: ['ROLE_UPLOAD'] } as const;
const SECRET = '1PP2A9xxxxxxxxxx';
const NEVER = '1PP2A8xxxxxxxxxx';
const RED = [255, 0, 0, 255];

describe.each(databases())('embargo is secret on %s', (kind) => {
  let server: TestApp;
  const get = (path: string, who: typeof TESTER | typeof ADMIN | typeof UPLOADER = TESTER) =>
    server.call('GET', path, who);
  const settled = () =>
    vi.waitFor(
      async () => {
        const jobs = (await get('/api/v2/admin/getBatchSummary', ADMIN)).json<BatchRow[]>();
        expect(jobs.filter((job) => /CREATED|STARTED/.test(job.jobStatus))).toEqual([]);
      },
      { timeout: 60_000 },
    );
  /** The answer without what identifies the request. */
  const contentOf = (answer: Awaited<ReturnType<typeof get>>, id: string) => ({
    status: answer.statusCode,
    body: answer.body.replaceAll(id, 'ID').replace(/"requestId":"[^"]*"/, ''),
  });
  const promote = async (path: string, body: object) => {
    const answer = await server.call('POST', `/api/v2/admin/${path}`, { ...UPLOADER, body });
    expect(answer.statusCode, answer.body).toBe(200);
    await settled();
  };

  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver('static_open.zip', await zipOf({ 'co2/A.png': await plain(RED) }));
    await promote(`dis/${SET}/promote`, { disId: SET, source: 'embargo', target: 'preprod' });
    await promote('static/promote', { fileName: 'static_open.zip', source: 'embargo', target: 'preprod' });
  });
  afterAll(() => server.stop());

  const PLACES = ['', '/embargo', '/preprod', '/prod'];
  const LISTS = [
    'test/dis',
    'test/test/lcdvMapping',
    `test/versions?disId=${SET}`,
    'test/versionsCriteria',
    'test/versionsStaticCriteria',
    'image/static/CO2ClassImages?explicit=false',
    'test/dis/shortStatus',
    'test/static/status',
    `test/dis/${SET}/status`,
    'admin/files',
    'admin/getBatchSummary',
    'admin/log',
  ];
  const everyList = () =>
    Promise.all(
      PLACES.flatMap((place) =>
        LISTS.map(async (list) => {
          const answer = await get(`${place}/api/v2/${list}`);
          return [place, list, contentOf(answer, 'nothing'), answer.headers['etag']];
        }),
      ),
    );

  it('deliveries of new and known sets and static packs change nothing that a tester sees', async () => {
    const before = await everyList();
    const seen = (list: string) => before.find(([place, path]) => place === '/preprod' && path === list)?.[2];
    expect(seen('test/dis')).toEqual({ status: 200, body: JSON.stringify([SET]) });
    expect(seen('image/static/CO2ClassImages?explicit=false')).toMatchObject({ status: 200 });
    const meta = Object.entries(META).map(([name, text]) => [name, text.replaceAll('1PP2A5', '1PP2A9')] as const);
    const secret = await server.deliver(`meta-${SECRET}.zip`, await metaZip(Object.fromEntries(meta), SECRET));
    expect(secret.state).toBe('live');
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain(RED) }));
    await server.deliver('static_secret.zip', await zipOf({ 'co2/B.png': await plain(RED) }));
    await server.deliver('static_open.zip', await zipOf({ 'co2/C.png': await plain(RED) }));
    expect(await everyList()).toEqual(before);
    expect((await get('/api/v2/test/dis/shortStatus', UPLOADER)).body).toContain(SECRET);
  });

  it('every call at every address answers the same for a set in embargo and one that never existed', async () => {
    const paths = (id: string) => [
      `test/dis/${id}/status`,
      `test/dis/${id}/resolutions?viewPort=ext`,
      `test/dis/${id}/layers?viewport=ext&driverType=LHD`,
      `test/dis/${id}/targetNames`,
      `test/dis/${id}/validateViews`,
      `test/versions?disId=${id}`,
      `image/dis/${id}/image?view=001&layers=black`,
      `admin/dis/${id}/history`,
      `admin/dis/${id}/diff?source=embargo&target=preprod`,
      `admin/dis/${id}/pictures/${'0'.repeat(64)}/${'0'.repeat(64)}`,
      `admin/static/history?fileName=${id === SECRET ? 'static_secret.zip' : 'static_never.zip'}`,
    ];
    for (const place of ['', '/embargo', '/preprod', '/prod']) {
      const [secret, never] = [paths(SECRET), paths(NEVER)];
      for (const [i, path] of secret.entries()) {
        const there = contentOf(await get(`${place}/api/v2/${path}`), SECRET);
        expect(there, `${place} ${path}`).toEqual(contentOf(await get(`${place}/api/v2/${never[i]}`), NEVER));
        expect(there.status, `${place} ${path}`).toBeGreaterThanOrEqual(400);
      }
    }
  });

  it.runIf(kind === 'sqlite')(
    'every call that names something runs the same statements, whether it is in embargo or does not exist',
    async () => {
      const secretPicture = createHash('sha256')
        .update(await plain([9, 8, 7, 255]))
        .digest('hex');
      await server.deliver('static_secret.zip', await zipOf({ 'colors/1PP2/A9/S.png': await plain([9, 8, 7, 255]) }));
      const names = {
        secret: {
          id: SECRET,
          version: `${SECRET.slice(0, 6)}QESFB0A0F4`,
          pack: 'static_secret.zip',
          sha256: secretPicture,
        },
        never: {
          id: NEVER,
          version: `${NEVER.slice(0, 6)}QESFB0A0F4`,
          pack: 'static_nobody.zip',
          sha256: '0'.repeat(64),
        },
      };
      // Only statements of the call itself: the server's periodic checks run at their own times.
      const context = new AsyncLocalStorage<string[]>();
      const runAll = StatementSync.prototype.all;
      const statements = vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (
        this: StatementSync,
        ...values
      ) {
        context.getStore()?.push(this.sourceSQL);
        return runAll.apply(this, values);
      });
      const lookAt = async (prefix: string, route: Route, { id, version, pack, sha256 }: typeof names.secret) => {
        const values: Record<string, string> = {
          id,
          version,
          sha256,
          snapshot: sha256,
          optionType: 'colors',
          type: 'colors',
        };
        const params = Object.fromEntries(
          [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, values[name] ?? 'x']),
        );
        const all: Record<string, string> = {
          ...{ disId: id, versionId: version, versionWildcard: version, fileName: pack, path: `/embargo/dis/${id}` },
          ...{ viewPort: 'ext', viewport: 'ext', driverType: 'LHD', view: '001', layers: 'black', size: 'HD' },
          ...{ brand: 'OPEL', model: '1PP2', source: 'embargo', target: 'preprod', explicit: 'false' },
          ...{ area: 'embargo', targetDisId: NEVER },
        };
        const known = Object.keys(route.query?.shape ?? {});
        const query = Object.fromEntries(Object.entries(all).filter(([name]) => known.includes(name)));
        // Compared by their text, because the parameters differ on purpose.
        const texts: string[] = [];
        const answer = await context.run(texts, () =>
          server.call(route.method as 'GET', urlOf(route, { params, query }, prefix), TESTER),
        );
        return {
          status: answer.statusCode,
          body: [id, version, pack, sha256].reduce(
            (text, name) => text.replaceAll(name, 'NAME'),
            contentOf(answer, id).body,
          ),
          headers: Object.keys(answer.headers).sort(),
          statements: texts,
        };
      };
      let refused = 0;
      let compared = 0;
      for (const [name, route] of Object.entries(routes as Readonly<Record<string, Route>>)) {
        if (route.permission === 'anyone' || route.permission === 'signedIn') continue;
        for (const prefix of route.areas ? PLACES : ['']) {
          // Fill the caches for both.
          for (const one of Object.values(names)) await lookAt(prefix, route, one);
          const [secret, never] = [await lookAt(prefix, route, names.secret), await lookAt(prefix, route, names.never)];
          expect(secret, `${prefix} ${name}`).toEqual(never);
          if (secret.status >= 400) refused += 1;
          compared += secret.statements.length;
        }
      }
      expect(compared).toBeGreaterThan(200);
      // Lists are answered; calls that name a set are refused.
      expect(refused).toBeGreaterThan(100);
      statements.mockRestore();
    },
    120_000,
  );
});
