/**
 * The quality reports of each area as rows: the latest of every set.
 *
 *   findReport
 *   storeReport   with its log line
 *   listReportCounts
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

export async function storeReport(
  database: Database,
  area: Area,
  report: QualityReport,
  contentHash: string,
): Promise<void> {
  const { disId, findings } = report;
  const errors = findings.filter((one) => one.severity === 'error').length;
  const warnings = findings.length - errors;
  const elsewhere = findings.filter(({ kind }) => kind === 'version-elsewhere').length;
  const madeAt = databaseNow(database.read);
  const values = { contentHash, report: JSON.stringify(report), madeAt, errors, warnings, elsewhere };
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
      message: `${disId}: quality report in ${AREA_NAMES[area]}: ${errors} errors, ${warnings} warnings.`,
      who: 'system',
    });
  });
}

export interface ReportCounts {
  readonly disId: string;
  /** false: the content or a configuration may have changed since */
  readonly isPresent: boolean;
  readonly errors: number;
  readonly warnings: number;
  /** of the warnings, those about versions that belong to another set */
  readonly elsewhere: number;
}

/** Counts for every set of the area; for a set without a report they are not current. */
export async function listReportCounts(database: Database, area: Area): Promise<ReportCounts[]> {
  const [checked, generation, config, rows] = await Promise.all([
    database.read
      .selectFrom('areaChecks')
      .select('generation')
      .where('job', '=', 'quality')
      .where('area', '=', area)
      .executeTakeFirst(),
    generationOf(database.read, area),
    database.read
      .selectFrom('configHistory')
      .select((e) => e.fn.max('at').as('at'))
      .where('area', '=', area)
      .executeTakeFirst(),
    database.background
      .selectFrom('refs')
      .leftJoin('qualityReports', (join) =>
        join.onRef('qualityReports.area', '=', 'refs.area').onRef('qualityReports.disId', '=', 'refs.key'),
      )
      .select(['refs.key', 'refs.movedAt', 'madeAt', 'errors', 'warnings', 'elsewhere'])
      .where('refs.area', '=', area)
      .where('refs.kind', '=', 'dis')
      .orderBy('refs.key')
      .execute(),
  ]);
  const isComplete = Number(checked?.generation ?? 0) === generation;
  return rows.map(({ key, movedAt, madeAt, errors, warnings, elsewhere }) => ({
    disId: key,
    // While the job goes through the area, a report counts if nothing of its own has changed since it was made.
    isPresent: madeAt !== null && (isComplete || Number(madeAt) >= Math.max(Number(movedAt), Number(config?.at ?? 0))),
    errors: errors ?? 0,
    warnings: warnings ?? 0,
    elsewhere: elsewhere ?? 0,
  }));
}
