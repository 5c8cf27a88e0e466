/**
 * T 6; OWASP ASVS 8.2.2, 8.2.3: a set with names that occur nowhere else lies in Embargo; every reading call at every address
 * is asked by those who may not see it, and none of the names comes back. And a hidden set costs the server the same work
 * as one that never was: there is nothing to measure from outside.
 */
import { open } from 'node:fs/promises';
import { StatementSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AREAS, type BatchRow, type Route, routes } from '../../contract/index.ts';
import { startTestApp, type TestApp, type Who } from '../testApp.ts';
import { META, metaZip, plain, SET, VERSION, zipOf } from '../tinyPacks.ts';

const SECRET = '1PK7Q9xxxxxxxxxx';
const NEVER = '1PK8Q9xxxxxxxxxx';
const CANARY = /1PK7Q9|canary/i;
const RED = [255, 0, 0, 255];
const QUERIES: readonly Readonly<Record<string, string>>[] = [
  {},
  { disId: SET, viewPort: 'ext', viewport: 'ext', driverType: 'LHD', view: '001', layers: 'black', versionId: VERSION },
  { disId: SET, type: 'COLOR', explicit: 'false', carLine: '1PK7', query: 'c', search: 'c', brand: '1P', model: 'K7' },
  { disId: SECRET, id: SECRET, versionId: '1PK7Q9QESFB0A0F4', lcdv: '1PK7Q9QESFB0A0F4', view: '001', viewport: 'ext' },
];

describe('embargo', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp('sqlite', { FEATURE_QUALITY_REPORT_ENABLED: 'true' });
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain(RED) }));
    await server.deliver('static_open.zip', await zipOf({ 'co2/A.png': await plain(RED) }));
    for (const target of ['preprod', 'prod']) {
      const as = ['ROLE_UPLOAD'] as const;
      const body = { disId: SET, source: 'embargo', target };
      expect((await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { as, body })).statusCode).toBe(200);
    }
    const renamed = Object.entries(META).map(([file, text]) => [
      file,
      text
        .replaceAll('1PP2A5', '1PK7Q9')
        .replaceAll('e-208 GT', 'Canary GT')
        .replaceAll('black', 'canaryblack')
        .replaceAll('0MM00N9V', '0MCANARY')
        .replaceAll('Perla Nera', 'Canary Yellow'),
    ]);
    const pack = await server.deliver(`meta-${SECRET}.zip`, await metaZip(Object.fromEntries(renamed), SECRET));
    expect(pack.problems).toEqual([]);
    await server.deliver(`image-ext-${SECRET}.zip`, await zipOf({ '001/canaryblack.png': await plain(RED) }));
    await server.deliver('static_canary.zip', await zipOf({ 'co2/CANARY.png': await plain(RED) }));
    await vi.waitFor(
      async () => {
        const jobs = (await server.call('GET', '/api/v2/admin/getBatchSummary')).json<BatchRow[]>();
        expect(jobs.filter((job) => /CREATED|STARTED/.test(job.jobStatus))).toEqual([]);
      },
      { timeout: 30_000 },
    );
  });
  afterAll(() => server.stop());

  const reading = Object.entries(routes as Readonly<Record<string, Route>>).filter(
    ([, route]) => route.method === 'GET' && route.changes !== true,
  );
  const PLACES = ['', ...AREAS.map((area) => `/${area}`)];

  it('the canary sings for those who may see it', async () => {
    const sets = await server.call('GET', '/embargo/api/v2/test/dis', { as: ['ROLE_TEST_EMBARGO'] });
    expect(sets.body).toMatch(CANARY);
    const log = await server.call('GET', '/api/v2/admin/getspecificlog');
    expect(log.body).toMatch(CANARY);
  });

  it.each(reading)('%s says nothing of it to testers of Prod and to nobody', async (_name, route) => {
    for (const as of ['nobody', ['ROLE_TEST']] satisfies Who[]) {
      for (const place of route.areas ? PLACES : ['']) {
        for (const query of QUERIES) {
          const path = route.path.replaceAll(/:(\w+)/g, (_, key: string) => (key === 'id' ? SET : 'black'));
          const asked = new URLSearchParams(query).toString();
          const answer = await server.call('GET', `${place}${path}?${asked}`, { as });
          // What was asked may be repeated.
          const told = answer.body.replaceAll(/1PK7Q9QESFB0A0F4|1PK7Q9xxxxxxxxxx/g, (word) =>
            asked.includes(word) ? '' : word,
          );
          expect(told, `${place}${path}?${asked}`).not.toMatch(CANARY);
          expect(JSON.stringify(answer.headers)).not.toMatch(CANARY);
        }
      }
    }
  });

  it('costs as many statements and reads of files as a set that never was', async () => {
    const handle = await open('/dev/null', 'r');
    await handle.close();
    const counts = [
      vi.spyOn(StatementSync.prototype, 'all'),
      vi.spyOn(StatementSync.prototype, 'get'),
      vi.spyOn(StatementSync.prototype, 'iterate'),
      vi.spyOn(Object.getPrototypeOf(handle) as { read: () => unknown }, 'read'),
    ];
    const cost = async (path: string) => {
      // The first time may fill what is kept in memory.
      await server.call('GET', path, { as: ['ROLE_TEST'] });
      for (const count of counts) count.mockClear();
      const answer = await server.call('GET', path, { as: ['ROLE_TEST'] });
      return [answer.statusCode, answer.headers['content-length'], ...counts.map((count) => count.mock.calls.length)];
    };
    const paths = (id: string) => [
      `test/dis/${id}/resolutions?viewPort=ext`,
      `test/dis/${id}/layers?viewport=ext&driverType=LHD`,
      `test/dis/${id}/targetNames`,
      `test/versions?disId=${id}`,
      `image/dis/${id}/image?view=001&viewport=ext&layers=canaryblack`,
      `admin/dis/${id}/history`,
    ];
    let counted = 0;
    for (const place of ['', '/embargo', '/preprod', '/prod']) {
      const never = paths(NEVER);
      for (const [i, path] of paths(SECRET).entries()) {
        const hidden = await cost(`${place}/api/v2/${path}`);
        expect(hidden, `${place} ${path}`).toEqual(await cost(`${place}/api/v2/${never[i]}`));
        counted += hidden.slice(2).reduce<number>((sum, one) => sum + Number(one), 0);
      }
    }
    expect(counted).toBeGreaterThan(0);
    vi.restoreAllMocks();
  });
});
