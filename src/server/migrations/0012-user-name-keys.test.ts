/** A store whose accounts differ in case only: after the migration each has a name of its own, and keeps what is its own. */
import type { Insertable } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../access/passwords.ts';
import { checkPassword } from '../access/userQueries.ts';
import { migrate, openDatabase } from '../platform/database/database.ts';
import { DATABASES } from '../platform/database/testing/databases.ts';
import type { Database, Tables } from '../schema.ts';
import { migrations } from './index.ts';

describe.each(DATABASES)('accounts that differ in case only, on $dialect', ({ fresh }) => {
  let database: Database | undefined;
  let drop: () => Promise<void>;
  afterEach(async () => {
    await database?.close();
    await drop();
  });

  it('the local one keeps its name, else the first; the others get a number, and the log says so', async () => {
    const one = await fresh();
    drop = one.drop;
    database = await openDatabase<Tables>(one.url);
    const older = Object.entries(migrations).filter(([name]) => name < '0012');
    await migrate(database, Object.fromEntries(older));
    const passwordHash = await hashPassword('a password of long ago');
    const accounts = [
      { username: 'ADMIN', source: 'oidc', subject: 'issuer s3', createdAt: 1, passwordHash: null },
      { username: 'admin', source: 'local', subject: null, createdAt: 2, passwordHash },
      { username: 'Admin', source: 'local', subject: null, createdAt: 3, passwordHash },
      { username: 'admin-2', source: 'local', subject: null, createdAt: 4, passwordHash },
      { username: 'Anna', source: 'proxy', subject: 'proxy Anna', createdAt: 5, passwordHash: null },
      { username: 'ANNA', source: 'proxy', subject: 'proxy ANNA', createdAt: 6, passwordHash: null },
      { username: 'bert', source: 'local', subject: null, createdAt: 7, passwordHash },
    ];
    const session = { csrfToken: 't', createdAt: 1, lastSeenAt: 1, expiresAt: Date.now() + 1e9 };
    const pack = { fileName: 'static_a.zip', search: '', kind: 'static', type: 'static', disIds: '[]', size: 1 };
    await database.transaction(async (trx) => {
      for (const account of accounts) {
        const row = { ...account, roles: '["ROLE_UPLOAD"]', disabled: 0, changedAt: 1 };
        await trx
          .insertInto('users')
          .values(row as never)
          .execute();
        const { username } = account;
        await trx
          .insertInto('sessions')
          .values({ ...session, idHash: username, username })
          .execute();
        await trx
          .insertInto('apiTokens')
          .values({ id: username, tokenHash: username, name: 'x', username, createdAt: 1 })
          .execute();
        const rest = { sha256: 'x', state: 'live', problems: '[]', uploadedBy: username, uploadedAt: 1 };
        await trx
          .insertInto('packs')
          .values({ ...pack, ...rest, id: username } as unknown as Insertable<Tables['packs']>)
          .execute();
      }
    });
    await migrate(database, migrations);
    const { read } = database;
    const users = await read
      .selectFrom('users')
      .select(['username', 'nameKey', 'subject', 'disabled'])
      .orderBy('createdAt')
      .execute();
    expect(users.map(({ username, nameKey, subject, disabled }) => [username, nameKey, subject, disabled])).toEqual([
      ['ADMIN-4', 'admin-4', 'issuer s3', 0],
      ['admin', 'admin', null, 0],
      ['Admin-3', 'admin-3', null, 0],
      ['admin-2', 'admin-2', null, 0],
      ['Anna', 'anna', 'proxy anna', 0],
      ['ANNA-2', 'anna-2', null, 1],
      ['bert', 'bert', null, 0],
    ]);
    const names = new Map([
      ['ADMIN', 'ADMIN-4'],
      ['Admin', 'Admin-3'],
      ['ANNA', 'ANNA-2'],
    ]);
    const packs = await read.selectFrom('packs').select(['id', 'uploadedBy']).execute();
    const tokens = await read.selectFrom('apiTokens').select(['id', 'username']).execute();
    const sessions = await read.selectFrom('sessions').select(['idHash', 'username']).execute();
    for (const { id, uploadedBy } of packs) expect(uploadedBy).toBe(names.get(id) ?? id);
    for (const { id, username } of tokens) expect(username).toBe(names.get(id) ?? id);
    expect([packs.length, tokens.length, sessions.length]).toEqual([7, 7, 6]);
    for (const { idHash, username } of sessions) expect(username).toBe(names.get(idHash) ?? idHash);
    expect((await checkPassword(database, 'ADMIN-3', 'a password of long ago'))?.identity.username).toBe('Admin-3');
    const lines = await read.selectFrom('logLines').select(['message', 'number']).orderBy('number').execute();
    expect(lines.map(({ message, number }) => [Number(number), message])).toEqual([
      [1, expect.stringContaining('User Admin is called Admin-3 now.')],
      [2, expect.stringContaining('User ADMIN is called ADMIN-4 now.')],
      [3, expect.stringContaining('User ANNA is called ANNA-2 now and is disabled')],
    ]);
  });

  it('of an empty store nothing is said', async () => {
    const one = await fresh();
    drop = one.drop;
    database = await openDatabase<Tables>(one.url);
    await migrate(database, migrations);
    expect(await database.read.selectFrom('logLines').selectAll().execute()).toEqual([]);
  });
});
