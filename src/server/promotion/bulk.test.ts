/** Promoting many with one request, through its calls: what is refused, the outcome of each item, who sees and stops it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchRow, BulkPromotion, BulkPromotionDetails, HistoryEntry, SetStatus } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const UPLOADER = { as: ['ROLE_UPLOAD'] } as const;
const ADMIN = { as: ['ROLE_ADMIN'] } as const;
const SECOND = '1QQ2A5xxxxxxxxxx';
const ABSENT = '9ZZ9Z9xxxxxxxxxx';
const URL = '/api/v2/admin/promotions';

describe.each(databases())('promoting many on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver(`meta-${SECOND}.zip`, await metaZip({ 'versions.xml': undefined }, SECOND));
    await server.deliver('static_a.zip', await zipOf({ 'co2/A.png': await plain([1, 2, 3, 255]) }));
    await server.deliver('static_b.zip', await zipOf({ 'co2/B.png': await plain([1, 2, 3, 255]) }));
  });
  afterAll(() => server.stop());

  const request = (body: object, who: { as: readonly ['ROLE_UPLOAD' | 'ROLE_ADMIN' | 'ROLE_TEST'] } = UPLOADER) =>
    server.call('POST', URL, { ...who, body: { kind: 'dis', source: 'embargo', target: 'preprod', ...body } });
  const details = async (jobId: string, who: { as: readonly ['ROLE_UPLOAD' | 'ROLE_ADMIN'] } = UPLOADER) =>
    server.call('GET', `${URL}/${jobId}`, who);
  const ended = async (jobId: string): Promise<BulkPromotionDetails> => {
    await expect
      .poll(async () => (await details(jobId, ADMIN)).json<BulkPromotion>().stoppedAt, { timeout: 60_000 })
      .not.toBeNull();
    return (await details(jobId, ADMIN)).json();
  };
  const jobs = async () => (await server.call('GET', '/api/v2/admin/getBatchSummary', ADMIN)).json<BatchRow[]>();

  it('one request is one job, with a result, a history entry and log lines for each set', async () => {
    const before = (await jobs()).length;
    const answer = await request({ keys: [SET, SECOND], note: 'season' });
    expect(answer.statusCode, answer.body).toBe(200);
    const { jobId, total } = answer.json<BulkPromotion>();
    expect(total).toBe(2);
    expect(await ended(jobId)).toMatchObject({
      ...{ state: 'COMPLETED', promoted: 2, refused: 0, note: 'season', who: 'UPLOAD' },
      items: [
        { key: SET, state: 'promoted', reason: null },
        { key: SECOND, state: 'promoted', reason: null },
      ],
    });
    const [job, ...others] = await jobs();
    expect(others).toHaveLength(before);
    expect(job).toMatchObject({
      function: 'Promote 2 image sets from Embargo to Pre-Prod',
      items: { total: 2, done: 2, refused: 0, stopped: 0 },
    });
    for (const key of [SET, SECOND]) {
      const history = (await server.call('GET', `/api/v2/admin/dis/${key}/history`)).json<HistoryEntry[]>();
      expect(history[0]).toMatchObject({ area: 'preprod', who: 'UPLOAD', reason: 'promote', note: 'season' });
      const { body } = await server.call('GET', '/api/v2/admin/getspecificlog');
      expect(body).toContain(`${key}: promotion of all from Embargo to Pre-Prod requested.`);
      expect(body).toContain(`${key}: promotion of all from Embargo to Pre-Prod done.`);
    }
    const rows = (await server.call('GET', '/api/v2/test/dis/shortStatus', UPLOADER)).json<SetStatus[]>();
    expect(rows.map(({ content }) => content.preprod)).toEqual(['same', 'same']);
    expect((await server.call('GET', URL, UPLOADER)).json<BulkPromotion[]>()[0]).toMatchObject({ jobId, promoted: 2 });
  });

  it('static packs, too', async () => {
    const keys = ['static_a.zip', 'static_b.zip'];
    const { jobId } = (await request({ kind: 'static', keys, target: 'prod' })).json<BulkPromotion>();
    expect(await ended(jobId)).toMatchObject({ state: 'COMPLETED', promoted: 2 });
    const one = (await request({ kind: 'static', keys: ['static_a.zip'] })).json<BulkPromotion>();
    expect(await ended(one.jobId)).toMatchObject({ state: 'COMPLETED', promoted: 1 });
    expect((await jobs())[0]?.function).toBe('Promote 1 static image pack from Embargo to Pre-Prod');
    expect((await request({ kind: 'static', keys, source: 'preprod', target: 'prod' })).statusCode).toBe(400);
    expect((await request({ kind: 'static', keys, what: 'metadata' })).json()).toMatchObject({
      code: 'static-metadata',
    });
  });

  it('is refused as a whole, with a reason for each item that cannot be promoted', async () => {
    const before = (await jobs()).length;
    const answer = await request({ keys: [SET, ABSENT, SECOND], target: 'prod', what: 'metadata' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'not-promotable',
      details: [
        { entry: SET, reason: `${SET} is not in Prod. Promote all of it first.` },
        { entry: ABSENT, reason: `Embargo has no ${ABSENT}.` },
        { entry: SECOND, reason: `${SECOND} is not in Prod. Promote all of it first.` },
      ],
    });
    expect((await request({ keys: [SET, SET] })).json()).toMatchObject({ code: 'named-twice' });
    expect((await request({ keys: [SET], source: 'prod', target: 'embargo' })).json()).toMatchObject({
      code: 'no-such-direction',
    });
    expect(await jobs()).toHaveLength(before);
  });

  it('accepts up to 1,000 items, however long their names are, and no more', async () => {
    const names = (count: number) => [...Array(count).keys()].map((i) => `${i}${'ä'.repeat(295)}`);
    const most = await request({ kind: 'static', keys: names(1000) });
    expect(most.statusCode, most.body.slice(0, 300)).toBe(409);
    expect(most.json<{ details: object[] }>().details).toHaveLength(1000);
    expect((await request({ kind: 'static', keys: names(1001) })).statusCode).toBe(400);
    expect((await request({ keys: [] })).statusCode).toBe(400);
  });

  it('testers can neither request nor see it', async () => {
    expect((await request({ keys: [SET] }, { as: ['ROLE_TEST'] })).statusCode).toBe(403);
    expect((await server.call('GET', URL, { as: ['ROLE_TEST'] })).statusCode).toBe(403);
  });

  it('can be stopped by its requester and by administrators until it has ended', async () => {
    const { jobId } = (await request({ keys: [SET] }, ADMIN)).json<BulkPromotion>();
    const stop = (who: { as: readonly ['ROLE_UPLOAD' | 'ROLE_ADMIN'] }) =>
      server.call('POST', `${URL}/${jobId}/stop`, who);
    expect((await stop(UPLOADER)).json()).toMatchObject({ code: 'not-yours' });
    await ended(jobId);
    expect((await stop(ADMIN)).json()).toMatchObject({ code: 'promotion-ended' });
    const own = (await request({ keys: [SET] })).json<BulkPromotion>();
    await ended(own.jobId);
    const stopOwn = await server.call('POST', `${URL}/${own.jobId}/stop`, UPLOADER);
    expect(stopOwn.json()).toMatchObject({ code: 'promotion-ended' });
    expect((await server.call('POST', `${URL}/nothing/stop`, ADMIN)).statusCode).toBe(404);
  });

  it('an uploader cannot promote a hidden set, and a job that names one is not shown', async () => {
    const file = `<visibility><set pattern="${SECOND}" areas="embargo preprod" from="2199-01-01T00:00:00Z"/></visibility>`;
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    for (const area of ['embargo', 'preprod']) {
      const { headers, payload } = multipart('visibility_configuration_1.xml', Buffer.from(file));
      const put = await server.app.inject({
        ...{ method: 'POST', url: `/${area}/api/v2/admin/global-files`, payload },
        headers: { ...headers, cookie, 'x-csrf-token': token },
      });
      expect(put.statusCode, put.body).toBe(200);
    }
    const refused = await request({ keys: [SET, SECOND] });
    expect(refused.json()).toMatchObject({ details: [{ entry: SECOND, reason: `Embargo has no ${SECOND}.` }] });
    const { jobId } = (await request({ keys: [SET, SECOND] }, ADMIN)).json<BulkPromotion>();
    expect((await ended(jobId)).promoted).toBe(2);
    expect((await details(jobId)).statusCode).toBe(404);
    const listed = (await server.call('GET', URL, UPLOADER)).json<BulkPromotion[]>();
    expect(listed.map((one) => one.jobId)).not.toContain(jobId);
    expect(listed.length).toBeGreaterThan(0);
  });
});
