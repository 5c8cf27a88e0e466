/** Thumbnails and model words through their calls, made by the job after deliveries, promotions and deletions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchRow, CarSummary } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, pixelsOf, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const BARE = '1QQ2A5xxxxxxxxxx';
const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];

describe.each(databases())('thumbnails on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind, { LACQUER_THUMBNAILS: 'true' });
    await server.deliver(`meta-${SET}.zip`, await metaZip());
  });
  afterAll(() => server.stop());

  const cars = async (area = 'embargo', as: readonly string[] = ['ROLE_ADMIN']) =>
    (await server.call('GET', `/${area}/api/v2/test/cars`, { as: as as ['ROLE_ADMIN'] })).json<CarSummary[]>();
  const car = async (area = 'embargo', disId = SET) => (await cars(area)).find((one) => one.disId === disId);
  const picture = (area = 'embargo', headers = {}) =>
    server.call('GET', `/${area}/api/v2/test/dis/${SET}/thumbnail`, { headers });
  const colour = async (area = 'embargo') => [
    ...(await pixelsOf((await picture(area)).rawPayload)).rgba.subarray(0, 4),
  ];
  const promote = (target: string) =>
    server.call('POST', `/api/v2/admin/dis/${SET}/promote`, {
      as: ['ROLE_UPLOAD'],
      body: { disId: SET, source: 'embargo', target },
    });
  const poll = <T>(what: () => Promise<T>) => expect.poll(what);

  it('a set without pictures has its model words, and a sentence why it has no picture', async () => {
    await poll(() => car()).toEqual({
      disId: SET,
      model: expect.stringMatching(/^e-208/),
      versions: expect.any(Number),
      thumbnail: null,
      reason: 'No picture of the exterior is delivered for the angle 001.',
    });
    expect((await picture()).statusCode).toBe(404);
  });

  it('a delivery of pictures makes one, with standard options, no larger than the delivered pictures', async () => {
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/white.png': await plain(RED) }));
    await poll(async () => (await car())?.thumbnail).toMatch(/^[0-9a-f]{64}$/);
    const { headers, rawPayload } = await picture();
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' });
    const { width, height } = await pixelsOf(rawPayload);
    expect([width, height]).toEqual([8, 4]);
    expect(await colour()).toEqual([expect.closeTo(255, -1), expect.closeTo(0, -1), expect.closeTo(0, -1), 255]);
    const again = await picture('embargo', { 'if-none-match': headers.etag as string });
    expect(again.statusCode).toBe(304);
  });

  it('a promotion makes it in the other area, and other pictures change it only in areas that show them', async () => {
    expect((await promote('preprod')).statusCode).toBe(200);
    await poll(async () => (await car('preprod'))?.thumbnail).toBe((await car())?.thumbnail);
    const before = (await car())?.thumbnail;
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/white.png': await plain(BLUE) }));
    await poll(async () => (await car())?.thumbnail).not.toBe(before);
    expect((await colour())[2]).toBeGreaterThan(200);
    expect((await colour('preprod'))[0]).toBeGreaterThan(200);
  });

  it('says why there is none for a set without versions, and drops a deleted set', async () => {
    await server.deliver(`meta-${BARE}.zip`, await metaZip({ 'versions.xml': undefined }, BARE));
    await poll(async () => (await car('embargo', BARE))?.reason).toBe('No version is delivered.');
    const url = `/api/v2/admin/dis/${BARE}`;
    expect((await server.call('DELETE', url)).statusCode).toBeLessThan(300);
    await poll(() => car('embargo', BARE)).toBeUndefined();
  });

  it('a hidden set has none for testers', async () => {
    const file = `<visibility><set pattern="${SET}" areas="preprod" from="2199-01-01T00:00:00Z"/></visibility>`;
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const { headers, payload } = multipart('visibility_configuration_1.xml', Buffer.from(file));
    const url = '/preprod/api/v2/admin/global-files';
    const put = await server.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...headers, cookie, 'x-csrf-token': token },
    });
    expect(put.statusCode, put.body).toBe(200);
    expect(await cars('preprod', ['ROLE_TEST'])).toEqual([]);
    const answer = await server.call('GET', `/preprod/api/v2/test/dis/${SET}/thumbnail`, { as: ['ROLE_TEST'] });
    expect(answer.statusCode).toBe(404);
    expect((await car('preprod'))?.disId).toBe(SET);
  });

  it('no thumbnail job failed', async () => {
    const jobs = (await server.call('GET', '/api/v2/admin/getBatchSummary')).json<BatchRow[]>();
    expect(jobs.filter(({ jobStatus }) => jobStatus === 'FAILED')).toEqual([]);
  });
});
