/** One session at servers on two hosts: handed over by a code, ended everywhere at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { plain, zipOf } from '../testing/tinyPacks.ts';

const PAGE = 'http://one.cars.localhost:8080';
const AREA = 'two.cars.localhost:8081';
const HAND_OVER = '/api/v2/public/session/hand-over';
const USER = '/api/v2/public/user';
/** Headers that a browser sends when the page calls the area's server. */
const FROM_PAGE = { host: AREA, origin: PAGE, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' };
const CONFIGS = '/prod/api/v2/admin/global-files/status';

describe.each(databases())('a session at two hosts, on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind, { LACQUER_CORS_ORIGINS: PAGE });
  });
  afterAll(() => server.stop());

  const signIn = async () => {
    const { username } = await server.signIn(['ROLE_ADMIN']);
    const payload = { username, password: 'a password for tests 7' };
    const answer = await server.app.inject({ method: 'POST', url: '/api/v2/public/session', payload });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { cookie, token: answer.json<{ token: string }>().token };
  };
  const codeFor = async ({ cookie, token }: { cookie: string; token: string }) => {
    const headers = { cookie, 'x-csrf-token': token };
    const answer = await server.app.inject({ method: 'POST', url: HAND_OVER, headers });
    return answer.json<{ code: string }>().code;
  };
  const take = (code: string, headers: Record<string, string> = FROM_PAGE) =>
    server.app.inject({ method: 'PUT', url: `/prod${HAND_OVER}`, headers, payload: { code } });
  const cookieOf = (answer: Awaited<ReturnType<typeof take>>) =>
    String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const asks = async (cookie: string, url = CONFIGS) =>
    (await server.app.inject({ method: 'GET', url, headers: { ...FROM_PAGE, cookie } })).statusCode;

  it('a code opens the session at the other host, with a cookie of its own that has the same attributes', async () => {
    const session = await signIn();
    const answer = await take(await codeFor(session));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(PAGE);
    expect(answer.headers['access-control-allow-credentials']).toBe('true');
    const [cookie, ...attributes] = String(answer.headers['set-cookie']).split('; ');
    expect(attributes.filter((one) => !one.startsWith('Max-Age')).sort()).toEqual([
      'HttpOnly',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    expect(cookie).not.toBe(session.cookie);
    expect(await asks(cookie ?? '')).toBe(200);
    // The header token belongs to the session, so changing calls work there too.
    const refresh = (headers: Record<string, string>) =>
      server.app.inject({
        method: 'GET',
        url: '/prod/api/v2/admin/clearAllCaches',
        headers: { ...FROM_PAGE, ...headers },
      });
    expect((await refresh({ cookie: cookie ?? '', 'x-csrf-token': session.token })).statusCode).toBe(200);
    expect((await refresh({ cookie: cookie ?? '' })).statusCode).toBe(403);
  });

  it('a code works once and not as a cookie, and a cookie does not work as a code', async () => {
    const session = await signIn();
    const code = await codeFor(session);
    expect(await asks(`__Host-lacquer=${code}`)).toBe(401);
    const [first, second] = await Promise.all([take(code), take(code)]);
    expect([first.statusCode, second.statusCode].sort()).toEqual([200, 401]);
    const cookie = cookieOf(first.statusCode === 200 ? first : second);
    expect((await take(cookie.split('=')[1] ?? '')).statusCode).toBe(401);
    expect((await take(session.cookie.split('=')[1] ?? '')).statusCode).toBe(401);
  });

  it('a code that is a minute old is refused', async () => {
    const code = await codeFor(await signIn());
    await server.database.transaction((trx) =>
      trx.updateTable('sessionKeys').set({ expiresAt: 0 }).where('kind', '=', 'code').execute(),
    );
    const answer = await take(code);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('a browser that has another session at the host ends it by taking one', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const before = cookieOf(await take(await codeFor(first)));
    const answer = await take(await codeFor(second), { ...FROM_PAGE, cookie: before, 'x-csrf-token': first.token });
    expect(answer.json()).toEqual({ message: 'Signed in.' });
    expect([await asks(before), await asks(cookieOf(answer))]).toEqual([401, 200]);
    // The session began at the other host and continues there.
    expect(await asks(first.cookie, USER)).toBe(200);
    const own = { cookie: first.cookie, 'x-csrf-token': first.token };
    const third = await take(await codeFor(second), { ...FROM_PAGE, ...own });
    expect([await asks(first.cookie, USER), await asks(cookieOf(third))]).toEqual([401, 200]);
  });

  it('signing out at one host ends the session at the other', async () => {
    const session = await signIn();
    const cookie = cookieOf(await take(await codeFor(session)));
    expect(await asks(cookie)).toBe(200);
    const headers = { cookie: session.cookie, 'x-csrf-token': session.token };
    await server.app.inject({ method: 'DELETE', url: '/api/v2/public/session', headers });
    expect(await asks(cookie)).toBe(401);
    expect(await asks(session.cookie, USER)).toBe(401);
  });

  it('is not handed over to foreign pages or between sites, and says why', async () => {
    const code = await codeFor(await signIn());
    const stranger = await take(code, { ...FROM_PAGE, origin: 'https://elsewhere.example' });
    expect(stranger.json()).toMatchObject({ status: 403, code: 'foreign-page' });
    expect(stranger.headers['access-control-allow-origin']).toBeUndefined();
    const otherSite = await take(code, { ...FROM_PAGE, 'sec-fetch-site': 'cross-site' });
    expect(otherSite.json()).toMatchObject({ status: 403, code: 'other-site' });
    expect(otherSite.json<{ errorMessage: string }>().errorMessage).toContain('under one domain');
    expect((await take(code)).statusCode).toBe(200);
  });

  it('a picture is shown to people who follow a link to it, but cannot be embedded in other pages', async () => {
    await server.deliver('static_h.zip', await zipOf({ 'co2/A.png': await plain([9, 9, 9, 255]) }));
    const list = await server.call('GET', '/embargo/api/v2/image/static/CO2ClassImages');
    const [image] = list.json<{ url: string }[]>();
    const url = new URL(image?.url ?? '').pathname;
    const { cookie } = await signIn();
    const ask = async (headers: Record<string, string>) =>
      (await server.app.inject({ method: 'GET', url, headers: { host: AREA, cookie, ...headers } })).statusCode;
    const followed = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect(await ask({ 'sec-fetch-site': 'same-site', ...followed })).toBe(200);
    expect(await ask({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', origin: PAGE })).toBe(200);
    expect(await ask({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })).toBe(
      403,
    );
    expect(await ask({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' })).toBe(
      403,
    );
    expect(await ask({ 'sec-fetch-site': 'cross-site', ...followed })).toBe(403);
  });
});
