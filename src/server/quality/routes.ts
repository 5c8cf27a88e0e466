/** The quality report: as a call, and as the text in the details of a set. */
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import type { QualityCounts, QualityReportAnswer, qualityRoutes } from '../../contract/quality.ts';
import type { QualityReport } from '../../engine/quality/findings.ts';
import { reportText } from '../../engine/quality/report.ts';
import { packVisibilityOf, WITHHELD } from '../access/packVisibility.ts';
import type { CallerCatalogue } from '../catalogue/callerCatalogue.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Caller, Handlers } from '../handlers.ts';
import { ApiError, badRequest, notFound } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import type { Quality } from './quality.ts';
import { listReportCounts } from './storedReports.ts';

const MAKING = 'The quality report of the current content is being made. Look again in a moment.\n';

interface ReportStores {
  database: Database;
  catalogue: Catalogue;
  /** undefined: the feature is off */
  quality: Quality | undefined;
}

/** Callers from whom a set is hidden do not learn that it owns a version, and findings do not name it. */
async function withoutHiddenSets(seen: CallerCatalogue, report: QualityReport): Promise<QualityReport> {
  const findings = await Promise.all(
    report.findings.map(async (finding) => {
      const text = JSON.stringify(finding);
      const shown = await seen.redactHidden(text);
      if (shown === text) return [finding];
      return finding.kind === 'version-elsewhere' ? [] : [JSON.parse(shown) as typeof finding];
    }),
  );
  return { ...report, findings: findings.flat() };
}

/** What the caller may see of a report: all of it, or only the numbers. @throws ApiError 404, 409 */
async function answerFor(
  { database, quality, catalogue }: ReportStores & { quality: Quality },
  caller: Caller,
  area: Area,
  disId: string,
): Promise<QualityReportAnswer> {
  const seen = catalogue.seenBy(caller.can);
  // First, so that a hidden set is unknown even if its redirect leads nowhere.
  await seen.served(area, disId);
  const { stored, isPresent, packs } = await quality.reportOf(area, disId);
  const sees = await packVisibilityOf(database, caller, [area], packs);
  const report = stored && (await withoutHiddenSets(seen, stored.report));
  const findings = report?.findings ?? [];
  const errors = findings.filter((one) => one.severity === 'error').length;
  const warnings = findings.length - errors;
  const common = {
    disId,
    area,
    state: isPresent ? ('made' as const) : ('making' as const),
    madeAt: stored ? new Date(stored.madeAt).toISOString() : null,
    versions: report?.versions ?? 0,
    errors,
    warnings,
  };
  if (!packs.every(sees)) {
    const text = isPresent ? `The quality report has ${errors} errors and ${warnings} warnings. ${WITHHELD}\n` : MAKING;
    return { ...common, findings: [], text, withheld: WITHHELD };
  }
  return { ...common, findings, text: report && isPresent ? reportText(report) : MAKING };
}

/** @returns '' if the feature is off or Embargo hides the set from the caller */
export const qualityText = async (stores: ReportStores, disId: string, caller: Caller): Promise<string> => {
  const { quality } = stores;
  if (!quality) return '';
  try {
    return (await answerFor({ ...stores, quality }, caller, 'embargo', disId)).text;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The redirect leads nowhere, which whoever looks at the details should know.
    if (error.status === 409) return `No quality reportcan be created. ${error.message}\n`;
    if (error.status === 404) return '';
    throw error;
  }
};

/** Callers from whom a set is hidden do not learn from findings that it owns a version. */
async function countsFor({ database, catalogue }: ReportStores, { can }: Caller, area: Area): Promise<QualityCounts[]> {
  const hidden = can.admin ? new Map<string, unknown>() : await (await catalogue.hidden(area)).sets();
  const counts = await listReportCounts(database, area);
  return counts
    .filter(({ disId }) => !hidden.has(disId))
    .map(({ disId, isPresent, errors, warnings, elsewhere }) => ({
      disId,
      state: isPresent ? 'made' : 'making',
      errors: isPresent ? errors : 0,
      warnings: isPresent ? warnings - (hidden.size > 0 ? elsewhere : 0) : 0,
    }));
}

export const qualityHandlers = (stores: ReportStores): Handlers<typeof qualityRoutes> => ({
  qualityCounts: async ({ query: { area }, caller }) => (stores.quality ? countsFor(stores, caller, area) : []),
  qualityReport: async ({ mount, params, query: { area = mount.area }, caller }) => {
    const { quality } = stores;
    // An area's address shows that area only: access decided by the address.
    if (!mount.base && area !== mount.area) {
      throw badRequest('other-area', `This address has the reports of ${AREA_NAMES[mount.area]} only.`);
    }
    if (!quality) {
      throw notFound(
        'quality-reports-off',
        'This server makes no quality reports: FEATURE_QUALITY_REPORT_ENABLED is off.',
      );
    }
    return answerFor({ ...stores, quality }, caller, area, params.id);
  },
});
