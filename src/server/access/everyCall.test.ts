/**
 * What must be true of every call of the contract at every address: pages of other sites change nothing (OWASP ASVS
 * 3.5), another method opens no second way in, every answer has the security headers (3.4), shared caches store nothing
 * (14.3), and other spellings of an address reveal no secrets (8.2.2).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AREAS, type Route, routes } from '../../contract/index.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';

const ALL_ROLES = ['ROLE_ADMIN', 'ROLE_UPLOAD', 'ROLE_TEST', 'ROLE_TEST_EMBARGO'] as const;
const all = Object.entries(routes as Readonly<Record<string, Route>>);
const changing = all.filter(([, route]) => route.changes === true);
const VALUES: Readonly<Record<string, string>> = { id: SET, sha256: '0'.repeat(64), snapshot: '0'.repeat(64) };
const addressOf = (route: Route, prefix = '') =>
  `${prefix}${route.path.replaceAll(/:(\w+)/g, (_, name: string) => VALUES[name] ?? 'AAAA')}`;

describe('every call', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp();
    await server.deliver(`meta-${SET}.zip`, await metaZip());
  });
  afterAll(() => server.stop());
  const state = async () =>
    JSON.stringify(
      await Promise.all(
        (
          ['users', 'apiTokens', 'refs', 'refHistory', 'jobs', 'packs', 'globalConfigs', 'areaGenerations'] as const
        ).map((table) => server.database.read.selectFrom(table).selectAll().execute()),
      ),
    );

  const asksFor = (route: Route) => (route === routes.oidcCallback ? undefined : route);
  const codeOf = (answer: { json<T>(): T }) => answer.json<{ code?: string; details?: { entry: string }[] }>();

  it.each(all.filter(([, route]) => asksFor(route)))('%s: an unknown field is refused by name', async (_, route) => {
    const url = `${addressOf(route)}?nobodyKnowsThis=1`;
    const headers = { accept: 'application/json' };
    const answer = await server.call(route.method as 'GET', url, { as: ALL_ROLES, headers });
    // A missing body is reported first.
    if (route.body === undefined) {
      expect(answer.statusCode, answer.body).toBe(400);
      expect(codeOf(answer).details?.map(({ entry }) => entry)).toContain('nobodyKnowsThis');
      expect(answer.body).toContain('nobodyKnowsThis is not a field of this call');
    }
    if (route.method === 'GET' || route.upload) return;
    const body = { nobodyKnowsThis: 1 };
    const sent = await server.call(route.method as 'POST', addressOf(route), { as: ALL_ROLES, body });
    expect(sent.statusCode, sent.body).toBe(400);
    if (route.body === undefined) expect(codeOf(sent).code).toBe('no-body');
    else expect(codeOf(sent).details?.map(({ entry }) => entry)).toContain('nobodyKnowsThis');
    const { cookie, token } = await server.signIn(ALL_ROLES);
    const twice = await server.app.inject({
      method: route.method,
      url: addressOf(route),
      headers: { cookie, 'x-csrf-token': token, 'content-type': 'application/json' },
      payload: '{"area":"embargo","target":"preprod","area":"prod"}',
    });
    expect([twice.statusCode, codeOf(twice).code], twice.body).toEqual([400, 'duplicate-key']);
    expect(twice.body).toContain('area');
  });

  it('no call takes an object inside its body or query that would swallow unknown fields', () => {
    const loose = (schema: z.ZodType, inside: boolean): boolean => {
      if (schema instanceof z.ZodObject) {
        const swallows = inside && !(schema.def.catchall instanceof z.ZodNever);
        return swallows || Object.values(schema.shape).some((one) => loose(one as z.ZodType, true));
      }
      if (schema instanceof z.ZodArray) return loose(schema.element as z.ZodType, true);
      if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
        return loose(schema.unwrap() as z.ZodType, inside);
      }
      return schema instanceof z.ZodUnion && schema.options.some((one) => loose(one as z.ZodType, inside));
    };
    for (const [name, route] of all) {
      for (const part of [route.body, route.query]) expect(part && loose(part, false), name).not.toBe(true);
    }
  });

  it.each(changing)(
    '%s: no page of another site, no form, no HEAD, no call without the header token changes anything',
    async (_, route) => {
      await server.signIn(ALL_ROLES);
      const before = (await state()).replaceAll(/"last(Seen|Used)At":\d+/g, '');
      const url = addressOf(route);
      const method = route.method as 'GET';
      const ways: { headers?: Record<string, string>; headerToken?: boolean; method?: 'GET' | 'HEAD' }[] = [
        { headers: { 'sec-fetch-site': 'cross-site' } },
        { headers: { 'sec-fetch-site': 'same-site' } },
        { headers: { origin: 'https://evil.example' } },
        { headers: { origin: 'null' } },
        { headerToken: false },
        { headerToken: false, headers: { 'content-type': 'text/plain' } },
        { headerToken: false, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        { headerToken: false, headers: { 'x-http-method-override': route.method }, method: 'GET' },
        { headerToken: false, method: 'HEAD' },
        { method: 'HEAD' },
      ];
      for (const way of ways) {
        const answer = await server.call((way.method ?? method) as 'GET', url, { as: ALL_ROLES, ...way });
        const what = JSON.stringify(way);
        if (way.method === undefined) expect(answer.statusCode, what).toBe(403);
        else if (method !== 'GET' || way.method === 'HEAD')
          // 400: a GET of the same path has parameters of its own.
          expect([200, 400, 403, 404, 405], what).toContain(answer.statusCode);
      }
      expect((await state()).replaceAll(/"last(Seen|Used)At":\d+/g, '')).toBe(before);
    },
  );

  it.each(all)('%s: every answer has the headers, whoever calls and whatever the result', async (name, route) => {
    for (const prefix of route.areas ? ['', ...AREAS.map((area) => `/${area}`)] : ['']) {
      for (const as of ['nobody', ['ROLE_TEST']] as const) {
        if (name === 'signOut' && as !== 'nobody') continue;
        const answer = await server.call(route.method as 'GET', addressOf(route, prefix), { as });
        expect(answer.headers, `${prefix} ${String(as)} ${answer.statusCode}`).toMatchObject({
          'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'x-request-id': expect.any(String),
          'cache-control': expect.stringMatching(/^(no-store|private, no-cache)$/),
        });
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
        expect(answer.headers['server']).toBeUndefined();
        if (/^\/embargo|^$/.test(prefix)) expect(answer.headers['cache-control']).toBe('no-store');
      }
    }
  });

  it.each([
    ['a page', '/', 200],
    ['an unknown call', '/api/v2/nothing', 404],
    ['an unknown file', '/nothing.js', 404],
    ['a malformed address', '/%', 400],
    ['what is too long', `/api/v2/admin/dis/${'a'.repeat(400)}/rename`, 414],
    ['the list of calls', '/api/v2/openapi.json', 200],
  ])('%s has them too', async (_what, url, status) => {
    const answer = await server.call('GET', url, { as: 'nobody' });
    // Without a built web app there is no page.
    expect([status, 404]).toContain(answer.statusCode);
    expect(answer.headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    });
    const policy = String(answer.headers['content-security-policy']);
    for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe-|\*/);
  });

  it.each([
    `/embargo/api/v2/image/dis/${SET}/image?view=001&layers=black`,
    `/EMBARGO/api/v2/image/dis/${SET}/image?view=001&layers=black`,
    `//embargo/api/v2/image/dis/${SET}/image?view=001&layers=black`,
    `/embargo//api/v2/image/dis/${SET}/image?view=001&layers=black`,
    `/prod/../embargo/api/v2/image/dis/${SET}/image?view=001&layers=black`,
    `/prod/%2e%2e/embargo/api/v2/image/dis/${SET}/image?view=001&layers=black`,
    `/prod%2f..%2fembargo/api/v2/image/dis/${SET}/image?view=001&layers=black`,
    `/%65mbargo/api/v2/image/dis/${SET}/image?view=001&layers=black`,
    `/embargo/api/v2/image/dis/${SET}/image/?view=001&layers=black`,
    `/embargo/api/v2/image/dis/${SET}/image;x=.png?view=001&layers=black`,
    `/prod;/embargo/api/v2/image/dis/${SET}/image?view=001&layers=black`,
    `/preprod/api/v2/image/dis/..%2f..%2f..%2fembargo/image?view=001&layers=black`,
    `/api/v2/image/dis/${SET}/image?view=001&layers=black`,
    `/embargo/api/v2/test/versions?disId=${SET}`,
    `/api/v2/admin/file-elements-content?path=/embargo/dis/${SET}/versions.xml`,
    `/assets/../../data/lacquer.db`,
    `/assets/%2e%2e/%2e%2e/package.json`,
    `/.git/config`,
    `/lacquer.db`,
    `/src/server/main.ts`,
  ])('%s: closed to testers of Prod and to anonymous callers, by GET, HEAD, Range and If-None-Match', async (url) => {
    for (const as of ['nobody', ['ROLE_TEST']] as const) {
      for (const method of ['GET', 'HEAD'] as const) {
        for (const headers of [{}, { range: 'bytes=0-10' }, { 'if-none-match': '*' }, { 'x-original-url': '/prod' }]) {
          const answer = await server.call(method as 'GET', url, { as, headers: headers as Record<string, string> });
          const isPage = answer.statusCode === 200 && String(answer.headers['content-type']).startsWith('text/html');
          if (!isPage) expect([400, 401, 403, 404], answer.body).toContain(answer.statusCode);
          expect(answer.headers['etag']).toBeUndefined();
          expect(answer.body).not.toMatch(/PNG|Perla|SQLite|"name": "lacquer"/);
        }
      }
    }
  });

  it('every read has an ETag and answers 304 to a client that has it', async () => {
    const example: Readonly<Record<string, string>> = {
      ...{ disId: SET, view: '001', viewPort: 'ext', viewport: 'ext', driverType: 'LHD', explicit: 'false' },
      ...{ source: 'embargo', target: 'preprod', area: 'embargo', path: '/' },
    };
    const reads = all.filter(([, { method, media, changes }]) => method === 'GET' && !media && !changes);
    const revalidated: string[] = [];
    for (const [name, route] of reads) {
      const known = Object.keys(route.query?.shape ?? {}).filter((key) => key in example);
      const query = known.map((key) => `${key}=${encodeURIComponent(example[key] as string)}`).join('&');
      const url = `${addressOf(route)}${query && `?${query}`}`;
      const first = await server.call('GET', url, { as: ALL_ROLES });
      if (first.statusCode !== 200) continue;
      const tag = String(first.headers['etag']);
      expect(tag, name).toMatch(/^(W\/)?"[^"]+"$/);
      const again = await server.call('GET', url, { as: ALL_ROLES, headers: { 'if-none-match': tag } });
      // What the clock or the session changes has another tag.
      if (again.statusCode === 200) expect([again.headers['etag'] !== tag, name]).toEqual([true, name]);
      else expect([again.statusCode, again.body], name).toEqual([304, '']);
      if (again.statusCode === 304) revalidated.push(name);
    }
    console.log(
      reads.length,
      revalidated.length,
      reads
        .map(([n]) => n)
        .filter((n) => !revalidated.includes(n))
        .join(' '),
    );
    expect(revalidated.length).toBeGreaterThan(45);
  });
});
