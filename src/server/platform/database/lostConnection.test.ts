/** A connection to PostgreSQL that ends while it is in use and nothing runs on it: the driver tells the reason only then. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { connect } from './dump.ts';
import { NO_REPORT } from './failures.ts';
import { DATABASES, type TestDatabase } from './testing/databases.ts';

describe.each(DATABASES.filter(({ dialect }) => dialect === 'postgres'))('$dialect', ({ fresh }) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await fresh();
  });
  afterEach(() => place.drop());

  it('that is lost in a transaction is reported once, with the reason', async () => {
    const lost: string[] = [];
    const database = await openDatabase(place.url, { ...NO_REPORT, lost: (error) => void lost.push(error.message) });
    const work = database.transaction(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.background);
      await expect.poll(() => lost.length).toBeGreaterThan(0);
      await sql`select 1`.execute(trx);
    });
    await expect(work).rejects.toMatchObject({ code: 'database-unavailable' });
    expect(lost[0]).toMatch(/terminating connection/);
    await database.close();
    expect(lost.filter((message) => /terminating connection/.test(message))).toHaveLength(1);
  });

  it('that a backup or a restore loses is named by its next statement', async () => {
    const [client, other] = [await connect(place.url), await connect(place.url)];
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // A statement that is sent before the reason has come is only reset.
    const ended = new Promise((resolve) => client.once('end', resolve));
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(client.query('select 1')).rejects.toThrow(/connection was lost: terminating/);
    await client.end();
    await other.end();
  });
});
