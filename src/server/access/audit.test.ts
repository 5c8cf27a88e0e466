/** The audit trail (OWASP ASVS 16.2, 16.3, 16.4): which calls get a line, what is in it, and what never is. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { databases } from '../testing/databases.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';
import { createApiToken } from './apiTokens.ts';
import { type Audit, openAudit } from './audit.ts';

type Line = Record<string, unknown>;

describe.each(databases())('the audit trail on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
  });
  afterAll(() => server.stop());

  const text = () => {
    const folder = join(server.folder, 'audit');
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');
  };
  const lines = () =>
    text()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  type Answer = Awaited<ReturnType<typeof server.call>>;
  const linesOf = (answer: Answer) => lines().filter((line) => line['requestId'] === answer.headers['x-request-id']);
  /** The line that the call adds. */
  async function leaves(answer: Answer): Promise<Line | undefined> {
    await expect.poll(() => linesOf(answer).length).toBeGreaterThan(0);
    const [line, ...more] = linesOf(answer);
    expect(more).toEqual([]);
    return line;
  }

  it('has a line for each refusal: who, what, when in UTC, from where, which result', async () => {
    expect(await leaves(await server.call('GET', '/api/v2/admin/log', { as: ['ROLE_TEST'] }))).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      who: 'TEST',
      ip: '127.0.0.1',
      call: 'log',
      method: 'GET',
      path: '/api/v2/admin/log',
      area: 'embargo',
      status: 403,
      result: 'refused',
      requestId: expect.any(String),
    });
  });

  it.each([
    ['nobody', 'GET', '/api/v2/admin/log', 401, 'refused'],
    ['ROLE_UPLOAD', 'POST', `/api/v2/admin/dis/${SET}/promote`, 200, 'done'],
    ['ROLE_UPLOAD', 'DELETE', '/api/v2/admin/dis/1PP2A9xxxxxxxxxx', 404, 'failed'],
    ['ROLE_ADMIN', 'PUT', '/api/v2/admin/users/nobody-there/disabled', 404, 'failed'],
    ['ROLE_TEST_EMBARGO', 'GET', `/embargo/api/v2/test/versions?disId=${SET}`, 200, 'done'],
    ['ROLE_TEST_EMBARGO', 'GET', `/api/v2/test/versions?disId=${SET}`, 200, 'done'],
  ] as const)('%s %s %s: %d, %s', async (role, method, path, status, result) => {
    const as = role === 'nobody' ? role : ([role] as const);
    const bodies: Record<string, object> = {
      POST: { disId: SET, source: 'embargo', target: 'preprod' },
      PUT: { disabled: true },
    };
    const answer = await server.call(method, path, { as, ...(bodies[method] && { body: bodies[method] }) });
    const who = role === 'nobody' ? '' : (await server.signIn([role])).username;
    expect(await leaves(answer)).toEqual(expect.objectContaining({ who, method, path, status, result }));
  });

  it('reading Pre-Prod, Prod and public data leaves no line', async () => {
    const paths = ['/prod/api/v2/test/versionsCriteria', '/preprod/api/v2/test/dis', '/api/v2/public/build-info'];
    const answers = await Promise.all(paths.map((path) => server.call('GET', path, { as: ['ROLE_TEST'] })));
    await leaves(await server.call('GET', '/api/v2/admin/getBatchSummary', { as: 'nobody' }));
    expect(answers.flatMap(linesOf)).toEqual([]);
  });

  it('has no cookie, token, password or code of a provider, but the name of the person who signs in', async () => {
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const made = { name: 'r', username: 'admin', now: Date.now(), expiresAt: null };
    const { token: bearer } = await createApiToken(server.database, made);
    const payload = { username: 'admin', password: 'a secret of mine 17' };
    const signIn = await server.app.inject({ method: 'POST', url: '/api/v2/public/session', payload });
    expect(await leaves(signIn)).toMatchObject({ who: 'admin', status: 401, call: 'signIn' });
    await server.call('GET', '/api/v2/admin/log', { as: 'nobody', headers: { authorization: `Bearer ${bearer}` } });
    await server.call('GET', '/api/v2/public/user?code=from-the-provider', { as: 'nobody' });
    const body = { current: PASSWORD, wanted: 'short' };
    await server.call('PUT', '/api/v2/public/password', { as: ['ROLE_ADMIN'], body });
    await leaves(await server.call('GET', '/api/v2/admin/users', { as: 'nobody' }));
    for (const secret of [cookie.split('=')[1], token, bearer, payload.password, PASSWORD, 'from-the-provider']) {
      expect(text()).not.toContain(secret);
    }
  });

  it('does not repeat a user name that no account has: it may be a password', async () => {
    const username = 'x\n{"who":"admin","result":"done"}\r\u0085\u2028\u2029\u001b[2J';
    const payload = { username, password: 'y' };
    const answer = await server.app.inject({ method: 'POST', url: '/api/v2/public/session', payload });
    expect(await leaves(answer)).toMatchObject({ who: '', status: 401 });
  });

  it('text of a caller cannot start a new line', async () => {
    const url = '/api/v2/test/dis?x=\u0085\u2028\u2029';
    const answer = await server.call('GET', url, { as: 'nobody' });
    expect(await leaves(answer)).toMatchObject({ status: 401 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
    expect(text().replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f\u0085\u2028\u2029]/);
  });

  it('its folder is accessible to the server’s own account only', () => {
    expect(statSync(join(server.folder, 'audit')).mode & 0o077).toBe(0);
  });
});

