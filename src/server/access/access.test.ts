/** Signing in and out, sessions, API tokens, and requests without them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../testing/databases.ts';
import { multipart, PASSWORD, startTestApp, type TestApp } from '../testing/testApp.ts';
import { SET } from '../testing/tinyPacks.ts';
import { createApiToken } from './apiTokens.ts';
import { addUser, setDisabled, setPassword } from './users.ts';

const SESSION = '/api/v2/public/session';
const USER = '/api/v2/public/user';
const FOLLOWED = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe.each(databases())('access on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind, { LACQUER_PACK_BYTES: '1000', LACQUER_CORS_ORIGINS: 'https://app.example' });
  });
  afterAll(() => server.stop());

  const signIn = (username: string, password: string) =>
    server.app.inject({ method: 'POST', url: SESSION, payload: { username, password } });
  const cookieOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
    String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const person = async (username: string) => {
    await addUser(server.database, { username, password: PASSWORD, roles: ['ROLE_UPLOAD'] }, Date.now());
    return cookieOf(await signIn(username, PASSWORD));
  };
  const ask = (cookie: string, url = USER) => server.app.inject({ method: 'GET', url, headers: { cookie } });

  it('spec 000 §6: the signed-in user with the roles; 401 without a session', async () => {
    expect((await server.call('GET', USER, { as: ['ROLE_TEST', 'ROLE_UPLOAD'] })).json()).toEqual({
      username: 'TEST.UPLOAD',
      roles: ['ROLE_TEST', 'ROLE_UPLOAD'],
    });
    expect((await server.call('GET', USER, { as: 'nobody' })).statusCode).toBe(401);
    expect((await ask('__Host-lacquer=made-up')).statusCode).toBe(401);
  });

  it('a wrong password, an unknown user and a disabled one get the same answer', async () => {
    await person('known');
    await person('gone');
    await setDisabled(server.database, 'gone', true, Date.now());
    const answers = await Promise.all([
      signIn('known', 'not the password'),
      signIn('unknown', PASSWORD),
      signIn('gone', PASSWORD),
    ]);
    const bodies = answers.map((answer) => ({ ...answer.json<object>(), requestId: '' }));
    expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401]);
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    expect(answers.every((answer) => answer.headers['set-cookie'] === undefined)).toBe(true);
  });

  it('the cookie is bound to this host, unreadable for scripts, and not sent by other sites', async () => {
    await person('cookie');
    const [first, ...attributes] = String((await signIn('cookie', PASSWORD)).headers['set-cookie']).split('; ');
    expect(first).toMatch(/^__Host-lacquer=[\w-]{43}$/);
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']));
    expect(attributes.some((attribute) => attribute.startsWith('Domain'))).toBe(false);
  });

  it('each sign-in makes a new session; the database stores neither cookie nor token nor password', async () => {
    const first = await person('sessions');
    const second = cookieOf(await signIn('sessions', PASSWORD));
    expect(second).not.toBe(first);
    const rows = JSON.stringify([
      await server.database.read.selectFrom('sessions').selectAll().execute(),
      await server.database.read.selectFrom('users').selectAll().execute(),
    ]);
    expect(rows).not.toContain(first.split('=')[1]);
    expect(rows).not.toContain(PASSWORD);
  });

  it("a disabled user's next request is refused, and stays refused when the account opens again", async () => {
    const cookie = await person('leaver');
    expect((await ask(cookie)).statusCode).toBe(200);
    await setDisabled(server.database, 'leaver', true, Date.now());
    expect((await ask(cookie)).statusCode).toBe(401);
    await setDisabled(server.database, 'leaver', false, Date.now());
    expect((await ask(cookie)).statusCode).toBe(401);
  });

  it('a new password ends the sessions made with the old one', async () => {
    const cookie = await person('careful');
    await setPassword(server.database, 'careful', 'another password 42', Date.now());
    expect((await ask(cookie)).statusCode).toBe(401);
    expect((await signIn('careful', PASSWORD)).statusCode).toBe(401);
    expect((await signIn('careful', 'another password 42')).statusCode).toBe(200);
  });

  it('a session ends after its maximum age, and when it is idle', async () => {
    const change = (set: { expiresAt?: number; lastSeenAt?: number }, username: string) =>
      server.database.transaction((trx) =>
        trx.updateTable('sessions').set(set).where('username', '=', username).execute(),
      );
    const old = await person('old');
    await change({ expiresAt: Date.now() - 1 }, 'old');
    expect((await ask(old)).statusCode).toBe(401);
    const idle = await person('idle');
    await change({ lastSeenAt: Date.now() - 601 * 60_000 }, 'idle');
    expect((await ask(idle)).statusCode).toBe(401);
  });

  it('changing calls need the header token of the same session', async () => {
    const { cookie } = await server.signIn(['ROLE_UPLOAD']);
    const other = await server.signIn(['ROLE_ADMIN']);
    const send = (headers: Record<string, string>) => {
      const { headers: type, payload } = multipart(`meta-${SET}.zip`, Buffer.from('no zip'));
      return server.app.inject({
        method: 'POST',
        url: '/api/v2/admin/files',
        headers: { ...type, cookie, ...headers },
        payload,
      });
    };
    for (const headers of [{}, { 'x-csrf-token': '' }, { 'x-csrf-token': other.token }]) {
      const answer = await send(headers as Record<string, string>);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'header-token']);
    }
    const { token } = await server.signIn(['ROLE_UPLOAD']);
    expect((await send({ 'x-csrf-token': token })).statusCode).toBe(422);
  });

  it.each<[string, Record<string, string>, boolean]>([
    ['a script without a browser', {}, true],
    ['our own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, true],
    ['a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, true],
    ['a page of an allowed origin', { 'sec-fetch-site': 'cross-site', origin: 'https://app.example' }, true],
    ['a link on another host of ours', { 'sec-fetch-site': 'same-site', ...FOLLOWED }, true],
    ['a form on another host of ours', { 'sec-fetch-site': 'same-site', ...FOLLOWED, origin: 'null' }, false],
    [
      'a frame on another host of ours',
      { 'sec-fetch-site': 'same-site', ...FOLLOWED, 'sec-fetch-dest': 'iframe' },
      false,
    ],
    ['a script on another host of ours', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, false],
    ['a link on another site', { 'sec-fetch-site': 'cross-site', ...FOLLOWED }, false],
    ['a page of another origin, in an old browser', { origin: 'https://app.example.evil' }, false],
    ['a page of the same host', { origin: 'https://localhost:80' }, true],
  ])('a picture is asked for by %s', async (_who, headers, open) => {
    const url = `/embargo/api/v2/image/dis/${SET}/image?view=001&format=png`;
    const answer = await server.call('GET', url, { as: ['ROLE_TEST_EMBARGO'], headers });
    // Nothing is delivered: a page that may ask is told so.
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual(
      open ? [404, expect.stringMatching(/^unknown-/)] : [403, 'foreign-page'],
    );
  });

  it('what belongs to a session is refused to API tokens, whatever their user may do', async () => {
    await person('scripted');
    const made = { name: 'r', username: 'scripted', now: Date.now(), expiresAt: null };
    const { token } = await createApiToken(server.database, made);
    const bodies = { wanted: 'another password 42', current: PASSWORD, password: PASSWORD };
    for (const [method, url, body] of [
      ['POST', `${SESSION}/hand-over`, undefined],
      ['PUT', SESSION, { password: bodies.password }],
      ['PUT', '/api/v2/public/password', { current: bodies.current, wanted: bodies.wanted }],
    ] as const) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await server.app.inject({ method, url, headers, ...(body && { payload: body }) });
      expect([url, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([url, 403, 'needs-a-session']);
    }
    expect((await signIn('scripted', PASSWORD)).statusCode).toBe(200);
  });

  it('without a provider there is nothing at the addresses of its sign-in, and the sign-in page is told so', async () => {
    const options = await server.call('GET', '/api/v2/public/sign-in-options', { as: 'nobody' });
    expect(options.json()).toEqual({ oidc: null });
    for (const path of ['/api/v2/public/oidc?returnTo=/', '/api/v2/public/oidc/callback?code=x&state=y']) {
      expect((await server.call('GET', path, { as: 'nobody' })).statusCode, path).toBe(404);
    }
  });

  it('signing out leaves the sessions of others', async () => {
    const other = await person('remains');
    const leaving = await person('leaves');
    const token = (await ask(leaving, SESSION)).json<{ token: string }>().token;
    await server.app.inject({ method: 'DELETE', url: SESSION, headers: { cookie: leaving, 'x-csrf-token': token } });
    expect([(await ask(leaving)).statusCode, (await ask(other)).statusCode]).toEqual([401, 200]);
  });

  it('signing out ends the session and clears the cookie', async () => {
    await person('goodbye');
    const answer = await signIn('goodbye', PASSWORD);
    const cookie = cookieOf(answer);
    const headers = { cookie, 'x-csrf-token': answer.json<{ token: string }>().token };
    const out = await server.app.inject({ method: 'DELETE', url: SESSION, headers });
    expect(out.statusCode).toBe(200);
    expect(String(out.headers['set-cookie'])).toMatch(/^__Host-lacquer=;/);
    expect(out.headers['clear-site-data']).toBe('"cache", "storage"');
    expect((await ask(cookie)).statusCode).toBe(401);
  });

  it('signing out of a session that has ended already clears the cookie', async () => {
    const cookie = await person('ended');
    await setDisabled(server.database, 'ended', true, Date.now());
    for (const headers of [{ cookie }, {}] as Record<string, string>[]) {
      const out = await server.app.inject({ method: 'DELETE', url: SESSION, headers });
      expect([out.statusCode, out.json()], out.body).toEqual([200, { message: 'Signed out.', next: null }]);
      expect(String(out.headers['set-cookie'])).toMatch(/^__Host-lacquer=;/);
      expect(out.headers['clear-site-data']).toBe('"cache", "storage"');
    }
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await server.app.inject({ method: 'DELETE', url: SESSION, headers: foreign })).statusCode).toBe(403);
  });

  it('each answer names whose session it was asked with, also a refusal', async () => {
    const first = await person('tab.one');
    const second = await person('tab-two');
    const named = (answer: Awaited<ReturnType<typeof ask>>) => [answer.statusCode, answer.headers['x-lacquer-user']];
    expect(named(await ask(first))).toEqual([200, 'tab.one']);
    expect(named(await ask(second, '/api/v2/admin/files'))).toEqual([200, 'tab-two']);
    expect(named(await ask(second, '/api/v2/admin/users'))).toEqual([403, 'tab-two']);
    const stale = { cookie: second, 'x-csrf-token': 'of the session before' };
    const write = await server.app.inject({ method: 'DELETE', url: '/api/v2/admin/tokens/x', headers: stale });
    expect(named(write)).toEqual([403, 'tab-two']);
    expect(named(await server.call('GET', USER, { as: 'nobody' }))).toEqual([401, undefined]);
    // If somebody signs in over another session, the answer names the new user.
    const over = await server.app.inject({
      method: 'POST',
      url: SESSION,
      headers: { cookie: first },
      payload: { username: 'tab-two', password: PASSWORD },
    });
    expect(named(over)).toEqual([200, 'tab-two']);
  });

  it('an API token works without cookie and header token, until it is revoked, expired or its user disabled', async () => {
    await person('robot');
    const now = Date.now();
    const { id, token } = await createApiToken(server.database, {
      name: 'pipeline',
      username: 'robot',
      now,
      expiresAt: null,
    });
    const upload = (bearer: string) => {
      const { headers, payload } = multipart(`meta-${SET}.zip`, Buffer.from('no zip'));
      return server.app.inject({
        method: 'POST',
        url: '/api/v2/admin/files',
        headers: { ...headers, authorization: `Bearer ${bearer}` },
        payload,
      });
    };
    expect((await upload(token)).statusCode).toBe(422);
    expect((await upload(`${token}x`)).statusCode).toBe(401);
    const expired = await createApiToken(server.database, {
      name: 'old',
      username: 'robot',
      now,
      expiresAt: now - 1,
    });
    expect((await upload(expired.token)).statusCode).toBe(401);
    await setDisabled(server.database, 'robot', true, now);
    expect((await upload(token)).statusCode).toBe(401);
    await setDisabled(server.database, 'robot', false, now);
    expect((await upload(token)).statusCode).toBe(422);
    await server.database.transaction((trx) =>
      trx.updateTable('apiTokens').set({ revokedAt: now }).where('id', '=', id).execute(),
    );
    expect((await upload(token)).statusCode).toBe(401);
  });

  describe('pages of other sites', () => {
    const image = `/prod/api/v2/image/dis/${SET}/image?view=001`;
    it.each([
      ['a form', 'POST', SESSION, { origin: 'https://evil.example' }],
      ['a form in a sandbox', 'POST', SESSION, { origin: 'null' }],
      ['an origin that is not an address', 'POST', SESSION, { origin: 'http://[' }],
      ['a script of a sister site', 'DELETE', SESSION, { 'sec-fetch-site': 'same-site' }],
      ['a picture in a page', 'GET', image, { 'sec-fetch-site': 'cross-site' }],
      ['a script fetching a picture', 'GET', image, { origin: 'https://evil.example' }],
    ] as const)('%s is refused', async (_what, method, url, headers) => {
      const answer = await server.call(method, url, { headers: headers as unknown as Record<string, string> });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'foreign-page']);
    });

    it('the app on an allowed other host may call and read the answer; other hosts may not', async () => {
      const from = (origin: string) => server.call('GET', image, { as: ['ROLE_TEST'], headers: { origin } });
      const allowed = await from('https://app.example');
      expect(allowed.statusCode).toBe(404);
      expect(allowed.headers['access-control-allow-origin']).toBe('https://app.example');
      expect(allowed.headers['access-control-allow-credentials']).toBe('true');
      expect((await from('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
    });

    it('the same site may call', async () => {
      const headers = { origin: 'http://localhost:8080', host: 'localhost:8080', 'sec-fetch-site': 'same-origin' };
      expect((await server.call('GET', image, { as: ['ROLE_TEST'], headers })).statusCode).toBe(404);
    });
  });

  it('an id in embargo and one that does not exist get the same answer for callers without embargo permission', async () => {
    const answers = await Promise.all(
      [SET, '1ZZ2A5xxxxxxxxxx'].map((id) =>
        server.call('GET', `/embargo/api/v2/test/dis/${id}/resolutions`, { as: ['ROLE_TEST'] }),
      ),
    );
    const [one, other] = answers.map((answer) => ({ ...answer.json<object>(), requestId: '' }));
    expect(one).toEqual(other);
  });

  it('an unknown address below /api answers JSON', async () => {
    for (const url of ['/api', '/api/v2/nothing', '/prod/api/v2/nothing', '/x/api/v2/test/dis']) {
      const answer = await server.call('GET', url);
      expect(answer.statusCode, url).toBe(404);
      expect(answer.headers['content-type'], url).toContain('application/json');
      expect(answer.json(), url).toMatchObject({ code: 'not-found', status: 404 });
    }
  });

  it('every answer has the security headers', async () => {
    const large = Buffer.concat([Buffer.from('PK'), Buffer.alloc(2000)]);
    const answers = {
      200: await server.call('GET', '/api/v2/public/build-info'),
      404: await server.call('GET', '/api/v2/nothing'),
      401: await server.call('GET', USER, { as: 'nobody' }),
      400: await server.call('POST', SESSION, { body: { username: 'x' } }),
      413: await server.upload(`meta-${SET}.zip`, large),
    };
    for (const [status, answer] of Object.entries(answers)) {
      expect(answer.statusCode).toBe(Number(status));
      expect(answer.headers, status).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': expect.stringContaining('max-age=31536000'),
        'cache-control': 'no-store',
        'x-request-id': expect.any(String),
      });
      expect(answer.headers).not.toHaveProperty('x-powered-by');
    }
  });

  it('a body that is not JSON or too large is refused before anything is computed', async () => {
    const send = (payload: string, type = 'application/json') =>
      server.app.inject({ method: 'POST', url: SESSION, headers: { 'content-type': type }, payload });
    expect((await send('{"username":')).statusCode).toBe(400);
    expect((await send(JSON.stringify({ username: 'x'.repeat(2_000_000), password: 'y' }))).statusCode).toBe(413);
    expect((await send('username=x', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await send('{"__proto__":{"roles":["ROLE_ADMIN"]},"username":"a","password":"b"}')).statusCode).toBe(400);
  });

  it('text with U+0000 is refused everywhere', async () => {
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
      server.app.inject({ method, url, headers: { cookie, 'x-csrf-token': token }, ...(payload && { payload }) });
    for (const answer of [
      await ask('POST', SESSION, { username: 'a\0b', password: 'x' }),
      await ask('POST', SESSION, { username: 'a', password: 'x', 'k\0': { deep: ['\0'] } }),
      await ask('GET', '/api/v2/test/versions?disId=1PP2%00'),
      await ask('DELETE', '/api/v2/admin/users/a%00b/sessions'),
    ]) {
      expect([answer.statusCode, answer.json<{ code: string }>().code], answer.body).toEqual([400, 'zero-byte']);
    }
  });

  it('a password that was typed as the user name is in no log', async () => {
    await signIn('My Secret Passphrase 77', 'x');
    const lines = await server.database.read.selectFrom('logLines').selectAll().execute();
    expect(JSON.stringify(lines)).not.toMatch(/secret passphrase/i);
  });

  it('every refusal and sign-in is in the journal', async () => {
    await server.call('GET', '/api/v2/admin/log', { as: ['ROLE_TEST'] });
    const log = (await server.call('GET', '/api/v2/admin/log?size=1000')).json<{ items: { message: string }[] }>();
    const messages = log.items.map((line) => line.message);
    expect(messages).toContain('Refused: GET /api/v2/admin/log');
    expect(messages).toContain('Sign-in as known refused.');
    expect(messages).toContain('Sign-in refused: no such user.');
    expect(messages).toContain('known signed in.');
    expect(messages).toContain('goodbye signed out.');
  });
});
