/** The quality report as a call, and as the text that the details of a set show. */
import type { Area } from '../../contract/index.ts';
import type { QualityReportAnswer, qualityRoutes } from '../../contract/quality.ts';
import { reportText } from '../../engine/quality/report.ts';
import { sightOf, WITHHELD } from '../access/sight.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError, notFound } from '../platform/http/errors.ts';
import type { Caller, Serves } from '../serves.ts';
import type { Quality } from './quality.ts';

const MAKING = 'The quality report of the present content is being made. Look again in a moment.\n';

/** What a caller may see of a report: all of it, or how much it found. @throws ApiError 404, 409 */
async function answerFor(
  database: Database,
  quality: Quality,
  caller: Caller,
  area: Area,
  disId: string,
): Promise<QualityReportAnswer> {
  const { report, madeAt, present, packs } = await quality.reportOf(area, disId);
  const sees = await sightOf(database, caller, [area], packs);
  const findings = report?.findings ?? [];
  const errors = findings.filter((one) => one.severity === 'error').length;
  const warnings = findings.length - errors;
  const common = {
    disId,
    area,
    state: present ? ('made' as const) : ('making' as const),
    madeAt: madeAt === undefined ? null : new Date(madeAt).toISOString(),
    versions: report?.versions ?? 0,
    errors,
    warnings,
  };
  if (!packs.every(sees)) {
    const text = present ? `The quality report has ${errors} errors and ${warnings} warnings. ${WITHHELD}\n` : MAKING;
    return { ...common, findings: [], text, withheld: WITHHELD };
  }
  return { ...common, findings, text: report && present ? reportText(report) : MAKING };
}

/** '' when the feature is off */
export const qualityText = async (
  database: Database,
  quality: Quality | undefined,
  disId: string,
  caller: Caller,
): Promise<string> => {
  if (!quality) return '';
  try {
    return (await answerFor(database, quality, caller, 'embargo', disId)).text;
  } catch (error) {
    // A redirect that leads nowhere: of such a set the details are asked for to find out.
    if (error instanceof ApiError && error.status === 409) return `No quality report can be made. ${error.message}\n`;
    throw error;
  }
};

/** @param quality undefined when the feature is off */
export const qualityHandlers = ({
  database,
  quality,
}: {
  database: Database;
  quality: Quality | undefined;
}): Serves<typeof qualityRoutes> => ({
  qualityReport: async ({ params, query: { area }, caller }) => {
    if (!quality) {
      throw notFound(
        'quality-reports-off',
        'This server makes no quality reports: FEATURE_QUALITY_REPORT_ENABLED is off.',
      );
    }
    return answerFor(database, quality, caller, area, params.id);
  },
});
