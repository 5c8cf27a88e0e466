/** What the rest of the server relies on, the same on both databases. */

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, isUniqueViolation, migrate, openDatabase } from './database.ts';
import { limitReads } from './readLimit.ts';
import { DATABASES, runChild, type TestDatabase } from './testing/databases.ts';
import { migrations } from './testing/migrations.ts';

interface Tables {
  counters: { name: string; value: number; note: string | null };
}

const MODULE = new URL('./database.ts', import.meta.url).href;
const MIGRATIONS = new URL('./testing/migrations.ts', import.meta.url).href;

describe.each(DATABASES)('$dialect', ({ dialect, fresh }) => {
  let place: TestDatabase;
  let database: Database<Tables>;

  beforeEach(async () => {
    place = await fresh();
    database = await openDatabase<Tables>(place.url);
    await database.write.schema
      .createTable('counters')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'bigint', (c) => c.notNull())
      .addColumn('note', 'text')
      .execute();
  });
  afterEach(async () => {
    await database.close();
    await place.drop();
  });

  const insert = (name: string, value = 0, note: unknown = null) =>
    database.transaction((trx) =>
      trx
        .insertInto('counters')
        .values({ name, value, note: note as string })
        .execute(),
    );
  const all = () => database.read.selectFrom('counters').selectAll().orderBy('name').execute();

  it('names its dialect', () => {
    expect(database.dialect).toBe(dialect);
  });

  it('rolls everything back when the work throws, and goes on', async () => {
    const work = database.transaction(async (trx) => {
      await trx.insertInto('counters').values({ name: 'a', value: 1, note: null }).execute();
      throw new Error('stop here');
    });
    await expect(work).rejects.toThrow('stop here');
    expect(await all()).toEqual([]);
    await insert('b');
    expect(await all()).toHaveLength(1);
  });

  it('rolls back when a statement fails', async () => {
    await insert('a');
    const work = database.transaction(async (trx) => {
      await trx.insertInto('counters').values({ name: 'b', value: 1, note: null }).execute();
      await trx.insertInto('counters').values({ name: 'a', value: 1, note: null }).execute();
    });
    await expect(work).rejects.toThrow();
    expect((await all()).map(({ name }) => name)).toEqual(['a']);
  });

  it('loses no increment of 50 concurrent transactions', async () => {
    await insert('hits');
    await Promise.all(
      Array.from({ length: 50 }, () =>
        database.transaction(async (trx) => {
          // PostgreSQL needs a row lock to make read and write atomic; SQLite runs one transaction at a time.
          const lock = dialect === 'postgres' ? sql`for update` : sql``;
          const read = await sql<{ value: number }>`select value from counters where name = 'hits' ${lock}`.execute(
            trx,
          );
          const value = (read.rows[0]?.value ?? Number.NaN) + 1;
          await trx.updateTable('counters').set({ value }).where('name', '=', 'hits').execute();
        }),
      ),
    );
    expect((await all())[0]?.value).toBe(50);
  });

  it('gives 64-bit integers as numbers', async () => {
    await insert('now', 1_795_000_000_123);
    expect((await all())[0]?.value).toBe(1_795_000_000_123);
  });

  it('counts the rows that a statement changed', async () => {
    await insert('a');
    await insert('b');
    const done = await database.transaction((trx) => trx.updateTable('counters').set({ value: 2 }).executeTakeFirst());
    expect(Number(done.numUpdatedRows)).toBe(2);
  });

  it.each([
    ['an object', {}],
    ['a Date', new Date(0)],
    ['a list', [1, 2]],
    ['undefined', undefined],
  ])('refuses %s as a parameter', async (_what, value) => {
    const work = database.transaction((trx) =>
      sql`insert into counters (name, value, note) values ('a', 1, ${value})`.execute(trx),
    );
    await expect(work).rejects.toThrow(/a parameter of a statement is/);
    expect(await all()).toEqual([]);
  });

  it('tells a unique violation from other errors', async () => {
    await insert('a');
    const twice = await insert('a').catch((error: unknown) => error);
    expect(isUniqueViolation(twice)).toBe(true);
    const missing = await database
      .transaction((trx) => sql`insert into counters (name) values ('b')`.execute(trx))
      .catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(Error);
    expect(isUniqueViolation(missing)).toBe(false);
  });

  describe('with many rows', () => {
    const MANY = 20_000;
    const fill = () =>
      database.transaction(async (trx) => {
        const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(MANY)})`;
        await sql`insert into counters (name, value) ${numbers} select 'row ' || i, i from n`.execute(trx);
      });
    const many = (from: Database<Tables>['read']) => from.selectFrom('counters').select('value').execute();

    it('returns all of them in the background, each read from one consistent state, and continues after a failed read', async () => {
      await fill();
      let inserting = true;
      const inserted = (async () => {
        for (let i = 0; inserting; i += 1) await insert(`later ${i}`, MANY + 1 + i);
      })();
      const readings = await Promise.all([many(database.background), many(database.background)]);
      inserting = false;
      await inserted;
      for (const rows of readings) {
        // Rows are inserted in the order of their values, so a read that includes one must include all before it.
        const values = rows.map(({ value }) => value).sort((a, b) => a - b);
        expect(values).toEqual(Array.from({ length: values.length }, (_, i) => i + 1));
        expect(values.length).toBeGreaterThanOrEqual(MANY);
      }
      await expect(sql`select * from nothing`.execute(database.background)).rejects.toThrow(/nothing/);
      const some = await database.background.selectFrom('counters').select('name').where('value', '=', 7).execute();
      expect(some).toEqual([{ name: 'row 7' }]);
    });

    it('yields to other work meanwhile', async () => {
      await fill();
      let turns = 0;
      let reading = true;
      const turn = () => {
        turns += 1;
        if (reading) setImmediate(turn);
      };
      turn();
      await many(database.background);
      reading = false;
      // A read that holds the thread leaves one turn, or two; on a busy machine more bytes arrive between two turns.
      expect(turns).toBeGreaterThan(4);
    });

    it('refuses, in tests, to return them all at once on the thread that serves requests', async () => {
      await fill();
      const before = limitReads({ rows: MANY - 1, growing: [] });
      try {
        await expect(many(database.read)).rejects.toThrow(/returned more than 19999 rows at once/);
        await expect(database.transaction((trx) => many(trx))).rejects.toThrow(/returned more than 19999 rows at once/);
        limitReads({ rows: MANY, growing: [] });
        expect(await many(database.read)).toHaveLength(MANY);
      } finally {
        limitReads(before);
      }
    });

    it.runIf(dialect === 'sqlite')(
      'refuses, in tests, to scan a whole table on the thread that serves requests',
      async () => {
        const before = limitReads({ rows: 10, growing: ['counters'] });
        const highest = (from: Database<Tables>['read']) =>
          from
            .selectFrom('counters')
            .select((e) => e.fn.max('value').as('value'))
            .execute();
        try {
          await expect(highest(database.read)).rejects.toThrow(/scans a whole table \(SEARCH counters\)/);
          expect(await highest(database.background)).toEqual([{ value: null }]);
          expect(await database.read.selectFrom('counters').select('value').where('name', '=', 'a').execute()).toEqual(
            [],
          );
          expect(await database.read.selectFrom('counters').select('value').limit(5).execute()).toEqual([]);
        } finally {
          limitReads(before);
        }
      },
    );
  });

  it('is migrated once when three processes start together', async () => {
    const source = `
      import { migrate, openDatabase } from '${MODULE}';
      import { migrations } from '${MIGRATIONS}';
      const database = await openDatabase(${JSON.stringify(place.url)});
      await migrate(database, migrations);
      await database.close();`;
    const children = Array.from({ length: 3 }, () => runChild(source));
    expect(await Promise.all(children.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    await migrate(database, migrations);
    const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(database.read);
    expect(applied.rows.map(({ name }) => name).sort()).toEqual(Object.keys(migrations).sort());
  });

  it('leaves a failed migration undone', async () => {
    const broken = {
      '0001-broken': {
        up: async (db: typeof database.write) => {
          await db.schema.createTable('half').addColumn('a', 'text').execute();
          throw new Error('broken');
        },
      },
    };
    await expect(migrate(database, broken)).rejects.toThrow('broken');
    await expect(sql`select * from half`.execute(database.read)).rejects.toThrow();
  });

  it('keeps every acknowledged row when the writing process is killed, five times', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const { child, lines, ended } = runChild(`
        import { openDatabase } from '${MODULE}';
        const database = await openDatabase(${JSON.stringify(place.url)});
        let n = 0;
        const write = async () => {
          for (;;) {
            const name = '${round}-' + n++;
            await database.transaction((trx) => trx.insertInto('counters').values({ name, value: n, note: null }).execute());
            console.log(name);
          }
        };
        await Promise.all([write(), write(), write()]);`);
      await vi.waitFor(() => expect(lines.length).toBeGreaterThan(20 + 7 * round), { timeout: 60_000, interval: 5 });
      child.kill('SIGKILL');
      await ended;
      acknowledged.push(...lines);
    }
    const stored = new Set(
      (await database.background.selectFrom('counters').select('name').execute()).map((row) => row.name),
    );
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
    await insert('after');
  });
});

it('refuses an unknown kind of address', async () => {
  await expect(openDatabase('mysql://localhost/x')).rejects.toThrow(/sqlite: or postgres:/);
});
