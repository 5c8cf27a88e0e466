/** Two versions of a program and one PostgreSQL database, in every order of starts. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { NO_REPORT } from './failures.ts';
import { holdDatabase } from './hold.ts';
import { DATABASES, runChild, type TestDatabase } from './testing/databases.ts';
import { migrations as older } from './testing/migrations.ts';
import { countOthers, migrateAlone, readSchemaState, tablesOf } from './upgrade.ts';

const PROGRAM = 'Library';
const NAMES = { product: PROGRAM, setting: 'LIBRARY' };
type Migrations = Record<string, Migration>;
const addReaders: Migration = {
  up: (db) => db.schema.createTable('readers').addColumn('id', 'text').execute(),
};
const newer: Migrations = { ...older, '0003-readers': addReaders };

const postgres = DATABASES.filter(({ dialect }) => dialect === 'postgres');
describe.each(postgres)('$dialect', ({ fresh }) => {
  let place: TestDatabase;
  const opened: Database<object>[] = [];
  beforeEach(async () => {
    place = await fresh();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await place.drop();
  });

  async function open(migrations: Migrations, url = place.url): Promise<Database<object>> {
    const database = await openDatabase<object>(url, NO_REPORT, { program: PROGRAM, tables: tablesOf(migrations) });
    opened.push(database);
    return database;
  }
  const change = (database: Database<object>, migrations: Migrations) =>
    migrateAlone(database, migrations, { name: 'books', program: PROGRAM });
  /** What a server does at its start. */
  async function startWith(migrations: Migrations, url?: string): Promise<Database<object>> {
    const database = await open(migrations, url);
    await sql`select 1`.execute(database.read);
    if ((await readSchemaState(database, migrations)) !== 'current') await change(database, migrations);
    return database;
  }
  const close = (database: Database<object>) => opened.splice(opened.indexOf(database), 1)[0]?.close();

  it('the newer one changes nothing while the older one is there, and all when it is gone', async () => {
    const server = await startWith(older);
    const worker = await startWith(older);
    await expect(startWith(newer)).rejects.toThrow(
      /^Servers, workers or commands of another version of Library use the database books, with \d+ connections\. Stop all/,
    );
    await expect(sql`select * from readers`.execute(server.read)).rejects.toThrow('does not exist');
    await sql`insert into books values ('1', 'a')`.execute(server.write);
    await close(server);
    await expect(startWith(newer)).rejects.toThrow('Stop all of them first');
    await close(worker);
    const next = await startWith(newer);
    expect((await sql`select * from readers`.execute(next.read)).rows).toEqual([]);
    await expect(startWith(older)).rejects.toThrow('The store was used by a newer version');
  });

  it('an older one that starts while the tables change waits, and refuses them', async () => {
    await close(await startWith(older));
    let begun = () => {};
    const begins = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let end = () => {};
    const ends = new Promise<void>((resolve) => {
      end = resolve;
    });
    const slow: Migrations = {
      ...older,
      '0003-readers': {
        async up(db) {
          begun();
          await ends;
          await addReaders.up(db);
        },
      },
    };
    const next = startWith(slow);
    await Promise.race([begins, next]);
    let started = false;
    const late = startWith(older).finally(() => {
      started = true;
    });
    const refused = expect(late).rejects.toThrow('The store was used by a newer version');
    await wait(500);
    expect(started).toBe(false);
    end();
    await refused;
    await next;
  });

  it('newer ones that start together change the tables once', async () => {
    await close(await startWith(older));
    let times = 0;
    const counted: Migrations = {
      ...older,
      '0003-readers': {
        async up(db) {
          times += 1;
          await addReaders.up(db);
        },
      },
    };
    await Promise.all([1, 2, 3].map(() => startWith(counted)));
    expect(times).toBe(1);
  });

  it('a killed one is in the way no longer', async () => {
    await close(await startWith(older));
    const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    const { child, lines, ended } = runChild(`
      import { openDatabase } from ${module('./database.ts')};
      import { NO_REPORT } from ${module('./failures.ts')};
      const presence = { program: '${PROGRAM}', tables: '${tablesOf(older)}' };
      const database = await openDatabase(${JSON.stringify(place.url)}, NO_REPORT, presence);
      await database.read.introspection.getTables();
      console.log('there');
      setInterval(() => {}, 1000);`);
    await vi.waitFor(() => expect(lines).toEqual(['there']), { timeout: 60_000 });
    const next = await open(newer);
    await expect(change(next, newer)).rejects.toThrow('Stop all of them first');
    child.kill('SIGKILL');
    await ended;
    await vi.waitFor(() => change(next, newer), { timeout: 60_000 });
  });

  it('is seen whatever its address names it, by the upgrade and by who holds the database', async () => {
    const named = new URL(place.url);
    named.searchParams.set('application_name', "it's mine");
    const server = await startWith(older, named.href);
    const next = await open(newer);
    expect(await countOthers(next, { program: PROGRAM, tables: tablesOf(newer) })).toBeGreaterThan(0);
    await close(next);
    await expect(holdDatabase(place.url, NAMES)).rejects.toThrow(
      /^Library is using the database .* with \d+ connections?\. /,
    );
    await close(server);
    const release = await holdDatabase(place.url, NAMES);
    await release();
  });

  it('what uses another database of the server is not in the way', async () => {
    const other = await fresh();
    try {
      await close(await startWith(older));
      const beside = await startWith(older, other.url);
      await startWith(newer);
      await close(beside);
    } finally {
      await other.drop();
    }
  });
});
