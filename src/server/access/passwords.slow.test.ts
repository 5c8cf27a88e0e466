/** How passwords are stored, and that no call accepts a common one (OWASP ASVS 6.2). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp } from '../app.ts';
import { readSettings } from '../config.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/testApp.ts';

describe('passwords', () => {
  it('are stored as argon2id with OWASP’s parameters and their own salt, and matter to the last character', async () => {
    // Loaded as the product does: testApp.ts makes hashes cheap.
    vi.resetModules();
    const { hashPassword, verifyPassword } = await import('./passwords.ts');
    const long = `${'long '.repeat(39)}a`;
    const [one, two] = [await hashPassword(long), await hashPassword(long)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(two).not.toBe(one);
    expect(await verifyPassword(long, one)).toBe(true);
    expect(await verifyPassword(`${long.slice(0, -1)}b`, one)).toBe(false);
  });
});

describe('a common password in every call that sets one', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp();
  });
  afterAll(() => server.stop());

  it('is refused with a sentence for a new account, a reset and one’s own change; nothing changes', async () => {
    const { token, cookie } = await server.signIn(['ROLE_TEST']);
    const refused = async (method: 'POST' | 'PUT', path: string, body: object, headers?: Record<string, string>) => {
      const answer = await server.call(method, `/api/v2/${path}`, { body, ...(headers && { as: 'nobody', headers }) });
      expect([answer.statusCode, answer.json<{ code: string }>().code], answer.body).toEqual([400, 'bad-password']);
      expect(answer.json<{ errorMessage: string }>().errorMessage).toMatch(/several words/);
    };
    const common = 'Football2026!';
    await refused('POST', 'admin/users', { username: 'new', roles: [], password: common });
    await refused('PUT', 'admin/users/TEST/password', { password: common });
    const own = { cookie, 'x-csrf-token': token };
    await refused('PUT', 'public/password', { current: PASSWORD, wanted: common }, own);
    const user = await server.call('GET', '/api/v2/public/user', { as: 'nobody', headers: own });
    expect(user.statusCode).toBe(200);
    const { rows } = { rows: await server.database.read.selectFrom('users').select('username').execute() };
    expect(rows.map((row) => row.username)).not.toContain('new');
  });

  it('stops the first start with a sentence, but no later start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lacquer-password-'));
    const start = (password: string) =>
      startApp(
        readSettings({
          LACQUER_DATA: folder,
          LACQUER_ADMIN_PASSWORD: password,
          FEATURE_QUALITY_REPORT_ENABLED: 'false',
        }),
      );
    await expect(start('Password2026!')).rejects.toThrow(/^LACQUER_ADMIN_PASSWORD: .*attacker/);
    await (await start(PASSWORD)).close();
    await (await start('Password2026!')).close();
    rmSync(folder, { recursive: true });
  });
});
