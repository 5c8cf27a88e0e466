/** Health: answered without a sign-in and without paths, tested with a real disk. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../platform/http/errors.ts';
import { databases, onPostgres } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { type Check, openHealth } from './health.ts';

const fails = (error: Error): Check => ({ sentence: 'The shelf cannot be used.', run: () => Promise.reject(error) });
const full = Object.assign(new Error('no space left on device, write /srv/x'), { code: 'ENOSPC' });
const answerOf = async (check: Promise<unknown>) =>
  check.catch((error: unknown) => {
    expect(error).toBeInstanceOf(ApiError);
    const { status, code, message } = error as ApiError;
    return { status, code, message };
  });

describe('health', () => {
  it('a full disk: ready for reading, not writable', async () => {
    const log = vi.fn();
    const health = openHealth([fails(full)], { log });
    expect(await health.ready()).toEqual({ status: 'limited', problems: [expect.stringMatching(/^The disk is full/)] });
    expect(await answerOf(health.writable())).toMatchObject({ status: 503, code: 'not-writable' });
    expect(log).toHaveBeenCalledExactlyOnceWith(full, 'The shelf cannot be used.');
  });

  it('any other failure: not ready', async () => {
    const health = openHealth([fails(new Error('EACCES /srv/x')), { sentence: 'x', run: async () => {} }], {
      log: () => {},
    });
    for (const check of [health.ready(), health.writable()]) {
      expect(await answerOf(check)).toEqual({ status: 503, code: 'not-ready', message: 'The shelf cannot be used.' });
    }
  });

  it('a failure that only concerns changes: ready, not writable; if reading fails, too, only that is reported', async () => {
    const check = { ...fails(new Error('read-only')), forChanges: true } as const;
    const health = openHealth([check], { log: () => {} });
    expect(await health.ready()).toEqual({ status: 'limited', problems: ['The shelf cannot be used.'] });
    expect(await answerOf(health.writable())).toMatchObject({ status: 503, code: 'not-writable' });
    const log = vi.fn();
    const away = openHealth([{ ...fails(new Error('away')), sentence: 'It is away.' }, check], { log });
    expect(await answerOf(away.ready())).toEqual({ status: 503, code: 'not-ready', message: 'It is away.' });
    expect(log).toHaveBeenCalledOnce();
  });

  it('simultaneous requests share one check', async () => {
    const run = vi.fn(async () => {});
    const health = openHealth([{ sentence: 'x', run }], { log: () => {} });
    await Promise.all(Array.from({ length: 50 }, () => health.ready()));
    expect(run).toHaveBeenCalledOnce();
  });
});

describe('the calls', () => {
  let server: TestApp;
  afterEach(() => server.stop());
  const ask = (which: string) => server.call('GET', `/api/v2/health/${which}`, { as: 'nobody' });

  it.each(['blobs', 'blobs/staging', 'uploads', 'pictures', 'audit'])('the folder %s is gone', async (name) => {
    server = await startTestApp();
    expect((await ask('ready')).json()).toEqual({ status: 'ok' });
    rmSync(join(server.folder, name), { recursive: true });
    await expect.poll(async () => (await ask('ready')).statusCode).toBe(503);
    const answer = await ask('ready');
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({
      code: 'not-ready',
      errorMessage: expect.stringMatching(/cannot be (used|written)\.$/),
    });
    expect(answer.body).not.toContain(server.folder);
    expect((await ask('live')).statusCode).toBe(200);
  });

  it.runIf(databases().includes('postgres'))('PostgreSQL accepts no changes, as a standby', async () => {
    server = await startTestApp('postgres');
    const name = new URL(server.databaseUrl).pathname.slice(1);
    await server.signIn(['ROLE_ADMIN']);
    await onPostgres(`alter database "${name}" set default_transaction_read_only = on`);
    await onPostgres(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await expect.poll(async () => (await ask('writable')).statusCode).toBe(503);
    await expect
      .poll(async () => (await ask('ready')).json())
      .toEqual({ status: 'limited', problems: [expect.stringMatching(/^The database accepts no changes/)] });
    expect((await server.call('GET', '/api/v2/admin/files')).statusCode).toBe(200);
    const body = { username: 'anna', password: 'four wheels and a horn 9', roles: [] };
    const refused = await server.call('POST', '/api/v2/admin/users', { body });
    expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'database-unavailable' }]);
  });
});
