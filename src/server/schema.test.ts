/** What the migrations create and what the code takes for granted. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { migrations } from './migrations/index.ts';
import { type Database as AnyDatabase, migrate, openDatabase } from './platform/database/database.ts';
import { DATABASES } from './platform/database/testing/databases.ts';
import type { JobTables } from './platform/jobs/table.ts';
import { createJobTables } from './platform/jobs/testing/jobTable.ts';

const TABLES = ['jobs', 'jobItems'] as const;
const COLUMNS = {
  sqlite: (table: string) =>
    sql<object>`select name, lower(type) as type, "notnull", pk from pragma_table_info(${table}) order by name`,
  postgres: (table: string) =>
    sql<object>`select column_name, data_type, is_nullable, is_identity from information_schema.columns
      where table_name = ${table} order by column_name`,
};
const INDEXES = {
  sqlite: (table: string) =>
    sql<object>`select i.name, i."unique", group_concat(c.name) as columns
      from pragma_index_list(${table}) as i, pragma_index_info(i.name) as c group by i.name order by i.name`,
  postgres: (table: string) =>
    sql<object>`select indexname, indexdef from pg_indexes where tablename = ${table} order by indexname`,
};

describe.each(DATABASES)('$dialect', ({ dialect, fresh }) => {
  async function jobTables(create: (database: AnyDatabase<JobTables>) => Promise<void>) {
    const place = await fresh();
    const database = await openDatabase<JobTables>(place.url);
    try {
      await create(database);
      const made: { columns: object[]; indexes: object[] }[] = [];
      for (const table of TABLES) {
        const { rows: columns } = await COLUMNS[dialect](table).execute(database.read);
        made.push({ columns, indexes: (await INDEXES[dialect](table).execute(database.read)).rows });
      }
      return made;
    } finally {
      await database.close();
      await place.drop();
    }
  }

  it('the migrations create the tables of jobs that the tests of jobs run on', async () => {
    const ours = await jobTables((database) => migrate(database, migrations));
    expect(ours.map(({ columns }) => columns.length)).toEqual([20, 6]);
    expect(await jobTables((database) => createJobTables(database.write))).toEqual(ours);
  });
});
