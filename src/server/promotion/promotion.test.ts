/** Promotion, copy, rename and delete through their calls: what the areas show afterwards, and the dates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchRow, SetStatus, StaticPackStatus } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, pixelsOf, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const UPLOADER = { as: ['ROLE_UPLOAD'] } as const;
const ADMIN = { as: ['ROLE_ADMIN'] } as const;
const TESTER = { as: ['ROLE_TEST'] } as const;
const RED = [255, 0, 0, 255];
const GREEN = [0, 255, 0, 255];
const OTHER = '1PP2A5Rxxxxxxxxx';

describe.each(databases())('promotion on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain(RED) }));
    await server.deliver('static_a.zip', await zipOf({ 'co2/A.png': await plain(GREEN) }));
  });
  afterAll(() => server.stop());

  const status = async (disId = SET) =>
    (await server.call('GET', '/api/v2/test/dis/shortStatus', UPLOADER))
      .json<SetStatus[]>()
      .find((row) => row.disId === disId);
  const jobs = async () => (await server.call('GET', '/api/v2/admin/getBatchSummary', ADMIN)).json<BatchRow[]>();
  const settled = () =>
    expect
      .poll(async () => (await jobs()).filter((job) => /CREATED|STARTED/.test(job.jobStatus)).length, {
        timeout: 60_000,
      })
      .toBe(0);
  const promote = async (source: string, target: string, call = 'promote', disId = SET) => {
    const answer = await server.call('POST', `/api/v2/admin/dis/${disId}/${call}`, {
      ...UPLOADER,
      body: { disId, source, target },
    });
    await settled();
    return answer;
  };
  const colourIn = async (area: string) => {
    const answer = await server.call(
      'GET',
      `/${area}/api/v2/image/dis/${SET}/image?view=001&format=png&layers=black`,
      TESTER,
    );
    if (answer.statusCode !== 200) return answer.statusCode;
    return [...(await pixelsOf(answer.rawPayload)).rgba.subarray(0, 4)];
  };

  it('spec 001 §2.8, §8: after Promote All the target shows the set, and the status has the date', async () => {
    expect(await colourIn('preprod')).toBe(404);
    const answer = await promote('embargo', 'preprod');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(`Promotion request for ${SET} created`);
    const line = `DynamicImageSet ${SET}: promotion of all from Embargo to Pre-Prod requested.`;
    const lines = server.database.read.selectFrom('logLines').select(['who', 'context', 'status']);
    const requests = await lines.where('message', '=', line).execute();
    expect(requests).toEqual([{ who: 'UPLOAD', context: 'promotion', status: 'INFO' }]);
    expect(await colourIn('preprod')).toEqual(RED);
    const row = await status();
    expect(row?.lastProdPromoteDate).toBeNull();
    expect(Date.parse(row?.lastPreprodPromoteDate ?? '')).toBeGreaterThan(Date.parse(row?.lastModifiedDate ?? ''));
  });

  it('a later upload changes embargo only; promote metadata keeps the pictures of the target', async () => {
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain(GREEN) }));
    expect(await colourIn('preprod')).toEqual(RED);
    const answer = await promote('embargo', 'preprod', 'promoteMetadata');
    expect(answer.statusCode).toBe(200);
    expect((await jobs())[0]?.function).toBe(`Promote metadata of ${SET} from Embargo to Pre-Prod`);
    expect(await colourIn('preprod')).toEqual(RED);
    await promote('embargo', 'preprod');
    expect(await colourIn('preprod')).toEqual(GREEN);
  });

  it('spec 001 §4.4: preprod can be promoted to prod; nothing can be promoted backwards', async () => {
    expect((await promote('preprod', 'prod')).statusCode).toBe(200);
    expect(await colourIn('prod')).toEqual(GREEN);
    const back = await promote('prod', 'embargo');
    expect(back.statusCode).toBe(400);
    expect(back.json()).toMatchObject({ code: 'no-such-direction' });
  });

  it('refuses a set that the source does not have, and a body for another set', async () => {
    expect((await promote('embargo', 'preprod', 'promote', '9ZZ9Z9xxxxxxxxxx')).statusCode).toBe(404);
    const answer = await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, {
      ...UPLOADER,
      body: { disId: OTHER, source: 'embargo', target: 'preprod' },
    });
    expect(answer.statusCode).toBe(400);
  });

  it('fifty promotions at once run one after the other, each as a job', async () => {
    const before = (await jobs()).length;
    const body = { disId: SET, source: 'embargo', target: 'prod' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { ...UPLOADER, body })),
    );
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    await settled();
    const mine = (await jobs()).slice(0, (await jobs()).length - before);
    expect(mine).toHaveLength(50);
    expect(new Set(mine.map((job) => job.jobStatus))).toEqual(new Set(['COMPLETED']));
  });

  it('spec 001 §8: static packs are promoted from embargo only', async () => {
    const call = (source: string, target: string) =>
      server.call('POST', '/api/v2/admin/static/promote', {
        ...UPLOADER,
        body: { fileName: 'static_a.zip', source, target },
      });
    const answer = await call('embargo', 'preprod');
    expect(answer.body).toBe('System created promotion request for static_a.zip');
    await settled();
    const [row] = (await server.call('GET', '/api/v2/test/static/status', UPLOADER)).json<StaticPackStatus[]>();
    expect(row).toMatchObject({ fileName: 'static_a.zip', status: 'LIVE', lastProdPromoteDate: null });
    expect(row?.lastPreprodPromoteDate).not.toBeNull();
    expect((await call('preprod', 'prod')).statusCode).toBe(400);
  });

  it('spec 000 §7: copy, rename, delete', async () => {
    const ids = async (area: string) => (await server.call('GET', `${area}/api/v2/test/dis`, ADMIN)).json<string[]>();
    const call = (method: 'GET' | 'DELETE', path: string) => server.call(method, `/api/v2/admin/dis/${path}`, UPLOADER);
    expect((await call('GET', `${SET}/copy?targetDisId=${OTHER}`)).body).toBe(`Copy of ${SET} started.`);
    expect(await ids('')).toEqual([OTHER, SET].sort());
    expect((await call('GET', `${SET}/copy?targetDisId=${OTHER}`)).statusCode).toBe(409);
    expect((await call('GET', `${SET}/rename?targetDisId=short`)).statusCode).toBe(400);
    const third = '1PP2A5Sxxxxxxxxx';
    expect((await call('GET', `${OTHER}/rename?targetDisId=${third}`)).body).toBe(`Rename of ${OTHER} done.`);
    expect(await ids('')).toEqual([SET, third].sort());
    expect((await call('DELETE', SET)).statusCode).toBe(200);
    expect(await ids('')).toEqual([third]);
    expect(await ids('/preprod')).toEqual([]);
    expect(await ids('/prod')).toEqual([]);
    expect((await call('DELETE', SET)).statusCode).toBe(404);
  });

  it('a link or a form without the header token changes nothing', async () => {
    const answer = await server.call('GET', `/api/v2/admin/dis/1PP2A5Sxxxxxxxxx/rename?targetDisId=${SET}`, {
      ...UPLOADER,
      headerToken: false,
    });
    expect(answer.statusCode).toBe(403);
    expect(await status()).toBeUndefined();
  });
});
