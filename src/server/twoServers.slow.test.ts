/**
 * Two servers on one store, as behind a load balancer: what one of them changes holds at the other from the next request
 * on. What a server keeps in memory may make it fast, never late.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, startApp } from './app.ts';
import { readSettings } from './config.ts';
import { databases } from './testing/databases.ts';
import { multipart, startTestApp, type TestApp } from './testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from './testing/tinyPacks.ts';

const USER = '/api/v2/public/user';
const IMAGE = `/api/v2/image/dis/${SET}/image?view=001&layers=black`;

// With SQLite one process does everything.
describe.each(databases().filter((kind) => kind === 'postgres'))('two servers on %s', (kind) => {
  let one: TestApp;
  let other: App;

  beforeAll(async () => {
    one = await startTestApp(kind);
    const settings = {
      LACQUER_DATA: one.folder,
      LACQUER_DATABASE_URL: one.databaseUrl,
      LACQUER_LOG_LEVEL: 'silent',
      LACQUER_WORKERS: '0',
      FEATURE_QUALITY_REPORT_ENABLED: 'false',
      LACQUER_THUMBNAILS: 'false',
    };
    other = await startApp(readSettings(settings));
    await one.deliver(`meta-${SET}.zip`, await metaZip());
    await one.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([255, 0, 0, 255]) }));
  });
  afterAll(async () => {
    await other.close();
    await one.stop();
  });

  const askOther = (url: string, headers: Record<string, string>) => other.app.inject({ method: 'GET', url, headers });
  const admin = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
    const answer = await one.call(method, `/api/v2/admin/${path}`, { ...(body !== undefined && { body }) });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };

  it('spec 000 §6: a role taken away, an ended session and a disabled account hold at the other at once', async () => {
    const { username, cookie } = await one.signIn(['ROLE_TEST']);
    expect((await askOther(USER, { cookie })).json()).toMatchObject({ roles: ['ROLE_TEST'] });
    await admin('PUT', `users/${username}/roles`, { roles: ['ROLE_UPLOAD'] });
    expect((await askOther(USER, { cookie })).json()).toMatchObject({ roles: ['ROLE_UPLOAD'] });
    await admin('DELETE', `users/${username}/sessions`);
    expect((await askOther(USER, { cookie })).statusCode).toBe(401);

    const second = await one.signIn(['ROLE_TEST', 'ROLE_UPLOAD']);
    expect((await askOther(USER, { cookie: second.cookie })).statusCode).toBe(200);
    await admin('PUT', `users/${second.username}/disabled`, { disabled: true });
    expect((await askOther(USER, { cookie: second.cookie })).statusCode).toBe(401);
  });

  it('a revoked API token is refused at the other at once', async () => {
    const { username } = await one.signIn(['ROLE_TEST_EMBARGO']);
    const made = await admin('POST', 'tokens', { name: 'script', username, days: 1 });
    const { id, token } = made.json<{ id: string; token: string }>();
    const headers = { authorization: `Bearer ${token}` };
    expect((await askOther(USER, headers)).statusCode).toBe(200);
    await admin('DELETE', `tokens/${id}`);
    expect((await askOther(USER, headers)).statusCode).toBe(401);
  });

  it('content that was delivered, promoted and hidden by one has another answer at the other, also to If-None-Match', async () => {
    const { cookie } = await one.signIn(['ROLE_TEST_EMBARGO']);
    const ask = (area: string, etag?: string) =>
      askOther(`/${area}${IMAGE}`, { cookie, accept: 'image/png', ...(etag && { 'if-none-match': etag }) });
    const before = await ask('embargo');
    const etag = String(before.headers['etag']);
    expect((await ask('embargo', etag)).statusCode).toBe(304);
    expect((await ask('preprod', etag)).statusCode).toBe(404);

    const promote = await one.call('POST', `/api/v2/admin/dis/${SET}/promote`, {
      as: ['ROLE_UPLOAD'],
      body: { disId: SET, source: 'embargo', target: 'preprod' },
    });
    expect(promote.statusCode, promote.body).toBe(200);
    await expect.poll(async () => (await ask('preprod', etag)).statusCode).toBe(304);

    await one.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([0, 255, 0, 255]) }));
    const after = await ask('embargo', etag);
    expect(after.statusCode).toBe(200);
    expect(after.headers['etag']).not.toBe(etag);
    expect((await ask('preprod', etag)).statusCode).toBe(304);

    const hide = `<visibility><set pattern="${SET}" areas="prod"/></visibility>`;
    const { headers, payload } = multipart('visibility_configuration.xml', Buffer.from(hide));
    const { cookie: own, token } = await one.signIn(['ROLE_ADMIN']);
    const upload = await one.app.inject({
      method: 'POST',
      url: '/embargo/api/v2/admin/global-files',
      headers: { ...headers, cookie: own, 'x-csrf-token': token },
      payload,
    });
    expect(upload.statusCode, upload.body).toBe(200);
    expect((await ask('embargo', String(after.headers['etag']))).statusCode).toBe(404);
    expect((await ask('preprod', etag)).statusCode).toBe(304);
  });
});
