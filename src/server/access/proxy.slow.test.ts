/** Sign-in by the header of a trusted proxy; headers from other addresses are ignored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../config.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';

describe.each(databases())('trusted proxy on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind, {
      LACQUER_PROXY_ADDRESSES: '10.0.0.7, 10.1.0.0/16, fd00::/8',
      LACQUER_PROXY_USER_HEADER: 'X-Remote-User',
      LACQUER_PROXY_ROLES_HEADER: 'X-Remote-Groups',
      LACQUER_PROXY_ROLES: 'veh-up=ROLE_UPLOAD, veh-view=ROLE_TEST',
      LACQUER_TRUST_PROXY: '10.0.0.7',
    });
  });
  afterAll(() => server.stop());
  const ask = (remoteAddress: string, headers: Record<string, string>) =>
    server.app.inject({ method: 'GET', url: '/api/v2/public/session', remoteAddress, headers });
  const cookieOf = (answer: Awaited<ReturnType<typeof ask>>) =>
    String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const anna = { 'x-remote-user': 'anna', 'x-remote-groups': 'veh-up, other, constructor' };

  it('creates the account and a session with mapped roles; the same session continues', async () => {
    const first = await ask('10.0.0.7', anna);
    expect(first.json()).toMatchObject({ username: 'anna', roles: ['ROLE_UPLOAD'] });
    const cookie = cookieOf(first);
    const again = await ask('10.1.2.3', { ...anna, cookie });
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.json<{ token: string }>().token).toBe(first.json<{ token: string }>().token);
    const packs = await server.app.inject({ url: '/api/v2/admin/files', headers: { cookie } });
    expect(packs.statusCode).toBe(200);
    for (const from of ['::ffff:10.0.0.7', 'fd00::1']) expect((await ask(from, anna)).statusCode).toBe(200);
  });

  it('is ignored from other addresses, whatever X-Forwarded-For says', async () => {
    for (const from of ['10.0.0.8', '127.0.0.1', '10.2.0.1', '::1']) {
      const answer = await ask(from, { ...anna, 'x-forwarded-for': '10.0.0.7' });
      expect([answer.statusCode, answer.headers['set-cookie']], from).toEqual([401, undefined]);
    }
  });

  it('another name opens another session and ends the old one; roles follow the header', async () => {
    const cookie = cookieOf(await ask('10.0.0.7', anna));
    const bert = await ask('10.0.0.7', { 'x-remote-user': 'bert', 'x-remote-groups': 'veh-view', cookie });
    expect(bert.json()).toMatchObject({ username: 'bert', roles: ['ROLE_TEST'] });
    expect((await ask('127.0.0.1', { cookie })).statusCode).toBe(401);
    await ask('10.0.0.7', { ...anna, 'x-remote-groups': '' });
    expect((await ask('10.0.0.7', { ...anna, 'x-remote-groups': '' })).json()).toMatchObject({ roles: [] });
  });

  it('refuses disabled accounts, names of local accounts, and a repeated header', async () => {
    await ask('10.0.0.7', { 'x-remote-user': 'carl' });
    await server.call('PUT', '/api/v2/admin/users/carl/disabled', { body: { disabled: true } });
    for (const [name, code] of [
      ['carl', 'account-disabled'],
      ['admin', 'name-taken'],
      ['ADMIN', 'name-taken'],
      ['evil, anna', 'name-not-usable'],
    ] as const) {
      const answer = await ask('10.0.0.7', { 'x-remote-user': name });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, code]);
    }
    const log = (await server.call('GET', '/api/v2/admin/log?size=100')).json<{ items: { message: string }[] }>();
    expect(log.items.map(({ message }) => message)).toContain('Sign-in by the proxy refused: account-disabled.');
  });

  it('a name is one account in whatever case the proxy sends it, also beyond ASCII; a refusal has its cause in the log', async () => {
    const utf8 = (name: string) => Buffer.from(name, 'utf8').toString('latin1');
    const named = async (name: string) =>
      (await ask('10.0.0.7', { 'x-remote-user': utf8(name) })).json<{ username: string }>().username;
    expect(await named('j.müller')).toBe('j.müller');
    expect([await named('J.MÜLLER'), await named('J.Müller')]).toEqual(['j.müller', 'j.müller']);
    await ask('10.0.0.7', { 'x-remote-user': 'two words' });
    const log = (await server.call('GET', '/api/v2/admin/log?size=100')).json<{ items: { message: string }[] }>();
    expect(log.items.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Sign-in by the proxy refused: name-not-usable\. "two words": A user name has/),
    );
  });

  it('malformed addresses are refused at start', () => {
    for (const text of ['10.0.0', '10.0.0.0/33', '10.0.0.0/', 'proxy.example']) {
      expect(() => readSettings({ LACQUER_PROXY_ADDRESSES: text })).toThrow('LACQUER_PROXY_ADDRESSES');
    }
  });
});
