/**
 * Hidden sets (visibility_configuration), through every reading call: administrators find them, with the reason and the date. For
 * everybody else such a set does not exist, and what a visible set borrows from it seems to be its own.
 */
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type BatchRow,
  type HiddenSet,
  type MappingRow,
  type QualityReportAnswer,
  type Route,
  routes,
  type SetStatus,
  urlOf,
} from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp, type Who } from '../testing/testApp.ts';
import { metaZip, pixelsOf, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const HIDDEN = '1PP2A5QExxxxxxxx';
const BORROWER = '1PP2A8xxxxxxxxxx';
/** a copy of HIDDEN, from its packs */
const COPY = '1PP2A9xxxxxxxxxx';
const NEVER = '1PP2A5QFxxxxxxxx';
/** declared by SET and, closer, by HIDDEN */
const VERSION = '1PP2A5QESFB0A0F4';
/** of a configuration that names its own offset */
const DATE = '2999-01-01T02:00:00+02:00';
const UTC = '2999-01-01T00:00:00.000Z';
const BLUE = [0, 0, 255, 255];
/** calls that end the session, make a copy, or answer with something random */
const ASIDE = ['signOut', 'copySet', 'handOverSession'];
const all = Object.entries(routes as Readonly<Record<string, Route>>);

/** `UPLOAD` delivers the packs; the uploader here has none. */
const OTHERS: readonly Who[] = [
  ['ROLE_TEST_EMBARGO'],
  ['ROLE_UPLOAD', 'ROLE_TEST'],
  ['ROLE_UPLOAD', 'ROLE_TEST_EMBARGO'],
];

describe.each(databases())('hidden sets on %s', (kind) => {
  let server: TestApp;
  const ADMIN: Who = ['ROLE_ADMIN'];
  const TESTER: Who = ['ROLE_TEST_EMBARGO'];
  const get = async <T>(path: string, as: Who = ADMIN) => {
    const answer = await server.call('GET', path, { as });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  const configure = async (fileName: string, xml: string) => {
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const { headers, payload } = multipart(fileName, Buffer.from(xml));
    const url = '/embargo/api/v2/admin/global-files';
    const answer = await server.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, cookie, 'x-csrf-token': token },
      payload,
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const visibility = (from: string) =>
    configure(
      'visibility_configuration_1.xml',
      `<visibility><set pattern="${HIDDEN}" areas="embargo" from="${from}"/></visibility>`,
    );
  const settled = () =>
    vi.waitFor(
      async () => {
        const jobs = await get<BatchRow[]>('/api/v2/admin/getBatchSummary');
        expect(jobs.filter((job) => /CREATED|STARTED/.test(job.jobStatus))).toEqual([]);
      },
      { timeout: 60_000 },
    );

  beforeAll(async () => {
    server = await startTestApp(kind, { FEATURE_QUALITY_REPORT_ENABLED: 'true' });
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    const versions = `<versions><version id="${VERSION}" label="hidden one"/></versions>`;
    await server.deliver(`meta-${HIDDEN}.zip`, await metaZip({ 'versions.xml': versions }, HIDDEN));
    await server.deliver(`image-ext-${HIDDEN}.zip`, await zipOf({ '001/black.png': await plain(BLUE) }));
    const own = `<versions><version id="1PP2A8QESFB0A0F4" label="borrower"/></versions>`;
    await server.deliver(
      `meta-${BORROWER}.zip`,
      await metaZip({ 'versions.xml': own, 'layers-ext.xml': undefined, 'rules-ext.xml': undefined }, BORROWER),
    );
    await configure(
      'oneLayer_redirect_1.xml',
      `<redirects><redirect set="${BORROWER}" extLayers="${HIDDEN}" extRules="${HIDDEN}"/></redirects>`,
    );
    await visibility(DATE);
    await server.call('GET', `/api/v2/admin/dis/${HIDDEN}/copy?targetDisId=${COPY}`);
    await vi.waitFor(
      async () => {
        const { state } = await get<QualityReportAnswer>(`/api/v2/admin/dis/${BORROWER}/qualityReport`);
        expect(state).toBe('made');
      },
      { timeout: 60_000 },
    );
    await settled();
  });
  afterAll(() => server.stop());

  it('administrators find them in lists, marked with the reason and the date', async () => {
    expect(await get<string[]>('/embargo/api/v2/test/dis')).toContain(HIDDEN);
    expect(await get<HiddenSet[]>('/embargo/api/v2/admin/dis/hidden')).toEqual([
      { disId: HIDDEN, reason: expect.stringContaining(HIDDEN), from: UTC },
    ]);
    expect(await get<HiddenSet[]>('/prod/api/v2/admin/dis/hidden')).toEqual([]);
    const rows = await get<SetStatus[]>('/api/v2/test/dis/shortStatus');
    expect(rows.find(({ disId }) => disId === HIDDEN)?.hidden).toEqual([
      { area: 'embargo', reason: expect.stringContaining('shows it later in Embargo'), from: UTC },
    ]);
    expect(rows.find(({ disId }) => disId === SET)).not.toHaveProperty('hidden');
  });

  it('every reading call answers administrators about them', async () => {
    const paths = [
      `test/dis/${HIDDEN}/resolutions?viewPort=ext`,
      `test/dis/${HIDDEN}/layers?viewport=ext`,
      `test/versions/${VERSION}/layers?viewport=ext`,
      `test/dis/${HIDDEN}/targetNames`,
      `test/versions?disId=${HIDDEN}`,
      `test/dis/${HIDDEN}/validateViews`,
      `test/versions/${VERSION}/features`,
      `test/versions/${VERSION}/standards?disId=${HIDDEN}`,
      `image/dis/${HIDDEN}/image?view=001&layers=black`,
      `image/debug/dis/${HIDDEN}/imageFromOptions?versionId=${VERSION}&view=001&color=0MM00N9V`,
    ];
    for (const path of paths) {
      const answer = await server.call('GET', `/embargo/api/v2/${path}`, { as: ADMIN });
      expect(answer.statusCode, `${path} ${answer.body.slice(0, 200)}`).toBe(200);
    }
    for (const path of [
      `test/dis/${HIDDEN}/status`,
      `admin/dis/${HIDDEN}/history`,
      `admin/dis/${HIDDEN}/qualityReport`,
    ]) {
      expect((await server.call('GET', `/api/v2/${path}`, { as: ADMIN })).statusCode, path).toBe(200);
    }
    const mapping = await get<MappingRow[]>('/embargo/api/v2/test/test/lcdvMapping');
    expect(mapping.find(({ versionId }) => versionId === VERSION)?.disId).toBe(HIDDEN);
    expect(mapping.find(({ disId }) => disId === BORROWER)?.redirectInfo?.extLayerSourceDisId).toBe(HIDDEN);
  });

  it('for others, the version belongs to the visible set, and borrowed pictures to the borrower', async () => {
    const mapping = await get<MappingRow[]>('/embargo/api/v2/test/test/lcdvMapping', TESTER);
    expect(mapping.find(({ versionId }) => versionId === VERSION)).toMatchObject({ disId: SET, redirectInfo: null });
    expect(mapping.find(({ disId }) => disId === BORROWER)?.redirectInfo).toBeNull();
    const targets = Object.values(await get<object>(`/embargo/api/v2/test/dis/${BORROWER}/targetNames`, TESTER));
    expect(new Set(targets)).toEqual(new Set([BORROWER]));
    const url = `/embargo/api/v2/image/dis/${BORROWER}/image?view=001&layers=black&format=png`;
    const picture = await server.call('GET', url, { as: TESTER });
    expect([...(await pixelsOf(picture.rawPayload)).rgba.subarray(0, 4)]).toEqual(BLUE);
    const features = await server.call('GET', `/embargo/api/v2/test/versions/${VERSION}/features`, { as: TESTER });
    expect(features.statusCode).toBe(200);
    // The report of the visible set does not say that its version belongs to another.
    const report = await get<QualityReportAnswer>(`/api/v2/admin/dis/${SET}/qualityReport`, TESTER);
    expect(report.findings.map((one) => one.kind)).not.toContain('version-elsewhere');
    const whole = await get<QualityReportAnswer>(`/api/v2/admin/dis/${SET}/qualityReport`);
    expect(whole.findings.map((one) => one.kind)).toContain('version-elsewhere');
  });

  const contentOf = (answer: Awaited<ReturnType<TestApp['call']>>, id: string) => ({
    status: answer.statusCode,
    body: answer.body
      .replaceAll(id, 'ID')
      .replaceAll(VERSION, 'VERSION')
      .replace(/"requestId":"[^"]*"/, ''),
  });
  const addressOf = (route: Route, prefix: string, id: string) => {
    const known = Object.keys(route.query?.shape ?? {});
    const sha256 = '0'.repeat(64);
    const values: Record<string, string> = {
      id,
      version: VERSION,
      sha256,
      snapshot: sha256,
      optionType: 'colors',
      type: 'colors',
    };
    const all: Record<string, string> = {
      ...{ disId: id, versionId: VERSION, versionWildcard: VERSION, path: `/embargo/dis/${id}` },
      ...{ viewPort: 'ext', viewport: 'ext', driverType: 'LHD', view: '001', layers: 'black' },
      ...{ source: 'embargo', target: 'preprod', area: 'embargo', explicit: 'false', targetDisId: NEVER },
    };
    const params = Object.fromEntries(
      [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, values[name] ?? 'x']),
    );
    const query = Object.fromEntries(Object.entries(all).filter(([name]) => known.includes(name)));
    return urlOf(route, { params, query }, prefix);
  };

  it.each(all.filter(([name]) => !ASIDE.includes(name)))(
    '%s: for others a hidden set is like one that does not exist, and no answer names it',
    async (_name, route) => {
      const body = route.body && { disId: '', source: 'embargo', target: 'preprod' };
      for (const as of OTHERS) {
        for (const prefix of route.areas ? ['', '/embargo'] : ['']) {
          const ask = (id: string) =>
            server.call(route.method as 'GET', addressOf(route, prefix, id), {
              as,
              ...(body && {
                body: route.path.includes('rollback') ? { area: 'embargo', entry: 1 } : { ...body, disId: id },
              }),
            });
          const hidden = contentOf(await ask(HIDDEN), HIDDEN);
          expect(hidden, addressOf(route, prefix, HIDDEN)).toEqual(contentOf(await ask(NEVER), NEVER));
          if (route.changes === true || route.method !== 'GET') continue;
          for (const id of [SET, BORROWER, COPY]) {
            const other = await ask(id);
            expect(other.body + JSON.stringify(other.headers), addressOf(route, prefix, id)).not.toContain(HIDDEN);
          }
        }
      }
    },
  );

  it('the history of a copy does not name it either', async () => {
    const path = `/api/v2/admin/dis/${COPY}/history`;
    const others = JSON.stringify(await get(path, ['ROLE_UPLOAD', 'ROLE_TEST']));
    for (const text of ['from another set', 'meta-another set.zip', 'image-ext-another set.zip']) {
      expect(others).toContain(text);
    }
    expect(others).not.toContain(HIDDEN);
    expect(JSON.stringify(await get(path))).toContain(`from ${HIDDEN}`);
  });

  it('the user who uploaded its packs still finds them', async () => {
    const own = await get<{ disIds: string[] }[]>(`/api/v2/admin/files?disId=${HIDDEN}`, ['ROLE_UPLOAD']);
    expect(own.map(({ disIds }) => disIds)).toEqual([[HIDDEN], [HIDDEN]]);
  });

  it('the area shows it from the very date, without any action', async () => {
    const { clock } = server.database;
    const date = clock.now() + 600_000;
    await visibility(new Date(date).toISOString());
    const now = vi.spyOn(clock, 'now').mockReturnValue(date - 1);
    onTestFinished(() => now.mockRestore());
    expect(await get<string[]>('/embargo/api/v2/test/dis', TESTER)).not.toContain(HIDDEN);
    now.mockReturnValue(date);
    expect(await get<string[]>('/embargo/api/v2/test/dis', TESTER)).toContain(HIDDEN);
    expect(await get<HiddenSet[]>('/embargo/api/v2/admin/dis/hidden')).toEqual([]);
    const mapping = await get<MappingRow[]>('/embargo/api/v2/test/test/lcdvMapping', TESTER);
    expect(mapping.find(({ versionId }) => versionId === VERSION)?.disId).toBe(HIDDEN);
  });
});
