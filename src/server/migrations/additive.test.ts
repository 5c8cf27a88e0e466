/**
 * Which changes of the tables an older server could not work beside: those that take something away, or ask for something that it
 * does not write. A new one of these is named in STOPS_OLDER_SERVERS, so that nobody makes it by accident.
 */
import { afterAll, expect, it } from 'vitest';
import { type Database, migrate, openDatabase } from '../platform/database/database.ts';
import { DATABASES } from '../platform/database/testing/databases.ts';
import type { Tables } from '../schema.ts';
import { migrations } from './index.ts';

/**
 * Those that take away or rename something, or add a column that must be written: a server of an earlier version cannot work beside
 * them. Within a minor version there is none; docs/guides/upgrade.md tells what that means for several servers.
 */
const STOPS_OLDER_SERVERS: readonly string[] = [
  '0002-derived-bundles',
  '0008-numbers',
  '0023-config-history-action',
  '0030-thumbnails',
];

interface Column {
  readonly dataType: string;
  readonly isNullable: boolean;
  readonly hasDefaultValue: boolean;
  readonly isAutoIncrementing: boolean;
}
type Shape = ReadonlyMap<string, ReadonlyMap<string, Column>>;

async function shapeOf(database: Database<Tables>): Promise<Shape> {
  const tables = await database.read.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, new Map(columns.map((column) => [column.name, column]))]));
}

/** @returns whether a server that knows the tables before can go on with those after */
function onlyAdds(before: Shape, after: Shape): boolean {
  for (const [table, columns] of before) {
    const now = after.get(table);
    if (now === undefined) return false;
    for (const [name, { dataType, isNullable }] of columns) {
      const column = now.get(name);
      if (column === undefined || column.dataType !== dataType || (isNullable && !column.isNullable)) return false;
    }
    for (const [name, { isNullable, hasDefaultValue, isAutoIncrementing }] of now) {
      if (!columns.has(name) && !isNullable && !hasDefaultValue && !isAutoIncrementing) return false;
    }
  }
  return true;
}

const [sqlite] = DATABASES;
const place = await sqlite?.fresh();
const database = await openDatabase<Tables>(place?.url ?? '');
afterAll(async () => {
  await database.close();
  await place?.drop();
});

it('changes that stop older servers are named as such, and no others are', async () => {
  const stopping: string[] = [];
  const done: typeof migrations = {};
  let before = await shapeOf(database);
  for (const name of Object.keys(migrations).sort()) {
    const migration = migrations[name];
    if (migration !== undefined) done[name] = migration;
    await migrate(database, done);
    const after = await shapeOf(database);
    if (!onlyAdds(before, after)) stopping.push(name);
    before = after;
  }
  expect(stopping).toEqual([...STOPS_OLDER_SERVERS]);
});
