/** Accounts of people whom a provider or proxy names: what is created, changed, refused and written down. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { ensureProvenUser, type ProvenIdentity } from './provenUsers.ts';
import { setDisabled } from './users.ts';

describe.each(databases())('accounts of a provider or proxy on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());

  const ensure = (subject: string, more: Partial<ProvenIdentity> = {}, now = 1) =>
    ensureProvenUser(
      server.database,
      { source: 'oidc', subject, username: subject, roles: ['ROLE_TEST'], ...more },
      now,
    );
  const account = (subject: string) =>
    server.database.read
      .selectFrom('users')
      .select(['username', 'roles', 'source', 'disabled', 'passwordHash', 'createdAt', 'changedAt'])
      .where('subject', '=', subject)
      .executeTakeFirst();
  const linesOf = async (who: string) => {
    const lines = server.database.read.selectFrom('logLines').select(['message', 'context', 'status']);
    return await lines.where('who', '=', who).orderBy('id').execute();
  };
  const line = (message: string) => ({ message, context: 'users', status: 'INFO' });

  it('the first sign-in adds the account, the next ones write only what changed', async () => {
    expect(await ensure('anna', {}, 10)).toBe('anna');
    const added = { username: 'anna', source: 'oidc', disabled: 0, passwordHash: null, createdAt: 10, changedAt: 10 };
    expect(await account('anna')).toEqual({ ...added, roles: '["ROLE_TEST"]' });
    expect(await ensure('anna', { username: 'renamed' }, 20)).toBe('anna');
    expect(await account('anna')).toEqual({ ...added, roles: '["ROLE_TEST"]' });
    expect(await ensure('anna', { roles: ['ROLE_UPLOAD', 'ROLE_TEST'] }, 30)).toBe('anna');
    expect(await account('anna')).toEqual({ ...added, roles: '["ROLE_UPLOAD","ROLE_TEST"]', changedAt: 30 });
    expect(await ensure('anna', { roles: [] }, 40)).toBe('anna');
    expect(await account('anna')).toEqual({ ...added, roles: '[]', changedAt: 40 });
    expect(await linesOf('anna')).toEqual([
      line('User anna added by OpenID Connect: ROLE_TEST.'),
      line('User anna changed by OpenID Connect: ROLE_UPLOAD, ROLE_TEST.'),
      line('User anna changed by OpenID Connect: no role.'),
    ]);
  });

  it('another person’s account stays as it is', async () => {
    await ensure('bert');
    await ensure('carl', { roles: ['ROLE_UPLOAD'] });
    await ensure('carl', { roles: ['ROLE_ADMIN'] });
    expect((await account('bert'))?.roles).toBe('["ROLE_TEST"]');
  });

  it('without roles from outside, those that administrators gave stay', async () => {
    await ensure('dora', { source: 'proxy', roles: undefined });
    expect(await account('dora')).toMatchObject({ roles: '[]', source: 'proxy' });
    expect(await linesOf('dora')).toEqual([line('User dora added by the proxy: no role.')]);
    await ensure('dora', { source: 'proxy', roles: ['ROLE_TEST'] });
    const given = await account('dora');
    expect(given?.roles).toBe('["ROLE_TEST"]');
    await ensure('dora', { source: 'proxy', roles: undefined }, 7);
    expect(await account('dora')).toEqual(given);
    expect(await linesOf('dora')).toHaveLength(2);
  });

  it('refuses a disabled account, the name of another account and a malformed name, with the cause', async () => {
    await ensure('emil');
    await setDisabled(server.database, 'emil', true, 2);
    await expect(ensure('emil', { roles: ['ROLE_ADMIN'] })).rejects.toMatchObject({ code: 'account-disabled' });
    expect((await account('emil'))?.roles).toBe('["ROLE_TEST"]');
    const taken = { code: 'name-taken', cause: new Error('another account has the name EMIL, ignoring case') };
    await expect(ensure('other', { username: 'EMIL' })).rejects.toMatchObject(taken);
    const malformed = {
      code: 'name-not-usable',
      cause: { message: expect.stringMatching(/^"two words": A user name/) },
    };
    await expect(ensure('other', { username: 'two words' })).rejects.toMatchObject(malformed);
    expect(await account('other')).toBeUndefined();
  });
});
