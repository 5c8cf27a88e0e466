/** Upload calls with malformed bodies, and calls from pages of other origins. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESUMABLE_UPLOADS } from '../../contract/index.ts';
import { createApiToken } from '../access/apiTokens.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';

const FORM = 'multipart/form-data; boundary=b';
const file = (name: string) => `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
const SHOP = 'https://shop.example.com';

describe('bodies of uploads', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp('sqlite', { LACQUER_CORS_ORIGINS: SHOP });
  });
  afterAll(() => server.stop());

  const calls = [
    ['/api/v2/admin/files', 'static_a.zip'],
    ['/embargo/api/v2/admin/global-files', 'redirects.xml'],
  ] as const;
  const bodies: readonly [string, string, (name: string) => string][] = [
    ['no boundary', 'multipart/form-data', file],
    ['an empty boundary', 'multipart/form-data; boundary=', file],
    ['another boundary', 'multipart/form-data; boundary=c', (name) => `${file(name)}PK\r\n--b--`],
    ['no end', FORM, (name) => `${file(name)}PK`],
    ['no end of a head', FORM, () => '--b\r\ncontent-disposition: form-data; name="file"; filename="x'],
    ['a head without a name', FORM, () => '--b\r\ncontent-disposition: form-data\r\n\r\nPK\r\n--b--'],
    ['a head of noise', FORM, () => `--b\r\n${'\u0001\u0002'.repeat(50)}\r\n\r\nPK\r\n--b--`],
    ['a head that is too long', FORM, () => `--b\r\n${'x-a: '.padEnd(100_000, 'y')}\r\n\r\nPK\r\n--b--`],
    [
      'too many fields',
      FORM,
      () => `${'--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(20)}--b--`,
    ],
    [
      'a field that every object has',
      FORM,
      () => '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--b--',
    ],
    ['nothing', FORM, () => ''],
    ['noise', FORM, () => '\u0000\u0001\u0002'],
    ['no form', 'application/json', () => '{}'],
    ['another kind', 'application/zip', () => 'PK'],
  ];
  describe.each(calls)('%s', (path, name) => {
    it.each(bodies)('%s: refused with a reason, never 500', async (_what, type, body) => {
      const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
      const answer = await server.app.inject({
        method: 'POST',
        url: path,
        headers: { cookie, 'x-csrf-token': token, 'content-type': type },
        payload: body(name),
      });
      expect([400, 406, 413, 415], answer.body).toContain(answer.statusCode);
      expect(answer.json()).toMatchObject({ status: answer.statusCode, errorMessage: expect.stringMatching(/\w \w/) });
    });
  });

  it('resumable uploads allow an origin only if a setting does, and then answer its preflight', async () => {
    const { cookie, token } = await server.signIn(['ROLE_UPLOAD']);
    const session = { cookie, 'x-csrf-token': token };
    const begin = (origin: string | undefined, as: Record<string, string> = session) =>
      server.app.inject({
        method: 'POST',
        url: RESUMABLE_UPLOADS,
        headers: {
          ...as,
          ...(origin !== undefined && { origin }),
          'tus-resumable': '1.0.0',
          'upload-length': '10',
          'upload-metadata': `filename ${Buffer.from('static_a.zip').toString('base64')}`,
        },
      });
    const own = await begin(undefined);
    expect([own.statusCode, own.headers['access-control-allow-origin']]).toEqual([201, undefined]);
    const shop = await begin(SHOP);
    expect([shop.statusCode, shop.headers['access-control-allow-origin']]).toEqual([201, SHOP]);
    expect(shop.headers['access-control-allow-credentials']).toBe('true');
    expect(shop.headers['access-control-expose-headers']).toMatch(/upload-offset/i);
    expect((await begin('https://evil.example')).statusCode).toBe(403);
    // A token does not help either.
    const made = { name: 'page', username: 'UPLOAD', now: Date.now(), expiresAt: null };
    const { token: bearer } = await createApiToken(server.database, made);
    expect((await begin('https://evil.example', { authorization: `Bearer ${bearer}` })).statusCode).toBe(403);

    const ask = (method: string) =>
      server.app.inject({
        method: 'OPTIONS',
        url: shop.headers.location as string,
        headers: {
          origin: SHOP,
          'access-control-request-method': method,
          'access-control-request-headers': 'tus-resumable,upload-offset,content-type,x-csrf-token',
        },
      });
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const answer = await ask(method);
      expect(answer.statusCode).toBe(204);
      expect(answer.headers['access-control-allow-methods']).toContain(method);
      expect(answer.headers['access-control-allow-headers']).toContain('upload-offset');
    }
  });

  it.each(['0'.repeat(32), `${'0'.repeat(32)}.json`, `x%2F..%2F${'0'.repeat(32)}`, '..%2F..%2Fetc%2Fpasswd', 'nope'])(
    'a refusal of a resumable upload has a request id, and no line of the library: %s',
    async (id) => {
      const { cookie, token } = await server.signIn(['ROLE_UPLOAD']);
      const answer = await server.app.inject({
        method: 'PATCH',
        url: `${RESUMABLE_UPLOADS}/${id}`,
        headers: {
          cookie,
          'x-csrf-token': token,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        payload: 'PK',
      });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'unknown-upload', requestId: answer.headers['x-request-id'] });
    },
  );

  it('the API documentation has as strict a policy as everything else', async () => {
    for (const path of ['/api/docs', '/api/docs/static/swagger-ui.css']) {
      const policy = String((await server.call('GET', path)).headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https:|\*|validator|upgrade/);
    }
  });
});
