/** The quality report as a call, and as the text that the details of a set show. */
import type { Area } from '../../contract/index.ts';
import type { QualityReportAnswer, qualityRoutes } from '../../contract/quality.ts';
import type { QualityReport } from '../../engine/quality/findings.ts';
import { reportText } from '../../engine/quality/report.ts';
import { sightOf, WITHHELD } from '../access/sight.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { SeenCatalogue } from '../catalogue/seen.ts';
import type { Caller, Handlers } from '../handlers.ts';
import { ApiError, notFound } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import type { Quality } from './quality.ts';

const MAKING = 'The quality report of the present content is being made. Look again in a moment.\n';

interface QualityStores {
  database: Database;
  catalogue: Catalogue;
  /** undefined when the feature is off */
  quality: Quality | undefined;
}

/** A hidden set owns no version for whom it does not exist, and what is borrowed from it is told without its name. */
async function withoutHiddenSets(seen: SeenCatalogue, report: QualityReport): Promise<QualityReport> {
  const findings = await Promise.all(
    report.findings.map(async (finding) => {
      const text = JSON.stringify(finding);
      const told = await seen.withoutHidden(text);
      if (told === text) return [finding];
      return finding.kind === 'version-elsewhere' ? [] : [JSON.parse(told) as typeof finding];
    }),
  );
  return { ...report, findings: findings.flat() };
}

/** What a caller may see of a report: all of it, or how much it found. @throws ApiError 404, 409 */
async function answerFor(
  { database, quality, catalogue }: QualityStores & { quality: Quality },
  caller: Caller,
  area: Area,
  disId: string,
): Promise<QualityReportAnswer> {
  const seen = catalogue.seenBy(caller.can);
  // Also for a set whose redirect leads nowhere: hidden or not comes first.
  await seen.served(area, disId);
  const { report: made, madeAt, present, packs } = await quality.reportOf(area, disId);
  const sees = await sightOf(database, caller, [area], packs);
  const report = made && (await withoutHiddenSets(seen, made));
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

/** '' when the feature is off, and for a set that Embargo hides from the caller */
export const qualityText = async (stores: QualityStores, disId: string, caller: Caller): Promise<string> => {
  const { quality } = stores;
  if (!quality) return '';
  try {
    return (await answerFor({ ...stores, quality }, caller, 'embargo', disId)).text;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A redirect that leads nowhere: of such a set the details are asked for to find out.
    if (error.status === 409) return `No quality report can be made. ${error.message}\n`;
    if (error.status === 404) return '';
    throw error;
  }
};

export const qualityHandlers = (stores: QualityStores): Handlers<typeof qualityRoutes> => ({
  qualityReport: async ({ params, query: { area }, caller }) => {
    const { quality } = stores;
    if (!quality) {
      throw notFound(
        'quality-reports-off',
        'This server makes no quality reports: FEATURE_QUALITY_REPORT_ENABLED is off.',
      );
    }
    return answerFor({ ...stores, quality }, caller, area, params.id);
  },
});
