/** The numbers of errors and warnings of a quality report, so that lists read no reports. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// A migration must not depend on the tables' types of today.
// biome-ignore lint/suspicious/noExplicitAny: as Kysely's own documentation asks
type AnyDb = Kysely<any>;

async function countFindings(db: AnyDb): Promise<void> {
  const keys = await db.selectFrom('qualityReports').select(['area', 'disId']).execute();
  for (const { area, disId } of keys) {
    const { report } = await db
      .selectFrom('qualityReports')
      .select('report')
      .where('area', '=', area)
      .where('disId', '=', disId)
      .executeTakeFirstOrThrow();
    const { findings } = JSON.parse(report) as { findings: { severity: string; kind: string }[] };
    await db
      .updateTable('qualityReports')
      .set({
        errors: findings.filter(({ severity }) => severity === 'error').length,
        warnings: findings.filter(({ severity }) => severity !== 'error').length,
        elsewhere: findings.filter(({ kind }) => kind === 'version-elsewhere').length,
      })
      .where('area', '=', area)
      .where('disId', '=', disId)
      .execute();
  }
}

async function up(db: AnyDb): Promise<void> {
  for (const column of ['errors', 'warnings', 'elsewhere']) {
    await db.schema
      .alterTable('qualityReports')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  }
  await countFindings(db);
}

export const qualityCounts: Migration = { up };
