/** What the migrations create and what the code takes for granted. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { migrations } from './migrations/index.ts';
import { type Database as AnyDatabase, migrate, openDatabase } from './platform/database/database.ts';
import { DATABASES } from './platform/database/testing/databases.ts';
import type { JobTables } from './platform/jobs/table.ts';
import { createJobTable } from './platform/jobs/testing/jobTable.ts';

const COLUMNS = {
  sqlite: sql<object>`select name, lower(type) as type, "notnull", pk from pragma_table_info('jobs') order by name`,
  postgres: sql<object>`select column_name, data_type, is_nullable, is_identity from information_schema.columns
    where table_name = 'jobs' order by column_name`,
};
const INDEXES = {
  sqlite: sql<object>`select i.name, i."unique", group_concat(c.name) as columns
    from pragma_index_list('jobs') as i, pragma_index_info(i.name) as c group by i.name order by i.name`,
  postgres: sql<object>`select indexname, indexdef from pg_indexes where tablename = 'jobs' order by indexname`,
};

describe.each(DATABASES)('$dialect', ({ dialect, fresh }) => {
  async function jobTable(create: (database: AnyDatabase<JobTables>) => Promise<void>) {
    const place = await fresh();
    const database = await openDatabase<JobTables>(place.url);
    try {
      await create(database);
      return {
        columns: (await COLUMNS[dialect].execute(database.read)).rows,
        indexes: (await INDEXES[dialect].execute(database.read)).rows,
      };
    } finally {
      await database.close();
      await place.drop();
    }
  }

  it('the migrations create the table of jobs that the tests of jobs run on', async () => {
    const ours = await jobTable((database) => migrate(database, migrations));
    expect(ours.columns).toHaveLength(19);
    expect(await jobTable((database) => createJobTable(database.write))).toEqual(ours);
  });
});
