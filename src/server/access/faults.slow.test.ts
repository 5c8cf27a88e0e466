/**
 * When disk or database fail (OWASP ASVS 16.5, 13.4.6): a general sentence and a request id, never a path, SQL or a
 * stack; a failure never lets anybody in; and once it is repaired, the same process continues.
 */
import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databases } from '../testing/databases.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';
import { createApiToken } from './apiTokens.ts';

const NAME = `meta-${SET}.zip`;
const USER = { username: 'anna', password: 'four wheels and a horn 9', roles: [] };
const broken = (code: string) =>
  Object.assign(new Error(`${code}: something, write '/srv/lacquer/blobs/staging/x'`), { code });

async function fileHandles() {
  const handle = await open('/dev/null', 'r');
  await handle.close();
  return Object.getPrototypeOf(handle) as Record<'write' | 'writev' | 'read', () => Promise<unknown>>;
}

describe.each(databases())('faults on %s', (kind) => {
  let server: TestApp;
  beforeEach(async () => {
    server = await startTestApp(kind);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.stop();
  });

  type Answer = Awaited<ReturnType<typeof server.call>>;
  const saysNothing = (answer: Answer, status = 500) => {
    expect(answer.statusCode, answer.body).toBe(status);
    expect(answer.json()).toMatchObject({ requestId: answer.headers['x-request-id'], status });
    expect(answer.body + JSON.stringify(answer.headers)).not.toMatch(
      /\/srv|\/tmp|node_modules|\.ts\b|SQLITE|select |sessions|ENOSPC|EIO|at \w+ \(/i,
    );
  };

  it.each(['EIO', 'EROFS'])(
    'a disk that accepts no bytes (%s): not acknowledged, nothing remains, works again afterwards',
    async (code) => {
      const handles = await fileHandles();
      for (const way of ['write', 'writev'] as const) vi.spyOn(handles, way).mockRejectedValue(broken(code));
      saysNothing(await server.upload(NAME, await metaZip()));
      expect((await server.call('GET', '/api/v2/admin/files')).json()).toEqual([]);
      vi.restoreAllMocks();
      expect((await server.deliver(NAME, await metaZip())).state).toBe('live');
    },
  );

  it('a full disk: answered 507, nothing remains, works again afterwards', async () => {
    const handles = await fileHandles();
    for (const way of ['write', 'writev'] as const) vi.spyOn(handles, way).mockRejectedValue(broken('ENOSPC'));
    const answer = await server.upload(NAME, await metaZip());
    saysNothing(answer, 507);
    expect(answer.json()).toMatchObject({ code: 'store-full' });
    vi.restoreAllMocks();
    expect((await server.deliver(NAME, await metaZip())).state).toBe('live');
  });

  it('a disk with read errors fails the picture; the next call works', async () => {
    await server.deliver('static_a.zip', await zipOf({ 'co2/A.png': await plain([255, 0, 0, 255]) }));
    const path = '/api/v2/admin/file-elements-content?path=/embargo/static/static_a.zip/co2/A.png';
    expect((await server.call('GET', path)).statusCode).toBe(200);
    const handles = await fileHandles();
    vi.spyOn(handles, 'read').mockRejectedValue(broken('EIO'));
    saysNothing(await server.call('GET', path));
    vi.restoreAllMocks();
    expect((await server.call('GET', path)).statusCode).toBe(200);
  });

  it('with a read-only database, sessions and API tokens can still read', async () => {
    const { username, cookie } = await server.signIn(['ROLE_ADMIN']);
    const { token } = await createApiToken(server.database, { name: 'r', username, now: 0, expiresAt: null });
    // Long enough ago that it would be recorded again.
    const before = Date.now() - 120_000;
    await server.database.transaction((trx) => trx.updateTable('sessions').set({ lastSeenAt: before }).execute());
    vi.spyOn(server.database, 'transaction').mockRejectedValue(broken('ENOSPC'));
    const ask = (headers: Record<string, string>) =>
      server.app.inject({ method: 'GET', url: '/api/v2/public/user', headers });
    for (let i = 0; i < 3; i += 1) {
      expect((await ask({ cookie })).statusCode).toBe(200);
      expect((await ask({ authorization: `Bearer ${token}` })).statusCode).toBe(200);
    }
    // A refusal that cannot be recorded is still a refusal.
    expect((await server.app.inject({ method: 'GET', url: '/api/v2/admin/users' })).statusCode).toBe(401);
    saysNothing(await server.call('POST', '/api/v2/admin/users', { body: USER }), 507);
    vi.restoreAllMocks();
    expect((await ask({ cookie })).statusCode).toBe(200);
    expect((await server.call('POST', '/api/v2/admin/users', { body: USER })).statusCode).toBe(200);
  });

  it('if the database cannot identify callers, nobody gets in', async () => {
    await server.deliver(NAME, await metaZip());
    const ask = () => server.call('GET', `/embargo/api/v2/test/versions?disId=${SET}`);
    expect((await ask()).statusCode).toBe(200);
    const rename = (from: string, to: string) =>
      server.database.transaction((trx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(trx));
    await rename('sessions', 'elsewhere');
    saysNothing(await ask());
    const signIn = { username: 'admin', password: PASSWORD };
    saysNothing(await server.call('POST', '/api/v2/public/session', { as: 'nobody', body: signIn }));
    await rename('elsewhere', 'sessions');
    expect((await ask()).statusCode).toBe(200);
  });

  it.runIf(kind === 'sqlite')('a locked database: writes fail with a sentence, reads continue', async () => {
    await server.signIn(['ROLE_ADMIN']);
    const other = new DatabaseSync(`${server.folder}/lacquer.db`);
    other.exec('begin immediate');
    const signIn = { username: 'admin', password: PASSWORD };
    saysNothing(await server.call('POST', '/api/v2/public/session', { as: 'nobody', body: signIn }), 503);
    expect((await server.call('GET', '/api/v2/public/user')).statusCode).toBe(200);
    other.exec('rollback');
    other.close();
    const answer = await server.call('POST', '/api/v2/public/session', { as: 'nobody', body: signIn });
    expect(answer.statusCode).toBe(200);
  });
});
