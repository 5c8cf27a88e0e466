/**
 * For tests: a real OpenID Connect provider in this process, and a browser that signs in at it.
 *
 *   startProvider
 *   visit           follows the provider's pages like a browser, signs in, ends where the provider sends us back
 */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface Person {
  password: string;
  claims: Record<string, unknown>;
}
const PAGE = `<!doctype html><title>Example</title><form method=post><label>user <input name=user></label>
  <label>password <input name=password type=password></label><button>Continue</button></form>`;
export const CLIENT = { id: 'lacquer', secret: 'a-client-secret-of-the-tests-only-1' };

export async function startProvider(publicUrl: string, people: Record<string, Person>) {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${publicUrl}/api/v2/public/oidc/callback`],
        post_logout_redirect_uris: [`${publicUrl}/`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email'],
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    interactions: { url: (_, interaction) => `/login/${interaction.uid}` },
    findAccount: (_, id) => people[id] && { accountId: id, claims: () => ({ sub: id, ...people[id]?.claims }) },
    // The application is the company's own: users are not asked for consent.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        ...(oidc.client && { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId !== undefined && { accountId: oidc.session.accountId }),
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/login/')) return callback(request, response);
    if (request.method === 'GET') return response.setHeader('content-type', 'text/html').end(PAGE);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const form = new URLSearchParams(body);
    const user = form.get('user') ?? '';
    const fits = people[user]?.password === form.get('password');
    await provider.interactionFinished(
      request,
      response,
      fits ? { login: { accountId: user } } : { error: 'access_denied', error_description: '<b>wrong</b>' },
    );
  });
  return {
    issuer,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @returns the address below `stop` that the provider sends the browser to */
export async function visit(start: string, stop: string, user: string, password: string): Promise<URL> {
  const jar = new Map<string, string>();
  let url = new URL(start);
  let init: RequestInit = {};
  for (let step = 0; step < 12; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    init = {};
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/);
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) {
      const text = await answer.text();
      if (!text.includes('password')) throw new Error(`${url.href}: ${answer.status} ${text}`);
      init = { method: 'POST', body: new URLSearchParams({ user, password }) };
      continue;
    }
    url = new URL(location, url);
    if (url.href.startsWith(stop)) return url;
  }
  throw new Error('the provider never sent the browser back');
}
