/** The overview of a set: each area with its packs, limited to what the caller may know. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { BatchRow, Role, SetDetails, SetOverview } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const COPY = '1PP2A7xxxxxxxxxx';

describe.each(databases())('the overview of a set on %s', (kind) => {
  let server: TestApp;
  const settled = () =>
    vi.waitFor(
      async () => {
        const jobs = (await server.call('GET', '/api/v2/admin/getBatchSummary')).json<BatchRow[]>();
        expect(jobs.filter(({ jobStatus }) => /CREATED|STARTED/.test(jobStatus))).toEqual([]);
      },
      { timeout: 60_000 },
    );
  const promote = async (disId: string, target: string) => {
    const body = { disId, source: 'embargo', target };
    const answer = await server.call('POST', `/api/v2/admin/dis/${disId}/promote`, { as: ['ROLE_UPLOAD'], body });
    expect(answer.statusCode, answer.body).toBe(200);
    await settled();
  };
  const ask = (disId: string, at = '', as: readonly Role[] = ['ROLE_UPLOAD']) =>
    server.call('GET', `${at}/api/v2/test/dis/${disId}/overview`, { as });

  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await promote(SET, 'preprod');
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([1, 2, 3, 255]) }));
    expect((await server.call('GET', `/api/v2/admin/dis/${SET}/copy?targetDisId=${COPY}`)).statusCode).toBe(200);
    await settled();
    await promote(COPY, 'prod');
  });
  afterAll(() => server.stop());

  it('names each area with the packs of its content, and who moved it there', async () => {
    const { areas, content } = (await ask(SET)).json<SetOverview>();
    expect(areas.map(({ area, who, reason }) => [area, who, reason])).toEqual([
      ['embargo', 'UPLOAD', 'upload'],
      ['preprod', 'UPLOAD', 'promote'],
    ]);
    expect(areas.map(({ packs }) => packs.map(({ fileName, pictures }) => [fileName, pictures]))).toEqual([
      [
        [`image-ext-${SET}.zip`, 1],
        [`meta-${SET}.zip`, 0],
      ],
      [[`meta-${SET}.zip`, 0]],
    ]);
    expect(areas[1]?.packs[0]).toMatchObject({ type: 'meta', uploadedBy: 'UPLOAD', metaFiles: expect.any(Number) });
    expect(areas[1]?.packs[0]?.metaFiles).toBeGreaterThan(2);
    expect(content).toEqual({ embargo: 'same', preprod: 'picturesOlder', prod: 'absent' });
  });

  it('at the address of an area shows that area only', async () => {
    const { areas, content } = (await ask(SET, '/preprod', ['ROLE_TEST'])).json<SetOverview>();
    expect(areas.map(({ area }) => area)).toEqual(['preprod']);
    expect(content).toBeUndefined();
    const unknown = await ask(SET, '/prod', ['ROLE_TEST']);
    expect([unknown.statusCode, unknown.json<{ code: string }>().code]).toEqual([404, 'unknown-set']);
  });

  it('does not reveal to testers which set a copy was made from, unless the area has it', async () => {
    const packs = async (as: readonly Role[], at: string) =>
      (await ask(COPY, at, as))
        .json<SetOverview>()
        .areas.at(-1)
        ?.packs.map(({ fileName }) => fileName);
    expect(await packs(['ROLE_UPLOAD'], '')).toEqual([`image-ext-${SET}.zip`, `meta-${SET}.zip`]);
    expect(await packs(['ROLE_TEST'], '/prod')).toEqual(['image-ext-another set.zip', 'meta-another set.zip']);
    await promote(COPY, 'preprod');
    expect(await packs(['ROLE_TEST'], '/preprod')).toEqual([`image-ext-${SET}.zip`, `meta-${SET}.zip`]);
    // Prod had it before Pre-Prod.
    const { areas } = (await ask(COPY)).json<SetOverview>();
    expect(areas.map(({ area }) => area)).toEqual(['embargo', 'preprod', 'prod']);
  });

  it('of a set whose history was trimmed tells who moved it no longer', async () => {
    await server.database.transaction((trx) => trx.deleteFrom('refHistory').where('key', '=', SET).execute());
    const { areas } = (await ask(SET)).json<SetOverview>();
    expect(areas.map(({ area, who, reason }) => [area, who, reason])).toEqual([
      ['embargo', null, null],
      ['preprod', null, null],
    ]);
  });

  it('a hidden area is shown only to administrators, with the reason', async () => {
    const hide = async (area: string) => {
      const file = `<visibility><set pattern="${SET}" areas="${area}" from="2199-01-01T00:00:00Z"/></visibility>`;
      const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
      const { headers, payload } = multipart('visibility_configuration_1.xml', Buffer.from(file));
      const url = `/${area}/api/v2/admin/global-files`;
      await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, cookie, 'x-csrf-token': token } });
    };
    await hide('preprod');
    expect((await ask(SET, '/preprod', ['ROLE_TEST'])).statusCode).toBe(404);
    expect((await ask(SET)).json<SetOverview>().areas.map(({ area }) => area)).toEqual(['embargo']);
    const [, preprod] = (await ask(SET, '', ['ROLE_ADMIN'])).json<SetOverview>().areas;
    expect(preprod?.hidden).toEqual({ reason: expect.stringContaining('.'), from: '2199-01-01T00:00:00.000Z' });
    // A set that is hidden everywhere is not named by the packs of its copy either.
    await hide('embargo');
    const details = await server.call('GET', `/api/v2/test/dis/${COPY}/status`, { as: ['ROLE_UPLOAD'] });
    expect(details.json<SetDetails>().uploadPacks.map(({ fileName }) => fileName)).toEqual([
      'image-ext-another set.zip',
      'meta-another set.zip',
    ]);
  });
});
