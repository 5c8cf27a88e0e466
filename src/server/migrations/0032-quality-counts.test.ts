/** A store from before the counts: the reports that it has are counted by the migration. */
import { afterEach, expect, it } from 'vitest';
import { migrate, openDatabase } from '../platform/database/database.ts';
import { DATABASES } from '../platform/database/testing/databases.ts';
import type { Database, Tables } from '../schema.ts';
import { migrations } from './index.ts';

let database: Database | undefined;
let drop: () => Promise<void>;
afterEach(async () => {
  await database?.close();
  await drop();
});

it.each(DATABASES)('errors and warnings of older reports are counted on $dialect', async ({ fresh }) => {
  const one = await fresh();
  drop = one.drop;
  database = await openDatabase<Tables>(one.url);
  await migrate(database, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0032')));
  const finding = (severity: string, kind: string) => ({ severity, kind });
  const findings = [
    finding('error', 'layer-without-picture'),
    finding('error', 'layer-without-picture'),
    finding('warning', 'unused-layer'),
    finding('warning', 'version-elsewhere'),
  ];
  const row = { contentHash: 'x', madeAt: 1 };
  await database.transaction((trx) =>
    trx
      .insertInto('qualityReports')
      .values([
        { ...row, area: 'embargo', disId: 'a', report: JSON.stringify({ findings }) },
        { ...row, area: 'prod', disId: 'a', report: JSON.stringify({ findings: [] }) },
      ])
      .execute(),
  );
  await migrate(database, migrations);
  const counted = await database.read
    .selectFrom('qualityReports')
    .select(['area', 'errors', 'warnings', 'elsewhere'])
    .orderBy('area')
    .execute();
  expect(counted).toEqual([
    { area: 'embargo', errors: 2, warnings: 2, elsewhere: 1 },
    { area: 'prod', errors: 0, warnings: 0, elsewhere: 0 },
  ]);
});
