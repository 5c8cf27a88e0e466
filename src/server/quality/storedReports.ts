/**
 * The quality reports of each area as rows: the latest of every set.
 *
 *   findReport
 *   storeReport   with its log line
 */
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import type { QualityReport } from '../../engine/quality/findings.ts';
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
