/** A caller that has an answer already gets 304 before it is computed, and never if it has changed. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Role, type Route, routes } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, VERSION, zipOf } from '../testing/tinyPacks.ts';

const OTHER = '1PP2A8xxxxxxxxxx';
const all = Object.entries(routes as Readonly<Record<string, Route>>);
const lists = all.filter(([, route]) => route.method === 'GET' && !route.media && !route.changes);
const following = lists.filter(([, route]) => route.follows === 'area');
const QUERIES: Readonly<Record<string, string>> = {
  versions: `disId=${SET}`,
  optionImageInfo: 'versionWildcard=1PP2A5xxxxxxxxxx',
};
const PARAMETERS: Readonly<Record<string, string>> = { id: SET, version: VERSION, optionType: 'Colors' };
const EVERYBODY = ['ROLE_ADMIN', 'ROLE_UPLOAD'] as const;

const addressOf = ([name, route]: readonly [string, Route], prefix = '') => {
  const path = route.path.replaceAll(/:(\w+)/g, (_, parameter: string) => PARAMETERS[parameter] ?? 'AAAA');
  return `${prefix}${path}${QUERIES[name] === undefined ? '' : `?${QUERIES[name]}`}`;
};

describe.each(databases())('conditional requests on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    const version = '<versions><version id="1PP2A8QESFB0A0F4" label="another"/></versions>';
    await server.deliver(`meta-${OTHER}.zip`, await metaZip({ 'versions.xml': version }, OTHER));
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([0, 0, 0, 255]) }));
    await server.deliver('static_a.zip', await zipOf({ 'colors/1PP2/A5/0MM00N9V.png': await plain([0, 0, 0, 255]) }));
  });
  afterAll(() => {
    vi.restoreAllMocks();
    return server.stop();
  });

  const get = (url: string, headers: Record<string, string> = {}, as: readonly Role[] = EVERYBODY) =>
    server.call('GET', url, { as, headers });
  const configure = async (fileName: string, xml: string) => {
    const { headers, payload } = multipart(fileName, Buffer.from(xml));
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const sent = { ...headers, cookie, 'x-csrf-token': token };
    const answer = await server.app.inject({
      method: 'POST',
      url: '/embargo/api/v2/admin/global-files',
      headers: sent,
      payload,
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };

  it('every list has a tag, and is not sent again to a caller that has it', async () => {
    expect(lists.length).toBeGreaterThan(30);
    expect(following).toHaveLength(15);
    let tagged = 0;
    for (const list of lists) {
      const url = addressOf(list);
      const first = await get(url);
      const tag = first.headers['etag'];
      if (first.statusCode !== 200) {
        expect(tag, url).toBeUndefined();
        continue;
      }
      tagged += 1;
      expect(tag, url).toMatch(/^W\/"[\w-]{43}"$/);
      // The answers about changes, log lines and health differ each time.
      const again = await get(url, { 'if-none-match': `"other", ${tag}`, 'accept-encoding': 'br' });
      if (again.headers['etag'] !== tag) continue;
      expect([again.statusCode, again.body, again.headers['content-type']], url).toEqual([304, '', undefined]);
    }
    expect(tagged).toBeGreaterThan(25);
  });

  it('only the caller may cache answers of Prod, and must revalidate; secret answers are never cached', async () => {
    const { headers } = await get('/prod/api/v2/test/dis');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['vary']).toMatch(/Cookie, Authorization/);
    expect((await get('/embargo/api/v2/test/dis')).headers['cache-control']).toBe('no-store');
  });

  it('If-None-Match does not hide a 404: neither * nor the tag of something else', async () => {
    const missing = '/embargo/api/v2/test/dis/1ZZ2A5xxxxxxxxxx/resolutions';
    expect((await get(missing, { 'if-none-match': '*' })).statusCode).toBe(404);
    const { headers } = await get(`/embargo/api/v2/test/dis/${SET}/resolutions`);
    expect((await get(missing, { 'if-none-match': String(headers['etag']) })).statusCode).toBe(404);
  });

  it('a caller that has an answer already gets 304 without reading the content', async () => {
    const tags = new Map<string, string>();
    for (const list of following) {
      const url = addressOf(list, '/embargo');
      const answer = await get(url);
      expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
      tags.set(url, String(answer.headers['etag']));
    }
    const blobs = join(server.folder, 'blobs');
    expect((await get('/embargo/api/v2/admin/clearAllCaches')).statusCode).toBe(200);
    await rename(blobs, `${blobs}.away`);
    try {
      expect((await get(`/embargo/api/v2/test/dis/${SET}/layers`)).statusCode).toBeGreaterThanOrEqual(500);
      for (const [url, tag] of tags) {
        const answer = await get(url, { 'if-none-match': tag });
        expect([answer.statusCode, answer.body], url).toEqual([304, '']);
      }
    } finally {
      await rename(`${blobs}.away`, blobs);
    }
  });

  it('a changed answer has another tag, whatever changed it and whoever calls', async () => {
    const callers: readonly (readonly Role[])[] = [['ROLE_ADMIN'], ['ROLE_TEST_EMBARGO']];
    const places = following.flatMap((list) =>
      ['/embargo', '/preprod'].flatMap((prefix) => callers.map((as) => ({ url: addressOf(list, prefix), as }))),
    );
    const look = () =>
      Promise.all(
        places.map(async ({ url, as }) => {
          const { statusCode, body, headers } = await get(url, {}, as);
          const text = statusCode === 200 ? body : String(statusCode);
          return { url, as, text, tag: headers['etag'] as string | undefined };
        }),
      );
    const { clock } = server.database;
    const now = clock.now.bind(clock);
    const from = new Date(now() + 5 * 60_000).toISOString();
    const steps: readonly (() => Promise<unknown>)[] = [
      async () =>
        server.deliver(
          `meta-${SET}.zip`,
          await metaZip({ 'versions.xml': `<versions><version id="${VERSION}" label="new"/></versions>` }),
        ),
      async () =>
        server.deliver('static_b.zip', await zipOf({ 'colors/1PP2/A5/0MP00NWP.png': await plain([9, 9, 9, 255]) })),
      () => configure('oneLayer_redirect_k.xml', `<redirects><redirect set="${SET}" intRules="${OTHER}"/></redirects>`),
      () =>
        configure(
          'visibility_configuration_k.xml',
          `<visibility><set pattern="${SET}" areas="embargo" from="${from}"/></visibility>`,
        ),
      async () => void vi.spyOn(clock, 'now').mockImplementation(() => now() + 10 * 60_000),
      async () => {
        const body = { disId: SET, source: 'embargo', target: 'preprod' };
        await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { body });
        await expect.poll(async () => (await get('/preprod/api/v2/test/dis')).body).toContain(SET);
      },
    ];
    let before = await look();
    for (const [i, step] of steps.entries()) {
      await step();
      const after = await look();
      let changes = 0;
      for (const [at, { url, as, text, tag }] of after.entries()) {
        const old = before[at];
        if (old === undefined || old.text === text) continue;
        changes += 1;
        expect(tag, `step ${i}, ${url} as ${as}`).not.toBe(old.tag);
        if (old.tag === undefined) continue;
        const answer = await get(url, { 'if-none-match': old.tag }, as);
        expect(answer.statusCode, `step ${i}, ${url} as ${as}`).not.toBe(304);
      }
      expect(changes, `step ${i}`).toBeGreaterThan(0);
      before = after;
    }
  });
});
