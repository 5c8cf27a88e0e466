/** Stores of earlier versions, and of later ones. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, openDatabase, schemaStateOf } from '../platform/database/database.ts';
import { DATABASES, type TestDatabase } from '../platform/database/testing/databases.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { NotUsable } from '../platform/notUsable.ts';
import type { Database, Tables } from '../schema.ts';
import { migrations } from './index.ts';

const upTo = (last: string) => Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last));

describe.each(DATABASES)('$dialect', ({ fresh }) => {
  let place: TestDatabase;
  let database: Database;
  beforeEach(async () => {
    place = await fresh();
    database = await openDatabase<Tables>(place.url);
  });
  afterEach(async () => {
    await database.close();
    await place.drop();
  });

  it('jobs and packs of a store without numbers keep their order and all they had, new ones come after them', async () => {
    await migrate(database, upTo('0007-jobs-stopped'));
    // The order of ids, whatever the order in which they came.
    for (const id of ['b', 'a', 'c']) {
      await database.transaction(async (trx) => {
        await sql`insert into "jobs" ("id", "name", "function", "state", "payload", "attempts", "maxAttempts", "notBefore",
          "createdAt", "createdBy", "serialKey", "failure") values (${id}, 'n', ${`function ${id}`}, 'FAILED', '{}', 1, 3, 7, 8, 'anna',
          'k', 'why')`.execute(trx);
        await sql`insert into "packs" ("id", "fileName", "search", "kind", "type", "disIds", "sha256", "size", "state", "problems",
          "uploadedBy", "uploadedAt", "jobId") values (${id}, ${`${id}.zip`}, 's', 'meta', 'meta', '[]', 'x', 5, 'live', '[]', 'anna', 9,
          ${id})`.execute(trx);
      });
    }
    await migrate(database, migrations);
    const id = await database.transaction((trx) =>
      enqueue(trx, { name: 'n', function: 'new', payload: {}, createdBy: 'anna' }),
    );
    const jobs = await database.read.selectFrom('jobs').selectAll().orderBy('number').execute();
    expect(jobs.map((job) => [job.number, job.id])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, id],
    ]);
    expect(jobs[1]).toMatchObject({
      function: 'function b',
      state: 'FAILED',
      failure: 'why',
      serialKey: 'k',
      notBefore: 7,
      createdAt: 8,
      startedAt: null,
    });
    const packs = await database.read.selectFrom('packs').selectAll().orderBy('number').execute();
    expect(packs.map((pack) => [pack.number, pack.id, pack.fileName, pack.jobId])).toEqual([
      [1, 'a', 'a.zip', 'a'],
      [2, 'b', 'b.zip', 'b'],
      [3, 'c', 'c.zip', 'c'],
    ]);
  });

  it('a store of a newer version is refused with a sentence, and left as it is', async () => {
    await migrate(database, { ...migrations, '9999-from-tomorrow': { up: async () => {} } });
    const before = await sql`select * from kysely_migration order by name`.execute(database.read);
    await expect(migrate(database, migrations)).rejects.toThrow(NotUsable);
    await expect(schemaStateOf(database, migrations)).rejects.toThrow(
      'The store was used by a newer version of this program: this one does not know its change 9999-from-tomorrow.',
    );
    expect((await sql`select * from kysely_migration order by name`.execute(database.read)).rows).toEqual(before.rows);
  });

  it('changes that were made side by side land in any order, and nothing is lost', async () => {
    const { '0034-token-scopes': later, ...earlier } = migrations;
    expect(later).toBeDefined();
    await migrate(database, earlier);
    await sql`insert into "users" ("username", "nameKey", "roles", "disabled", "source", "createdAt", "changedAt")
      values ('anna', 'anna', '[]', 0, 'local', 1, 1)`.execute(database.write);
    await sql`insert into "apiTokens" ("id", "tokenHash", "name", "username", "createdAt") values ('a', 'h', 'n', 'anna', 1)`.execute(
      database.write,
    );
    await migrate(database, migrations);
    const tokens = await database.read.selectFrom('apiTokens').select(['id', 'scopes']).execute();
    expect(tokens).toEqual([{ id: 'a', scopes: null }]);
  });

  it('knows whether there is something to do', async () => {
    expect(await schemaStateOf(database, migrations)).toBe('empty');
    await migrate(database, upTo('0007-jobs-stopped'));
    expect(await schemaStateOf(database, migrations)).toBe('outdated');
    await migrate(database, migrations);
    expect(await schemaStateOf(database, migrations)).toBe('current');
  });
});
