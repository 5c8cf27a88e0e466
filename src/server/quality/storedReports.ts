/**
 * The quality reports of each area as rows: the latest of every set.
 *
 *   findReport, contentHashes
 *   storeReport          with its log line
 *   finishChecks         stores the generation that the reports of an area were checked for
 *   isChecked
 */
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import type { QualityReport } from '../../engine/quality/findings.ts';
import { generationOf } from '../globalConfigs/areaGeneration.ts';
import { write } from '../journal/journal.ts';
import { databaseNow } from '../platform/database/clock.ts';
import type { Database } from '../schema.ts';

export interface StoredReport {
  readonly report: QualityReport;
  readonly contentHash: string;
  /** epoch milliseconds */
  readonly madeAt: number;
}

export async function findReport(database: Database, area: Area, disId: string): Promise<StoredReport | undefined> {
  const row = await database.read
    .selectFrom('qualityReports')
    .selectAll()
    .where('area', '=', area)
    .where('disId', '=', disId)
    .executeTakeFirst();
  return (
    row && {
      report: JSON.parse(row.report) as QualityReport,
      contentHash: row.contentHash,
      madeAt: Number(row.madeAt),
    }
  );
}

/** @returns what each report of the area was made from, by set */
export async function contentHashes(database: Database, area: Area): Promise<Map<string, string>> {
  const rows = await database.background
    .selectFrom('qualityReports')
    .select(['disId', 'contentHash'])
    .where('area', '=', area)
    .execute();
  return new Map(rows.map((row) => [row.disId, row.contentHash]));
}

export async function storeReport(
  database: Database,
  area: Area,
  report: QualityReport,
  contentHash: string,
): Promise<void> {
  const { disId, findings } = report;
  const values = { contentHash, report: JSON.stringify(report), madeAt: databaseNow(database.read) };
  const errors = findings.filter((one) => one.severity === 'error').length;
  await database.transaction(async (trx) => {
    await trx
      .insertInto('qualityReports')
      .values({ area, disId, ...values })
      .onConflict((conflict) => conflict.columns(['area', 'disId']).doUpdateSet(values))
      .execute();
    await write(trx, {
      status: errors > 0 ? 'WARN' : 'INFO',
      context: 'quality',
      about: 'imageSets',
      message: `${disId}: quality report in ${AREA_NAMES[area]}: ${errors} errors, ${findings.length - errors} warnings.`,
      who: 'system',
    });
  });
}

/** Also deletes the reports of sets that the area no longer has. */
export async function finishChecks(database: Database, area: Area, generation: number): Promise<void> {
  await database.transaction(async (trx) => {
    await trx
      .insertInto('qualityChecks')
      .values({ area, generation })
      .onConflict((conflict) => conflict.column('area').doUpdateSet({ generation }))
      .execute();
    await trx
      .deleteFrom('qualityReports')
      .where('area', '=', area)
      .where((e) => {
        const ref = e
          .selectFrom('refs')
          .select('refs.key')
          .where('refs.area', '=', area)
          .where('refs.kind', '=', 'dis')
          .whereRef('refs.key', '=', 'qualityReports.disId');
        return e.not(e.exists(ref));
      })
      .execute();
  });
}

/** @returns whether the reports of an area were checked for its present generation */
export async function isChecked(database: Database, area: Area): Promise<boolean> {
  const [generation, row] = await Promise.all([
    generationOf(database.read, area),
    database.read.selectFrom('qualityChecks').select('generation').where('area', '=', area).executeTakeFirst(),
  ]);
  return generation === 0 || Number(row?.generation ?? 0) === generation;
}