/** A call as passed to `recordCall`. */
const callOf = (url = '/api/v2/admin/log', statusCode = 403, who?: string) =>
  ({
    request: { url, method: 'GET', ip: '::1', id: 'r' },
    reply: { raw: { statusCode, writableEnded: true } },
    route: { permission: 'admin', method: 'GET', changes: true },
    mount: { area: 'embargo' },
    ...(who !== undefined && { who, admitted: true }),
  }) as unknown as Parameters<Audit['recordCall']>[0];

it('goes to the standard output where the settings say so, a line for each call', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const audit = openAudit({ to: 'stdout', days: 0, bytes: 0 }, () => {});
    audit.recordCall(callOf());
    await turn();
    const lines = write.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('/api/v2/admin/log'));
    expect(lines).toEqual([expect.stringMatching(/^\{[^\n]*\}\n$/)]);
    audit.close();
  } finally {
    write.mockRestore();
  }
});

describe('an audit trail that an attacker tries to flood', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-audit-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const bytesOf = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const fail = (error: unknown) => {
    throw error;
  };

  it('3,000 refused calls with addresses of 14 kB are two short lines, the second with their number', () => {
    const audit = openAudit({ to: folder, days: 0, bytes: 0 }, fail);
    for (let i = 0; i < 3000; i += 1) audit.recordCall(callOf(`/api/v2/admin/log?${'x'.repeat(14_000)}${i}`));
    audit.close();
    const lines = readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8')
      .split('\n')
      .slice(0, -1);
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('times');
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ status: 403, times: 2999, path: expect.stringContaining('…') });
    expect(bytesOf()).toBeLessThan(3000);
  });

  it('refusals of very many kinds are counted together', () => {
    const audit = openAudit({ to: folder, days: 0, bytes: 0 }, fail);
    const before = bytesOf();
    for (let i = 0; i < 5000; i += 1) audit.recordCall({ ...callOf(), who: `user ${i}` });
    audit.close();
    expect(bytesOf() - before).toBeLessThan(50_000);
  });

  it('successful calls are never counted together', () => {
    const audit = openAudit({ to: folder, days: 0, bytes: 0 }, fail);
    const linesOf = () =>
      readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1)).length;
    const before = linesOf();
    for (let i = 0; i < 50; i += 1) audit.recordCall(callOf('/api/v2/admin/x', 200, 'anna'));
    audit.close();
    expect(linesOf() - before).toBe(50);
  });

  it('all files together stay within their limit: the oldest are deleted and new lines are kept', async () => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    const most = 400_000;
    let at = Date.parse('2026-03-05T12:00:00Z');
    const audit = openAudit({ to: folder, days: 0, bytes: most }, fail, { now: () => at });
    for (let i = 0; i < 3000; i += 1) {
      if (i % 1000 === 0) at += 24 * 3600 * 1000;
      audit.recordCall(callOf(`/api/v2/admin/${i}/${'x'.repeat(300)}`, 200, 'anna'));
      await new Promise((resolve) => setImmediate(resolve));
    }
    audit.close();
    expect(bytesOf()).toBeLessThanOrEqual(most);
    const names = readdirSync(folder).sort();
    expect(names.every((name) => name.startsWith('2026-03-0'))).toBe(true);
    expect(names.some((name) => /^2026-03-08\.\d+\.jsonl$/.test(name))).toBe(true);
    expect(names.map((name) => readFileSync(join(folder, name), 'utf8')).join('')).toContain('/admin/2999/');
  });
});

describe('the files of the audit trail', () => {
  it('all stay while they are within their limit; a file of another process is continued', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lacquer-audit-'));
    writeFileSync(join(folder, '2026-03-01.jsonl'), '{}\n'.repeat(100));
    writeFileSync(join(folder, '2026-03-05.jsonl'), '{}\n');
    const options = { now: () => Date.parse('2026-03-05T12:00:00Z') };
    const audit = openAudit({ to: folder, days: 10, bytes: 100_000 }, () => {}, options);
    audit.recordCall(callOf());
    audit.close();
    expect(readdirSync(folder).sort()).toEqual(['2026-03-01.jsonl', '2026-03-05.jsonl']);
    const lines = readFileSync(join(folder, '2026-03-05.jsonl'), 'utf8').split('\n').slice(0, -1);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{}, { status: 403 }]);
    rmSync(folder, { recursive: true });
  });

  it('are deleted when they are too old; a failed write is reported and stops no call', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lacquer-audit-'));
    const others = ['notes.txt', '2026-02-0x.jsonl', '2026-02-01.0.jsonl', '2026-02-01.jsonl.gz', 'a2026-02-01.jsonl'];
    const old = ['2026-01-01.jsonl', '2026-02-22.jsonl', '2026-02-22.12.jsonl'];
    for (const name of [...old, '2026-02-23.jsonl', '2026-03-01.jsonl', ...others])
      writeFileSync(join(folder, name), '');
    const errors: unknown[] = [];
    let now = Date.parse('2026-03-05T12:00:00Z');
    const audit = openAudit({ to: folder, days: 10, bytes: 0 }, (error) => errors.push(error), { now: () => now });
    const call = callOf();
    audit.recordCall(call);
    audit.close();
    expect(readdirSync(folder).sort()).toEqual(
      ['2026-02-23.jsonl', '2026-03-01.jsonl', '2026-03-05.jsonl', ...others].sort(),
    );
    now += 24 * 3600 * 1000;
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file where the folder should be');
    audit.recordCall(call);
    audit.close();
    expect(errors).toHaveLength(1);
    rmSync(folder);
  });
});
