/** User administration through its calls: accounts, roles, passwords, sessions, API tokens, and the last administrator. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiToken, LogLine, UserAccount } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/testApp.ts';
import { openSession } from './sessions.ts';
import { checkPassword, rolesOfUser, sourceOf } from './userQueries.ts';
import { setDisabled, setPassword, setRoles } from './users.ts';

const USERS = '/api/v2/admin/users';
const SESSION = '/api/v2/public/session';
const codeOf = (answer: { json<T>(): T }) => answer.json<{ code?: string }>().code;

describe.each(databases())('user administration on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());

  const signIn = async (username: string, password = PASSWORD) => {
    const answer = await server.app.inject({ method: 'POST', url: SESSION, payload: { username, password } });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    return { status: answer.statusCode, cookie, token: answer.json<{ token: string }>().token };
  };
  const add = async (username: string, roles: string[], password: string | undefined = PASSWORD) =>
    server.call('POST', USERS, { body: { username, roles, password } });
  const account = async (username: string) =>
    (await server.call('GET', USERS)).json<UserAccount[]>().find((user) => user.username === username);
  const statusOf = async (cookie: string, url = '/api/v2/public/user') =>
    (await server.app.inject({ method: 'GET', url, headers: { cookie } })).statusCode;

  it('adds an account with a given password, or with a generated one that is shown once and works', async () => {
    expect((await add('anna', ['ROLE_TEST'])).json()).toEqual({ username: 'anna', password: null });
    const made = (await server.call('POST', USERS, { body: { username: 'bert', roles: [] } })).json<{
      password: string;
    }>();
    expect(made.password).toMatch(/^[\w-]{20}$/);
    expect(await account('bert')).toMatchObject({ source: 'local', disabled: false, lastSeenAt: null, sessions: 0 });
    expect((await signIn('bert', made.password)).status).toBe(200);
    expect(await account('bert')).toMatchObject({ lastSeenAt: expect.stringMatching(/Z$/), sessions: 1 });
    expect(codeOf(await add('anna', []))).toBe('user-exists');
    expect(codeOf(await add('a b', []))).toBe('bad-username');
    expect(codeOf(await add('carl', [], 'short'))).toBe('bad-password');
    expect((await add('carl', ['ROLE_KING'])).statusCode).toBe(400);
    expect(await account('carl')).toBeUndefined();
    // A call may still run when its account is deleted.
    expect([await sourceOf(server.database, 'carl'), await rolesOfUser(server.database, 'carl')]).toEqual([
      undefined,
      [],
    ]);
  });

  it('names ignore case: for adding, signing in, changing, and API tokens', async () => {
    expect((await add('Ida.Müller', ['ROLE_TEST'])).json()).toEqual({ username: 'Ida.Müller', password: null });
    expect(codeOf(await add('ida.mÜLLER', []))).toBe('user-exists');
    expect(codeOf(await add('ida.mu\u0308ller', []))).toBe('user-exists');
    expect(codeOf(await add('ADMIN', ['ROLE_ADMIN']))).toBe('user-exists');
    expect(codeOf(await add('аdmin', []))).toBe('bad-username');
    const { status, cookie } = await signIn('IDA.MÜLLER');
    expect(status).toBe(200);
    const who = await server.app.inject({ url: '/api/v2/public/user', headers: { cookie } });
    expect([who.json(), who.headers['x-lacquer-user']]).toEqual([
      { username: 'Ida.Müller', roles: ['ROLE_TEST'] },
      encodeURIComponent('Ida.Müller'),
    ]);
    await server.call('PUT', `${USERS}/ida.m%C3%BCller/roles`, { body: { roles: [] } });
    expect((await account('Ida.Müller'))?.roles).toEqual([]);
    const body = { username: 'ida.müller', name: 'x', days: 1 };
    expect((await server.call('POST', '/api/v2/admin/tokens', { body })).statusCode).toBe(200);
    expect((await account('Ida.Müller'))?.tokens).toBe(1);
    expect((await server.call('DELETE', `${USERS}/IDA.M%C3%9CLLER/sessions`)).json()).toEqual({ ended: 1, tokens: 1 });
  });

  it('spec 000 §6: changed roles apply from the next call of a live session', async () => {
    await add('dora', ['ROLE_TEST']);
    const { cookie } = await signIn('dora');
    expect(await statusOf(cookie, '/api/v2/admin/files')).toBe(403);
    await server.call('PUT', `${USERS}/dora/roles`, { body: { roles: ['ROLE_UPLOAD'] } });
    expect(await statusOf(cookie, '/api/v2/admin/files')).toBe(200);
    expect((await account('dora'))?.roles).toEqual(['ROLE_UPLOAD']);
    await server.call('PUT', `${USERS}/dora/roles`, { body: { roles: [] } });
    expect(await statusOf(cookie, '/api/v2/admin/files')).toBe(403);
  });

  it('disables, enables, ends sessions, resets the password', async () => {
    await add('emil', ['ROLE_TEST']);
    const first = await signIn('emil');
    await server.call('PUT', `${USERS}/emil/disabled`, { body: { disabled: true } });
    expect(await statusOf(first.cookie)).toBe(401);
    expect((await signIn('emil')).status).toBe(401);
    await server.call('PUT', `${USERS}/emil/disabled`, { body: { disabled: false } });
    const second = await signIn('emil');
    const third = await signIn('emil');
    expect((await server.call('DELETE', `${USERS}/emil/sessions`)).json()).toEqual({ ended: 2, tokens: 0 });
    expect([await statusOf(second.cookie), await statusOf(third.cookie)]).toEqual([401, 401]);
    const fourth = await signIn('emil');
    const reset = await server.call('PUT', `${USERS}/emil/password`, { body: {} });
    expect(await statusOf(fourth.cookie)).toBe(401);
    expect((await signIn('emil')).status).toBe(401);
    expect((await signIn('emil', reset.json<{ password: string }>().password)).status).toBe(200);
  });

  it('refuses every change of an unknown user', async () => {
    for (const [method, path, body] of [
      ['PUT', 'roles', { roles: [] }],
      ['PUT', 'disabled', { disabled: true }],
      ['PUT', 'password', {}],
      ['DELETE', 'sessions', undefined],
    ] as const) {
      const answer = await server.call(method, `${USERS}/nobody.here/${path}`, { ...(body && { body }) });
      expect([answer.statusCode, codeOf(answer)], path).toEqual([404, 'unknown-user']);
    }
  });

  it('people change their own password with the current one; their other sessions end, this one continues', async () => {
    await add('fred', []);
    const here = await signIn('fred');
    const elsewhere = await signIn('fred');
    const change = (current: string, wanted: string) =>
      server.app.inject({
        method: 'PUT',
        url: '/api/v2/public/password',
        headers: { cookie: here.cookie, 'x-csrf-token': here.token },
        payload: { current, wanted },
      });
    expect(codeOf(await change('not the password', 'a new password 99'))).toBe('wrong-password');
    expect(codeOf(await change(PASSWORD, 'short'))).toBe('bad-password');
    expect(await statusOf(elsewhere.cookie)).toBe(200);
    expect((await change(PASSWORD, 'a new password 99')).json()).toEqual({
      message: 'Password changed. Your other sessions have ended.',
    });
    expect([await statusOf(here.cookie), await statusOf(elsewhere.cookie)]).toEqual([200, 401]);
    expect((await signIn('fred', 'a new password 99')).status).toBe(200);
  });

  it('a sign-in that checked the old password before a reset does not succeed after it', async () => {
    await add('nora', []);
    const tries = Promise.all(Array.from({ length: 6 }, () => signIn('nora')));
    const reset = server.call('PUT', `${USERS}/nora/password`, { body: { password: 'a newer password 42' } });
    expect((await reset).statusCode).toBe(200);
    for (const { cookie } of await tries) expect(await statusOf(cookie)).toBe(401);
    // The order made explicit: a password that was checked before the reset opens no session after it.
    const { database } = server;
    const checked = await checkPassword(database, 'nora', 'a newer password 42');
    await setPassword(database, 'nora', 'the newest password 43', database.clock.now());
    const limits = { idle: 60_000, max: 60_000 };
    const late = openSession(database, 'nora', database.clock.now(), limits, checked?.passwordHash);
    await expect(late).rejects.toMatchObject({ status: 401 });
    const own = { from: checked?.passwordHash ?? '' };
    const overwriting = setPassword(database, 'nora', 'a password of an intruder 1', database.clock.now(), own);
    await expect(overwriting).rejects.toMatchObject({ status: 403 });
    expect((await signIn('nora', 'the newest password 43')).status).toBe(200);
    await setDisabled(database, 'nora', true, database.clock.now());
    await expect(openSession(database, 'nora', database.clock.now(), limits)).rejects.toMatchObject({ status: 401 });
  });

  it('a new sign-in ends the earlier session of the same browser', async () => {
    await add('gina', []);
    const { cookie } = await signIn('gina');
    await server.app.inject({
      method: 'POST',
      url: SESSION,
      headers: { cookie },
      payload: { username: 'gina', password: PASSWORD },
    });
    expect(await statusOf(cookie)).toBe(401);
  });

  it('changing or resetting the password and ending the sessions revokes API tokens', async () => {
    await add('harriet', ['ROLE_UPLOAD']);
    const made = async () => {
      const body = { username: 'harriet', name: 'script', days: 1 };
      return (await server.call('POST', '/api/v2/admin/tokens', { body })).json<{ token: string }>().token;
    };
    const works = async (token: string) =>
      (await server.app.inject({ url: '/api/v2/admin/files', headers: { authorization: `Bearer ${token}` } }))
        .statusCode;
    const before = await made();
    expect(await works(before)).toBe(200);
    expect((await account('harriet'))?.tokens).toBe(1);
    const here = await signIn('harriet');
    const changed = await server.app.inject({
      method: 'PUT',
      url: '/api/v2/public/password',
      headers: { cookie: here.cookie, 'x-csrf-token': here.token },
      payload: { current: PASSWORD, wanted: 'a new password 98' },
    });
    expect(changed.json<{ message: string }>().message).toBe(
      'Password changed. Your other sessions have ended. Your API tokens are revoked: scripts that use them need new ones.',
    );
    expect(await works(before)).toBe(401);
    const second = await made();
    await server.call('PUT', `${USERS}/harriet/password`, { body: {} });
    expect(await works(second)).toBe(401);
    const third = await made();
    expect((await server.call('DELETE', `${USERS}/harriet/sessions`)).json()).toEqual({ ended: 0, tokens: 1 });
    expect(await works(third)).toBe(401);
    expect((await account('harriet'))?.tokens).toBe(0);
  });

  it('API tokens: created for a user, shown once, listed without secret, revoked at once', async () => {
    await add('robot', ['ROLE_UPLOAD']);
    const tokens = '/api/v2/admin/tokens';
    const made = (await server.call('POST', tokens, { body: { username: 'robot', name: 'nightly', days: 30 } })).json<{
      id: string;
      token: string;
    }>();
    const ask = async () =>
      (
        await server.app.inject({
          method: 'GET',
          url: '/api/v2/admin/files',
          headers: { authorization: `Bearer ${made.token}` },
        })
      ).statusCode;
    expect(await ask()).toBe(200);
    const list = await server.call('GET', tokens);
    expect(list.json<ApiToken[]>()).toMatchObject([{ id: made.id, name: 'nightly', username: 'robot' }]);
    expect(list.body).not.toContain(made.token);
    const [token] = list.json<ApiToken[]>();
    const days = (Date.parse(token?.expiresAt ?? '') - Date.parse(token?.createdAt ?? '')) / 86_400_000;
    expect(days).toBe(30);
    expect((await server.call('DELETE', `${tokens}/${made.id}`)).statusCode).toBe(200);
    expect(await ask()).toBe(401);
    expect((await server.call('DELETE', `${tokens}/${made.id}`)).statusCode).toBe(404);
    expect((await server.call('POST', tokens, { body: { username: 'nix', name: 'x', days: 1 } })).statusCode).toBe(404);
  });

  it('each change leaves a line in the journal that names who did it, and never a secret', async () => {
    const { items } = (await server.call('GET', '/api/v2/admin/log?page=0&size=500')).json<{ items: LogLine[] }>();
    const lines = items.filter((line) => line.context === 'users').map((line) => line.message);
    expect(lines).toEqual(
      expect.arrayContaining([
        'User anna added: ROLE_TEST.',
        'Roles of dora: ROLE_UPLOAD.',
        'Roles of dora: none.',
        'User emil disabled.',
        'User emil enabled.',
        'Access of emil ended. Sessions ended: 2. API tokens revoked: 0.',
        'Password of emil changed. Sessions ended: 1. API tokens revoked: 0.',
        'API token nightly created for robot: admin.',
        'API token nightly of robot revoked.',
      ]),
    );
    const rows = await server.database.read
      .selectFrom('logLines')
      .select('who')
      .where('context', '=', 'users')
      .execute();
    expect(new Set(rows.map((row) => row.who))).toEqual(new Set(['ADMIN.', 'fred', 'harriet']));
    expect(JSON.stringify(items)).not.toContain(PASSWORD);
  });
});

describe.each(databases())('the last administrator on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());

  it('keeps role and account, even if two are changed at once', async () => {
    // `admin` of the first start, and `ADMIN.`, who makes the calls below.
    await server.signIn(['ROLE_ADMIN']);
    const settled = await Promise.allSettled([
      setRoles(server.database, 'admin', ['ROLE_TEST'], Date.now(), 'a test'),
      setDisabled(server.database, 'ADMIN.', true, Date.now()),
    ]);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const rows = await server.database.read.selectFrom('users').select(['roles', 'disabled']).execute();
    expect(rows.filter((row) => row.disabled === 0 && row.roles.includes('ROLE_ADMIN'))).toHaveLength(1);
  });

  it('is named in the refusal', async () => {
    await setRoles(server.database, 'ADMIN.', ['ROLE_ADMIN'], Date.now(), 'a test');
    await setDisabled(server.database, 'ADMIN.', false, Date.now());
    await setRoles(server.database, 'admin', [], Date.now(), 'a test');
    const again = await server.app.inject({
      method: 'POST',
      url: SESSION,
      payload: { username: 'ADMIN.', password: PASSWORD },
    });
    const headers = {
      cookie: String(again.headers['set-cookie']).split(';')[0] ?? '',
      'x-csrf-token': again.json<{ token: string }>().token,
    };
    for (const [path, payload] of [
      ['disabled', { disabled: true }],
      ['roles', { roles: ['ROLE_UPLOAD'] }],
    ] as const) {
      const answer = await server.app.inject({ method: 'PUT', url: `${USERS}/ADMIN./${path}`, headers, payload });
      expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'last-administrator']);
    }
  });
});
