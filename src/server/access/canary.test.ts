/**
 * T 6; OWASP ASVS 8.2.2, 8.2.3: a set in Embargo has words in its name and content that occur nowhere else. Every kind
 * of caller makes every call at every address, and each word is answered only where the contract says so (`embargo` of
 * a route) and only to callers who may see it. A hidden set costs the server the same work as one that does not exist,
 * so nothing can be measured from outside.
 */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { StatementSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  AREAS,
  type BatchRow,
  type CarSummary,
  type ContentDiff,
  type HistoryEntry,
  type OfEmbargo,
  type Pack,
  type QualityReportAnswer,
  type Role,
  type Route,
  routes,
  urlOf,
} from '../../contract/index.ts';
import { multipart, PASSWORD, startTestApp, type TestApp, type Who } from '../testing/testApp.ts';
import { META, metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';
import { addUser } from './users.ts';

const SECRET = '1PK7Q9xxxxxxxxxx';
const VERSION = '1PK7Q9QESFB0A0F4';
const FEATURE = '0MCANARYSECRET';
const REFUSED = `meta-${SECRET}_canaryname.zip`;
const STATIC = 'static_canaryname.zip';
const NEVER = '1PK8Q9xxxxxxxxxx';
/** words of names, and words of content */
const NAME = /1PK7Q9xxxxxxxxxx|canaryname/i;
const CONTENT = /canarysecret|1PK7Q9QESF/i;
const RED = [255, 0, 0, 255];
const BLUE = [1, 2, 250, 255];

/** Who calls, what of Embargo they may see, and whether the secret packs are their own. */
const PEOPLE: readonly { who: string; roles: readonly Role[] | 'nobody'; names: boolean; content: boolean }[] = [
  { who: 'nobody', roles: 'nobody', names: false, content: false },
  { who: 'no role', roles: [], names: false, content: false },
  { who: 'tester', roles: ['ROLE_TEST'], names: false, content: false },
  { who: 'uploader of other packs', roles: ['ROLE_UPLOAD'], names: true, content: false },
  { who: 'uploader and tester', roles: ['ROLE_UPLOAD', 'ROLE_TEST'], names: true, content: false },
  { who: 'owner', roles: ['ROLE_UPLOAD'], names: true, content: false },
  { who: 'embargo tester', roles: ['ROLE_TEST_EMBARGO'], names: true, content: true },
  { who: 'uploader and embargo tester', roles: ['ROLE_UPLOAD', 'ROLE_TEST_EMBARGO'], names: true, content: true },
  { who: 'administrator', roles: ['ROLE_ADMIN'], names: true, content: true },
];
/**
 * calls that carry content, but none of the words above: yes or no, four letters of a version, another type of picture, the
 * requested layers
 */
const QUIET = [
  ...['validateViews', 'versionsCriteria', 'versionsStaticCriteria', 'co2ClassImages', 'featuresPdf'],
  ...['pictureLayers', 'preselectedLayers', 'standards', 'globalConfigs', 'log', 'downloadLog'],
  ...['globalConfigHistory', 'globalConfigHistoryContent'],
];
const PLACES = ['', ...AREAS.map((area) => `/${area}`)];
const all = Object.entries(routes as Readonly<Record<string, Route>>);

describe('embargo', () => {
  let server: TestApp;
  let owner: Record<string, string>;
  let refusedJob = '';
  /** states and pictures of the secret set and pack */
  const states: { snapshot: string; sha256: string; entry: number }[] = [];

  const ask = (person: (typeof PEOPLE)[number], method: string, url: string) =>
    server.call(method as 'GET', url, person.who === 'owner' ? { as: 'nobody', headers: owner } : { as: person.roles });
  const deliver = async (fileName: string, bytes: Uint8Array) => {
    const { headers, payload } = multipart(fileName, bytes);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v2/admin/files',
      headers: { ...headers, ...owner },
      payload,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return server.waitForPack(fileName, answer.json<{ sha256: string }>().sha256);
  };
  const settled = () =>
    vi.waitFor(
      async () => {
        const jobs = (await server.call('GET', '/api/v2/admin/getBatchSummary')).json<BatchRow[]>();
        expect(jobs.filter((job) => /CREATED|STARTED/.test(job.jobStatus))).toEqual([]);
      },
      { timeout: 60_000 },
    );

  beforeAll(async () => {
    server = await startTestApp('sqlite', { FEATURE_QUALITY_REPORT_ENABLED: 'true', LACQUER_THUMBNAILS: 'true' });
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain(RED) }));
    await server.deliver('static_open.zip', await zipOf({ 'co2/A.png': await plain(RED) }));
    for (const target of ['preprod', 'prod']) {
      const as = ['ROLE_UPLOAD'] as const;
      const body = { disId: SET, source: 'embargo', target };
      expect((await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { as, body })).statusCode).toBe(200);
    }
    await addUser(server.database, { username: 'owner', password: PASSWORD, roles: ['ROLE_UPLOAD'] }, Date.now());
    const payload = { username: 'owner', password: PASSWORD };
    const signIn = await server.app.inject({ method: 'POST', url: '/api/v2/public/session', payload });
    owner = {
      cookie: String(signIn.headers['set-cookie']).split(';')[0] ?? '',
      'x-csrf-token': signIn.json<{ token: string }>().token,
    };
    const renamed = Object.entries(META).map(([file, text]) => [
      file,
      text
        .replaceAll('1PP2A5', '1PK7Q9')
        .replaceAll('e-208 GT', 'Canarysecret GT')
        .replaceAll('black', 'canarysecretblack')
        // The picture that is delivered is that of the standard option, so that there is a thumbnail.
        .replaceAll('standard feature="0MP00NWP"', 'standard feature="0MM00N9V"')
        .replaceAll('0MM00N9V', FEATURE)
        .replaceAll('Perla Nera', 'Canarysecret Yellow')
        .replaceAll('"HD"', '"canarysecretHD"'),
    ]);
    const meta = Object.fromEntries(renamed) as Record<string, string>;
    const pack = await deliver(`meta-${SECRET}.zip`, await metaZip(meta, SECRET));
    expect(pack.problems).toEqual([]);
    await deliver(`image-ext-${SECRET}.zip`, await zipOf({ '001/canarysecretblack.png': await plain(BLUE) }));
    // A change, so that there are two states of Embargo to compare.
    const changed = { ...meta, 'versions.xml': (meta['versions.xml'] ?? '').replaceAll('GT', 'GTX') };
    await deliver(`meta-${SECRET}.zip`, await metaZip(changed, SECRET));
    const refused = await deliver(
      REFUSED,
      await metaZip(
        {
          ...meta,
          'rules-ext.xml': '<rules><family name="canarysecret"><rule layer="canarysecret"/></family></rules>',
        },
        SECRET,
      ),
    );
    const { jobId } = await server.database.read
      .selectFrom('packs')
      .select('jobId')
      .where('fileName', '=', REFUSED)
      .executeTakeFirstOrThrow();
    refusedJob = jobId ?? '';
    expect([refused.state, JSON.stringify(refused.problems)]).toEqual(['refused', expect.stringMatching(CONTENT)]);
    await deliver(STATIC, await zipOf({ 'colors/1PK7/Q9/CANARYSECRET.png': await plain(BLUE) }));
    await server.call('GET', `/api/v2/admin/dis/${SECRET}/reprocess`);
    await settled();
    await vi.waitFor(
      async () => {
        const cars = (await server.call('GET', '/api/v2/test/cars')).json<CarSummary[]>();
        expect(cars.find(({ disId }) => disId === SECRET)?.versions).toBeGreaterThan(0);
      },
      { timeout: 60_000 },
    );
    const sha256 = createHash('sha256')
      .update(await plain(BLUE))
      .digest('hex');
    for (const path of [`dis/${SECRET}/history`, `static/history?fileName=${STATIC}`]) {
      const history = (await server.call('GET', `/api/v2/admin/${path}`)).json<HistoryEntry[]>();
      const [latest, first] = [history[0], history.at(-1)];
      for (const one of [latest, first]) states.push({ snapshot: one?.snapshot ?? '', sha256, entry: one?.id ?? 0 });
    }
  });
  afterAll(() => server.stop());

  /** Addresses of a call with all parameters filled in, for the secret set and for the public one. */
  function addressesOf(route: Route, prefix: string): string[] {
    const known = Object.keys(route.query?.shape ?? {});
    return [
      {
        id: SECRET,
        version: VERSION,
        layers: 'canarysecretblack',
        size: 'canarysecretHD',
        pack: STATIC,
        state: states[0],
      },
      {
        id: SECRET,
        version: VERSION,
        layers: 'canarysecretblack',
        size: 'canarysecretHD',
        pack: STATIC,
        state: states[1],
      },
      {
        id: SECRET,
        version: VERSION,
        layers: 'canarysecretblack',
        size: 'canarysecretHD',
        pack: STATIC,
        state: states[2],
      },
      { id: SET, version: '1PP2A5QESFB0A0F4', layers: 'black', size: 'HD', pack: 'static_open.zip', state: states[0] },
    ].flatMap(({ id: wanted, version, layers, size, pack, state }) => {
      // Calls that change something name a set that does not exist, so that they answer and nothing is lost.
      const id = route.changes === true || route.method !== 'GET' ? NEVER : wanted;
      const own: Record<string, string> = {
        ...{ id, version, sha256: state?.sha256 ?? '', snapshot: state?.snapshot ?? '' },
        ...{ optionType: 'colors', type: 'colors', fileName: 'x.png' },
        ...(id !== NEVER && { jobId: refusedJob }),
      };
      const params = Object.fromEntries(
        [...route.path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, own[key] ?? 'x']),
      );
      const common: Record<string, string> = {
        ...{
          disId: id,
          versionId: version,
          versionWildcard: version,
          fileName: pack,
          path: `/embargo/dis/${id}${route === routes.fileContent ? '/versions.xml' : ''}`,
        },
        ...{
          viewPort: 'ext',
          viewport: 'ext',
          driverType: 'LHD',
          view: '001',
          side: 'after',
          layers,
          target: 'embargo',
          area: 'embargo',
        },
        ...{
          explicit: 'false',
          color: FEATURE,
          colour: FEATURE,
          entry: String(state?.entry ?? ''),
          after: '0',
          targetDisId: NEVER,
        },
        // Pictures of a state have sizes of their own.
        ...(size !== 'HD' && !/static|snapshot/.test(route.path) && { size }),
      };
      // The list of packs: all of it, for a set, and for one name.
      if (route === routes.packs)
        return [{}, { disId: id }, { fileName: REFUSED }].map((query) => urlOf(route, { query }));
      // The preview of a promotion and of a roll back.
      const ways = known.includes('entry')
        ? [['source', 'embargo', 'preprod'] as const, ['entry'] as const]
        : [undefined];
      return ways.map((way) => {
        const query = Object.fromEntries(
          Object.entries(common).filter(([key]) => known.includes(key) && key !== 'entry'),
        );
        if (way?.[0] === 'source') Object.assign(query, { source: way[1], target: way[2] });
        if (way?.[0] === 'entry') Object.assign(query, { entry: common['entry'] });
        return urlOf(route, { params, query }, prefix);
      });
    });
  }

  const mayHoldContent = (embargo: OfEmbargo, person: (typeof PEOPLE)[number]): boolean =>
    (embargo === 'content' && person.content) ||
    (embargo === 'ownContent' && (person.content || person.who === 'owner'));

  /** call -> the callers who saw the words, to notice calls that only fail */
  const seen = new Map<string, Set<string>>();

  describe.each(PEOPLE)('$who', (person) => {
    // Signing out would end the session of the calls after it.
    it.each(all.filter(([name]) => name !== 'signOut'))('%s', async (name, route) => {
      for (const prefix of route.areas ? PLACES : ['']) {
        // A call that does not name a set has the same address for each of them.
        for (const url of new Set(addressesOf(route, prefix))) {
          const answer = await ask(person, route.method, url);
          // Words of the request may be repeated.
          const words = [...new Set(decodeURIComponent(url).split(/[/?&=,]/))].filter((word) => word.length > 5);
          const text = words.reduce(
            (rest, word) => rest.replaceAll(word, ''),
            answer.body + JSON.stringify(answer.headers),
          );
          const isPicture =
            answer.statusCode === 200 && /^(image|application\/pdf)/.test(String(answer.headers['content-type']));
          const showsSecret = isPicture && (url.includes(SECRET) || url.includes(STATIC));
          if (!mayHoldContent(route.embargo, person)) {
            expect(text, url).not.toMatch(CONTENT);
            expect(showsSecret, url).toBe(false);
          }
          if (!person.names || route.embargo === 'none') expect(text, url).not.toMatch(NAME);
          const shown = seen.get(name) ?? new Set();
          if (CONTENT.test(text) || showsSecret) shown.add(person.who);
          seen.set(name, shown);
          const secret = route.embargo === 'content' || route.embargo === 'ownContent';
          if (secret && (prefix === '' || prefix === '/embargo'))
            expect(answer.headers['cache-control']).toBe('no-store');
        }
      }
    });
  });

  it('callers with permission do see the words', () => {
    const content = ['content', 'ownContent'];
    const silent = all.filter(
      ([name, route]) => content.includes(route.embargo) && !seen.get(name)?.has('administrator'),
    );
    expect(silent.map(([name]) => name).filter((name) => !QUIET.includes(name))).toEqual([]);
    const own = all.filter(([, { embargo }]) => embargo === 'ownContent').map(([name]) => name);
    expect(own.filter((name) => !seen.get(name)?.has('owner'))).toEqual([]);
  });

  it('an uploader of other packs sees only the counts of a change and a report, and the reason', async () => {
    const as = ['ROLE_UPLOAD'] as const;
    const get = async <T>(path: string) => (await server.call('GET', `/api/v2/admin/${path}`, { as })).json<T>();
    const diff = await get<ContentDiff>(`dis/${SECRET}/diff?source=embargo&target=preprod`);
    expect(diff).toMatchObject({ added: 1, replaced: 0, removed: 0, pictures: [], texts: [] });
    expect(diff.textsChanged).toBeGreaterThan(3);
    expect(diff.withheld).toContain('embargo testers');
    const report = await get<QualityReportAnswer>(`dis/${SECRET}/qualityReport?area=embargo`);
    expect(report).toMatchObject({ state: 'made', findings: [], withheld: expect.any(String) });
    expect(report.errors + report.warnings).toBeGreaterThan(0);
    // They see their own packs in full.
    expect((await get<ContentDiff>(`dis/${SET}/diff?source=embargo&target=embargo`)).withheld).toBeUndefined();
    // If two uploaders delivered to a set, each sees only their own pictures.
    await server.deliver(`image-int-${SECRET}.zip`, await zipOf({ '001/dashboard.png': await plain(RED) }));
    const shared = await get<ContentDiff>(`dis/${SECRET}/diff?source=embargo&target=preprod`);
    expect([shared.added, shared.pictures.map(({ path }) => path)]).toEqual([2, ['interior/001/dashboard.png']]);
    expect([shared.texts, shared.withheld]).toEqual([[], expect.any(String)]);
  });

  it('a pack that contradicts another uploader’s says so without quoting it', async () => {
    const layers = '<layers><family name="x"><layer name="y" z="1"/></family></layers>';
    const mine = await server.deliver(`meta-${SECRET}_mine.zip`, await zipOf({ 'layers-ext.xml': layers }));
    expect(mine.state).toBe('refused');
    const list = async (as: Who) =>
      (await server.call('GET', `/api/v2/admin/files?fileName=meta-${SECRET}_mine.zip`, { as })).json<Pack[]>();
    const [pack] = await list(['ROLE_UPLOAD']);
    expect(pack?.problems.map(({ reason }) => reason)).toContainEqual(
      `The pack contradicts this file, which came with meta-${SECRET}.zip. Ask its uploader for details.`,
    );
    expect(JSON.stringify(pack)).not.toContain('family ground');
    expect(JSON.stringify(await list(['ROLE_ADMIN']))).toContain('family ground');
  });

  it('a user who uploads an existing name sees the new pack, not the earlier one', async () => {
    const as = ['ROLE_UPLOAD'] as const;
    await server.deliver(STATIC, await zipOf({ 'co2/B.png': await plain(RED) }));
    const picture = (snapshot: string | null, sha256: string | null | undefined) =>
      server.call('GET', `/api/v2/admin/static/pictures/${snapshot}/${sha256}?fileName=${STATIC}`, { as });
    const history = (await server.call('GET', `/api/v2/admin/static/history?fileName=${STATIC}`)).json<
      HistoryEntry[]
    >();
    const [now, before] = history;
    const url = `/api/v2/admin/static/diff?fileName=${STATIC}&target=embargo&entry=${before?.id}`;
    const diff = (await server.call('GET', url)).json<ContentDiff>();
    const added = diff.pictures.find((one) => one.before !== null);
    const removed = diff.pictures.find((one) => one.before === null);
    expect((await picture(now?.snapshot ?? null, added?.before)).statusCode).toBe(200);
    expect((await picture(before?.snapshot ?? null, removed?.after)).statusCode).toBe(404);
  });

  it('a hidden set costs as many statements and file reads as one that does not exist', async () => {
    const handle = await open('/dev/null', 'r');
    await handle.close();
    const counts = [
      vi.spyOn(StatementSync.prototype, 'all'),
      vi.spyOn(StatementSync.prototype, 'get'),
      vi.spyOn(StatementSync.prototype, 'iterate'),
      vi.spyOn(Object.getPrototypeOf(handle) as { read: () => unknown }, 'read'),
    ];
    const cost = async (path: string) => {
      // The first call may fill caches.
      await server.call('GET', path, { as: ['ROLE_TEST'] });
      const tries: number[][] = [];
      let answered: unknown[] = [];
      // The server's own periodic work may fall into one of them, but not into all.
      for (let i = 0; i < 3; i += 1) {
        for (const count of counts) count.mockClear();
        const answer = await server.call('GET', path, { as: ['ROLE_TEST'] });
        answered = [answer.statusCode, answer.headers['content-length']];
        tries.push(counts.map((count) => count.mock.calls.length));
      }
      return [...answered, ...counts.map((_, i) => Math.min(...tries.map((one) => one[i] ?? 0)))];
    };
    const paths = (id: string) => [
      `test/dis/${id}/resolutions?viewPort=ext`,
      `test/dis/${id}/layers?viewport=ext&driverType=LHD`,
      `test/dis/${id}/targetNames`,
      `test/versions?disId=${id}`,
      `image/dis/${id}/image?view=001&viewport=ext&layers=canarysecretblack`,
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
