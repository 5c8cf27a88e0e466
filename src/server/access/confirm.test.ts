/** OWASP ASVS 2.3.5, 7.5.3: the switch by which what reaches Prod asks for a proof that it is still the same person. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, PASSWORD, startTestApp, type TestApp } from '../testApp.ts';
import { metaZip, plain, SET, zipOf } from '../tinyPacks.ts';
import { createApiToken } from './sessions.ts';

const UPLOADER = ['ROLE_UPLOAD'] as const;

describe.each(databases())('what reaches Prod on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind, { LACQUER_PROD_CONFIRM_MINUTES: '5' });
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver('static_a.zip', await zipOf({ 'co2/A.png': await plain([255, 0, 0, 255]) }));
  });
  afterAll(() => server.stop());

  const post = (path: string, body: object, headers?: Record<string, string>) =>
    server.call('POST', `/api/v2/admin/${path}`, { body, ...(headers ? { as: 'nobody', headers } : { as: UPLOADER }) });
  const confirm = (password: string) =>
    server.call('PUT', '/api/v2/public/session', { as: UPLOADER, body: { password } });
  const proofIsOld = () =>
    server.database.transaction((trx) =>
      trx
        .updateTable('sessions')
        .set({ createdAt: Date.now() - 6 * 60_000, confirmedAt: null })
        .where('username', '=', 'UPLOAD')
        .execute(),
    );
  const told = (answer: Awaited<ReturnType<typeof post>>) => [answer.statusCode, answer.json<{ code: string }>().code];
  const WAYS: readonly (readonly [string, object])[] = [
    [`dis/${SET}/promote`, { disId: SET, source: 'embargo', target: 'prod' }],
    [`dis/${SET}/promoteMetadata`, { disId: SET, source: 'embargo', target: 'prod' }],
    ['static/promote', { fileName: 'static_a.zip', source: 'embargo', target: 'prod' }],
    [`dis/${SET}/rollback`, { area: 'prod', entry: 1 }],
    ['static/rollback', { fileName: 'static_a.zip', area: 'prod', entry: 1 }],
  ];

  it.each(WAYS)('%s: not with an old proof; nothing is asked for', async (path, body) => {
    await server.signIn(UPLOADER);
    await proofIsOld();
    const jobs = () => server.database.read.selectFrom('jobs').select('id').execute();
    const before = await jobs();
    const answer = await post(path, body);
    expect(told(answer), answer.body).toEqual([403, 'confirm-first']);
    expect(await jobs()).toEqual(before);
  });

  it('the way to Pre-Prod stays open', async () => {
    await proofIsOld();
    expect((await post(`dis/${SET}/promote`, { disId: SET, source: 'embargo', target: 'preprod' })).statusCode).toBe(
      200,
    );
  });

  it('a wrong password confirms nothing, the right one does, for this session alone; both are in the log', async () => {
    await proofIsOld();
    const [path, body] = WAYS[0] ?? ['', {}];
    expect(told(await confirm('a wrong password'))).toEqual([403, 'wrong-password']);
    expect(told(await post(path, body))).toEqual([403, 'confirm-first']);
    expect((await confirm(PASSWORD)).statusCode).toBe(200);
    expect((await post(path, body)).statusCode).toBe(200);
    await proofIsOld();
    expect(told(await post(path, body))).toEqual([403, 'confirm-first']);
    const log = (await server.call('GET', '/api/v2/admin/log?size=100')).json<{ items: { message: string }[] }>();
    const messages = log.items.map(({ message }) => message);
    expect(messages).toContain('UPLOAD confirmed by password.');
    expect(messages).toContain('Confirmation by UPLOAD refused: wrong password.');
  });

  it('a fresh sign-in is a proof', async () => {
    const payload = { username: 'UPLOAD', password: PASSWORD };
    const signIn = await server.app.inject({ method: 'POST', url: '/api/v2/public/session', payload });
    const cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';
    const headers = { cookie, 'x-csrf-token': signIn.json<{ token: string }>().token };
    const [path, body] = WAYS[2] ?? ['', {}];
    expect((await post(path, body, headers)).statusCode).toBe(200);
  });

  it('API tokens cannot, and cannot confirm', async () => {
    const made = { name: 'r', username: 'UPLOAD', now: Date.now(), expiresAt: null };
    const { token } = await createApiToken(server.database, made);
    const headers = { authorization: `Bearer ${token}` };
    const [path, body] = WAYS[0] ?? ['', {}];
    expect(told(await post(path, body, headers))).toEqual([403, 'needs-a-person']);
    const confirmed = await server.call('PUT', '/api/v2/public/session', {
      as: 'nobody',
      headers,
      body: { password: PASSWORD },
    });
    expect(told(confirmed)).toEqual([403, 'needs-a-session']);
  });
});
