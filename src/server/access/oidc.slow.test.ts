/** Sign-in by OpenID Connect, through the real routes and a real provider. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserAccount } from '../../contract/index.ts';
import { readSettings } from '../config.ts';
import { databases } from '../testing/databases.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/testApp.ts';
import { CLIENT, type Person, startProvider, visit } from './testing/oidcProvider.ts';

const PUBLIC = 'http://localhost:8080';
const START = '/api/v2/public/oidc';
const CALLBACK = `${PUBLIC}/api/v2/public/oidc/callback`;
const person = (name: string, groups: string[]): Person => ({
  password: 'pw',
  claims: { preferred_username: name, groups },
});

describe.each(databases())('OpenID Connect on %s', (kind) => {
  const people: Record<string, Person> = {
    s1: person('anna', ['veh-admins', 'other']),
    s2: person('bert', ['constructor', '__proto__']),
    s3: person('admin', ['veh-admins']),
    s4: person('dora', ['veh-view']),
    s5: person('eve\r\nSet-Cookie: x', []),
    s6: person('j.müller', []),
    s7: person('ADMIN', []),
    'auth0|12': { password: 'pw', claims: {} },
  };
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let server: TestApp;
  beforeAll(async () => {
    provider = await startProvider(PUBLIC, people);
    server = await startTestApp(kind, {
      LACQUER_PUBLIC_URL: PUBLIC,
      LACQUER_OIDC_ISSUER: provider.issuer,
      LACQUER_OIDC_CLIENT_ID: CLIENT.id,
      LACQUER_OIDC_CLIENT_SECRET: CLIENT.secret,
      LACQUER_OIDC_ROLES: 'veh-admins=ROLE_ADMIN+ROLE_UPLOAD, veh-view=ROLE_TEST',
      LACQUER_OIDC_LABEL: 'Sign in with Example',
    });
  });
  afterAll(async () => {
    await server.stop();
    await provider.close();
  });

  const get = (url: string, cookie = '') => server.app.inject({ method: 'GET', url, headers: { cookie } });
  const cookiesOf = (answer: Awaited<ReturnType<typeof get>>) =>
    answer.cookies
      .filter((one) => one.value !== '')
      .map((one) => `${one.name}=${one.value}`)
      .join('; ');
  const begin = async (returnTo = '/upload?text=a') => {
    const answer = await get(`${START}?returnTo=${encodeURIComponent(returnTo)}`);
    return { url: String(answer.headers.location), cookie: cookiesOf(answer), answer };
  };
  const back = async (url: string, user: string, password = 'pw') => {
    const { pathname, search } = await visit(url, CALLBACK, user, password);
    return pathname + search;
  };
  const signIn = async (user: string, password?: string) => {
    const { url, cookie } = await begin();
    return get(await back(url, user, password), cookie);
  };
  const refused = (code: string) => `${PUBLIC}/?signInError=${code}`;

  it('the sign-in page learns the label; the provider is asked with code, PKCE, state and nonce', async () => {
    expect((await get('/api/v2/public/sign-in-options')).json()).toEqual({ oidc: 'Sign in with Example' });
    const { url, answer } = await begin();
    const query = new URL(url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)?.length).toBeGreaterThan(30);
    const cookie = String(answer.headers['set-cookie']);
    for (const part of ['__Host-', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part);
  });

  it('the first sign-in creates an account with mapped roles, and returns to the requested page', async () => {
    const answer = await signIn('s1');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `${PUBLIC}/upload?text=a`]);
    expect((await get('/api/v2/public/user', cookiesOf(answer))).json()).toEqual({
      username: 'anna',
      roles: ['ROLE_ADMIN', 'ROLE_UPLOAD'],
    });
    const users = (await server.call('GET', '/api/v2/admin/users')).json<UserAccount[]>();
    expect(users.find((user) => user.username === 'anna')).toMatchObject({ source: 'oidc', sessions: 1 });
    const reset = await server.call('PUT', '/api/v2/admin/users/anna/password', { body: {} });
    expect([reset.statusCode, reset.json<{ code: string }>().code]).toEqual([409, 'not-a-local-user']);
  });

  it('claim values such as `constructor` give no role', async () => {
    const answer = await signIn('s2');
    expect((await get('/api/v2/public/user', cookiesOf(answer))).json()).toEqual({ username: 'bert', roles: [] });
  });

  it('each sign-in updates the roles from the provider, in the same account', async () => {
    await signIn('s4');
    people['s4'] = person('dora', ['veh-admins']);
    const answer = await signIn('s4');
    expect((await get('/api/v2/public/user', cookiesOf(answer))).json<{ roles: string[] }>().roles).toContain(
      'ROLE_ADMIN',
    );
    const users = (await server.call('GET', '/api/v2/admin/users')).json<UserAccount[]>();
    expect(users.filter((user) => user.username === 'dora')).toHaveLength(1);
  });

  it('never takes over a local account, and refuses malformed names', async () => {
    const answer = await signIn('s3');
    expect(answer.headers.location).toBe(refused('name-taken'));
    expect(answer.cookies.some((one) => one.name === '__Host-lacquer')).toBe(false);
    expect((await signIn('s5')).headers.location).toBe(refused('name-not-usable'));
    expect((await signIn('s7')).headers.location).toBe(refused('name-taken'));
  });

  it('names beyond ASCII and subjects of providers are accepted; every refusal has its cause in the log, on one line', async () => {
    for (const [subject, username] of [
      ['s6', 'j.müller'],
      ['auth0|12', 'auth0|12'],
    ] as const) {
      const cookie = cookiesOf(await signIn(subject));
      expect((await get('/api/v2/public/user', cookie)).json()).toMatchObject({ username });
    }
    await signIn('s1', 'wrong');
    const { url, cookie } = await begin();
    await get((await back(url, 's1')).replace(/code=[^&]+/, 'code=made-up'), cookie);
    const log = (await server.call('GET', '/api/v2/admin/log?size=200')).json<{ items: { message: string }[] }>();
    const causes = log.items.flatMap(
      ({ message }) => /^Sign-in by OpenID Connect refused: (.*)$/.exec(message)?.[1] ?? [],
    );
    expect(causes).toContainEqual(
      expect.stringMatching(/^name-not-usable\. "eve\\r\\nSet-Cookie: x": A user name has/),
    );
    expect(causes).toContainEqual(expect.stringMatching(/^name-taken\. another account has the name admin/));
    expect(causes).toContainEqual(expect.stringMatching(/^provider-refused\. .*access_denied/));
    expect(causes).toContainEqual(expect.stringMatching(/^sign-in-failed\. .*invalid_grant/));
    expect(causes.every((cause) => !cause.includes('\n'))).toBe(true);
  });

  it('a disabled account is refused, before and after', async () => {
    const cookie = cookiesOf(await signIn('s2'));
    await server.call('PUT', '/api/v2/admin/users/bert/disabled', { body: { disabled: true } });
    expect((await get('/api/v2/public/user', cookie)).statusCode).toBe(401);
    expect((await signIn('s2')).headers.location).toBe(refused('account-disabled'));
  });

  it('a refusal by the provider is shown in our own words', async () => {
    const answer = await signIn('s1', 'wrong');
    expect(answer.headers.location).toBe(refused('provider-refused'));
    expect(JSON.stringify(answer.headers)).not.toContain('wrong');
  });

  it('another browser’s state, a missing cookie, and a code used twice are refused', async () => {
    const mine = await begin();
    const theirs = await begin();
    const url = await back(mine.url, 's1');
    expect((await get(url)).headers.location).toBe(refused('sign-in-expired'));
    expect((await get(url, '__Host-lacquer-sign-in=bm90IGpzb24')).headers.location).toBe(refused('sign-in-expired'));
    expect((await get(url, theirs.cookie)).headers.location).toBe(refused('sign-in-failed'));
    const good = await begin();
    const once = await back(good.url, 's1');
    expect((await get(once, good.cookie)).headers.location).toBe(`${PUBLIC}/upload?text=a`);
    expect((await get(once, good.cookie)).headers.location).toBe(refused('sign-in-failed'));
  });

  it('signing out ends the session and continues at the provider, except for local accounts', async () => {
    const cookie = cookiesOf(await signIn('s1'));
    const { token } = (await get('/api/v2/public/session', cookie)).json<{ token: string }>();
    const out = await server.app.inject({
      method: 'DELETE',
      url: '/api/v2/public/session',
      headers: { cookie, 'x-csrf-token': token },
    });
    const next = new URL(out.json<{ next: string }>().next);
    expect(next.origin).toBe(provider.issuer);
    expect(next.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC}/`);
    expect((await get('/api/v2/public/user', cookie)).statusCode).toBe(401);
    expect((await server.call('DELETE', '/api/v2/public/session', { as: ['ROLE_TEST'] })).json()).toEqual({
      message: 'Signed out.',
      next: null,
    });
  });

  it('passwords do not sign in accounts of the provider', async () => {
    const payload = { username: 'anna', password: PASSWORD };
    const answer = await server.app.inject({ method: 'POST', url: '/api/v2/public/session', payload });
    expect(answer.statusCode).toBe(401);
  });
});

/** A provider that signs with another key than the one it publishes. */
async function startForger(): Promise<{
  issuer: string;
  nonce: (value: string) => void;
  sign: (own: boolean) => void;
  close: () => void;
}> {
  const [own, other] = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ];
  let nonce = '';
  let honest = false;
  const forger = createServer((request, response) => {
    const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const answers: Record<string, () => object> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/jwks': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }] }),
      '/token': () => {
        const now = Math.floor(Date.now() / 1000);
        const claims = { iss: issuer, sub: 's1', aud: CLIENT.id, iat: now, exp: now + 60, nonce };
        const head = `${base64({ alg: 'RS256', kid: 'k' })}.${base64({ ...claims, preferred_username: 'forged', groups: [] })}`;
        const signature = sign('RSA-SHA256', Buffer.from(head), honest ? own.privateKey : other.privateKey);
        return { access_token: 'a', token_type: 'Bearer', id_token: `${head}.${signature.toString('base64url')}` };
      },
    };
    const answer = answers[new URL(request.url ?? '/', 'http://localhost').pathname];
    request.resume();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer?.() ?? {}));
  });
  await new Promise<void>((resolve) => forger.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(forger.address() as AddressInfo).port}`;
  return {
    issuer,
    nonce: (value) => {
      nonce = value;
    },
    sign: (withOwnKey) => {
      honest = withOwnKey;
    },
    close: () => forger.close(),
  };
}

describe('OpenID Connect, without a provider', () => {
  it('an ID token that the provider did not sign is refused even if everything else is right', async () => {
    const forger = await startForger();
    const server = await startTestApp('sqlite', {
      LACQUER_PUBLIC_URL: PUBLIC,
      LACQUER_OIDC_ISSUER: forger.issuer,
      LACQUER_OIDC_CLIENT_ID: CLIENT.id,
      LACQUER_OIDC_CLIENT_SECRET: CLIENT.secret,
    });
    const signIn = async () => {
      const begun = await server.app.inject(START);
      const query = new URL(String(begun.headers.location)).searchParams;
      forger.nonce(query.get('nonce') ?? '');
      const url = `/api/v2/public/oidc/callback?code=x&state=${query.get('state')}`;
      const cookie = begun.cookies.map((one) => `${one.name}=${one.value}`).join('; ');
      return (await server.app.inject({ url, headers: { cookie } })).headers.location;
    };
    expect(await signIn()).toBe(`${PUBLIC}/?signInError=sign-in-failed`);
    const users = await server.database.read.selectFrom('users').select('username').execute();
    expect(users.map(({ username }) => username)).toEqual(['admin']);
    const log = await server.database.read.selectFrom('logLines').select('message').execute();
    expect(log.map(({ message }) => message).join()).toMatch(/sign-in-failed\. .*signature/i);
    forger.sign(true);
    expect(await signIn()).toBe(`${PUBLIC}/`);
    await server.stop();
    forger.close();
  });

  it('is off by default, and says so when the provider is unreachable', async () => {
    const server = await startTestApp();
    expect((await server.app.inject('/api/v2/public/sign-in-options')).json()).toEqual({ oidc: null });
    expect((await server.app.inject(START)).statusCode).toBe(404);
    await server.stop();
    const lonely = await startTestApp('sqlite', {
      LACQUER_PUBLIC_URL: PUBLIC,
      LACQUER_OIDC_ISSUER: 'http://127.0.0.1:9',
      LACQUER_OIDC_CLIENT_ID: 'x',
      LACQUER_OIDC_CLIENT_SECRET: 'x',
    });
    expect((await lonely.app.inject(START)).headers.location).toBe(`${PUBLIC}/?signInError=provider-away`);
    await lonely.stop();
  });

  it('invalid settings are refused at start: plain http to another host, unknown roles, missing parts', () => {
    const error = (environment: Record<string, string>) => {
      try {
        readSettings(environment);
        return '';
      } catch (thrown) {
        return (thrown as Error).message;
      }
    };
    const all = { LACQUER_OIDC_CLIENT_ID: 'x', LACQUER_OIDC_CLIENT_SECRET: 'x', LACQUER_PUBLIC_URL: PUBLIC };
    expect(error({ ...all, LACQUER_OIDC_ISSUER: 'http://sso.example' })).toContain('LACQUER_OIDC_ISSUER');
    expect(error({ ...all, LACQUER_OIDC_ISSUER: 'http://localhost.evil.example' })).toContain('LACQUER_OIDC_ISSUER');
    expect(error({ LACQUER_OIDC_ISSUER: 'https://sso.example' })).toContain('LACQUER_PUBLIC_URL: required');
    expect(error({ LACQUER_OIDC_ROLES: 'a=ROLE_KING' })).toContain('ROLE_KING');
    expect(error({ ...all, LACQUER_OIDC_ISSUER: 'https://sso.example' })).toBe('');
  });
});
