/** The blocks of the start page, through their calls. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type {
  BatchRow,
  FirstSteps,
  HomePacks,
  HomePromotion,
  HomeSets,
  HomeTrouble,
  Role,
} from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const HOUR_MS = 3_600_000;

describe.each(databases())('the start page on %s', (kind) => {
  let server: TestApp;
  const ask = async <T>(path: string, as: readonly Role[] = ['ROLE_ADMIN']): Promise<T> => {
    const answer = await server.call('GET', path, { as });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  const settled = () =>
    vi.waitFor(
      async () => {
        const jobs = await ask<BatchRow[]>('/api/v2/admin/getBatchSummary');
        expect(jobs.filter(({ jobStatus }) => /CREATED|STARTED/.test(jobStatus))).toEqual([]);
      },
      { timeout: 60_000 },
    );
  const promote = async (source: string, target: string) => {
    const body = { disId: SET, source, target };
    const answer = await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { as: ['ROLE_UPLOAD'], body });
    expect(answer.statusCode, answer.body).toBe(200);
    await settled();
  };
  const steps = () => ask<FirstSteps>('/api/v2/admin/home/steps', ['ROLE_UPLOAD']);
  const waiting = async () => {
    const { preprod, prod } = await ask<HomePromotion>('/api/v2/admin/home/promotion', ['ROLE_UPLOAD']);
    return [preprod.newest, prod.newest];
  };
  const changed = (area: string, as: readonly Role[]) => ask<HomeSets>(`/${area}/api/v2/test/home/sets`, as);

  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());

  it('an empty store: nothing waits, and the first steps are open', async () => {
    expect(await waiting()).toEqual([[], []]);
    expect(await steps()).toMatchObject({ done: false, configurations: false, metaPack: false, pictures: false });
    const { failedJobs, refusedPacks, disk } = await ask<HomeTrouble>('/api/v2/admin/home/trouble');
    expect([failedJobs.count, refusedPacks.count]).toEqual([0, 0]);
    expect(disk?.free).toBeGreaterThan(0);
  });

  it('each step is ticked when it is done, and the first promotion ends them', async () => {
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    expect(await steps()).toMatchObject({ metaPack: true, pictures: false, users: true, done: false });
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([1, 2, 3, 255]) }));
    expect(await steps()).toMatchObject({ pictures: true, done: false });
    expect(await waiting()).toEqual([[SET], []]);
    await promote('embargo', 'preprod');
    expect(await steps()).toMatchObject({ done: true });
  });

  it('the number of waiting sets follows the content', async () => {
    expect(await waiting()).toEqual([[], [SET]]);
    await promote('preprod', 'prod');
    expect(await waiting()).toEqual([[], []]);
  });

  it('refused packs are shown to their uploader and to administrators, until there is a newer upload', async () => {
    const name = 'meta-1PP2A9xxxxxxxxxx.zip';
    await server.upload(name, await zipOf({ 'versions.xml': '<broken' }), ['ROLE_UPLOAD']);
    await settled();
    const own = (as: readonly Role[]) => ask<HomePacks>('/api/v2/admin/home/packs', as);
    const { refused, live } = await own(['ROLE_UPLOAD']);
    expect(refused.newest).toMatchObject([{ fileName: name, state: 'refused', problemCount: expect.any(Number) }]);
    expect(refused.newest[0]?.problemCount).toBeGreaterThan(0);
    expect(live.count).toBeGreaterThan(0);
    expect((await own(['ROLE_ADMIN', 'ROLE_UPLOAD'])).refused.count).toBe(0);
    const trouble = async () => (await ask<HomeTrouble>('/api/v2/admin/home/trouble')).refusedPacks.count;
    expect(await trouble()).toBe(1);
    const meta = Object.entries(META).map(([file, text]) => [file, text.replaceAll('1PP2A5', '1PP2A9')] as const);
    await server.deliver(name, await metaZip(Object.fromEntries(meta), '1PP2A9xxxxxxxxxx'));
    expect(await trouble()).toBe(0);
  });

  it('testers get the changes since their last visit in their areas, without hidden sets', async () => {
    const first = await changed('preprod', ['ROLE_TEST']);
    expect([first.since, first.sets.newest.map(({ disId }) => disId)]).toEqual([null, [SET]]);
    const visited = (at: number) =>
      server.database.transaction((trx) => trx.updateTable('users').set({ previousVisitAt: at }).execute());
    await visited(Date.now() + HOUR_MS);
    expect((await changed('preprod', ['ROLE_TEST'])).sets.count).toBe(0);
    await visited(Date.now() - HOUR_MS);
    expect((await changed('preprod', ['ROLE_TEST'])).sets.count).toBe(1);
    const file = `<visibility><set pattern="${SET}" areas="preprod" from="2199-01-01T00:00:00Z"/></visibility>`;
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const { headers, payload } = multipart('visibility_configuration_1.xml', Buffer.from(file));
    const url = '/preprod/api/v2/admin/global-files';
    await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, cookie, 'x-csrf-token': token } });
    expect((await changed('preprod', ['ROLE_TEST'])).sets.count).toBe(0);
    expect((await changed('preprod', ['ROLE_ADMIN'])).sets.count).toBe(1);
  });

  it('a visit begins after four hours without a call', async () => {
    const { username } = await server.signIn(['ROLE_TEST_EMBARGO']);
    const seenAt = Date.now() - 5 * HOUR_MS;
    await server.database.transaction((trx) =>
      trx
        .updateTable('users')
        .set({ lastSeenAt: seenAt, previousVisitAt: null })
        .where('username', '=', username)
        .execute(),
    );
    const body = { username, password: 'a password for tests 7' };
    await server.call('POST', '/api/v2/public/session', { as: 'nobody', body });
    const { since } = await changed('embargo', ['ROLE_TEST_EMBARGO']);
    expect(since).toBe(new Date(seenAt).toISOString());
  });
});
