/** The quality report as a call, and as the text that the details of a set show. */
import type { qualityRoutes } from '../../contract/quality.ts';
import { reportText } from '../../engine/quality/report.ts';
import { ApiError, notFound } from '../platform/http/errors.ts';
import type { Serves } from '../serves.ts';
import type { Quality } from './quality.ts';

const MAKING = 'The quality report of the present content is being made. Look again in a moment.\n';

/** '' when the feature is off */
export const qualityText = async (quality: Quality | undefined, disId: string): Promise<string> => {
  if (!quality) return '';
  try {
    const { report, present } = await quality.reportOf('embargo', disId);
    return report && present ? reportText(report) : MAKING;
  } catch (error) {
    // A redirect that leads nowhere: of such a set the details are asked for to find out.
    if (error instanceof ApiError && error.status === 409) return `No quality report can be made. ${error.message}\n`;
    throw error;
  }
};

/** @param quality undefined when the feature is off */
export const qualityHandlers = ({ quality }: { quality: Quality | undefined }): Serves<typeof qualityRoutes> => ({
  qualityReport: async ({ params, query: { area } }) => {
    if (!quality) {
      throw notFound(
        'quality-reports-off',
        'This server makes no quality reports: FEATURE_QUALITY_REPORT_ENABLED is off.',
      );
    }
    const { report, madeAt, present } = await quality.reportOf(area, params.id);
    return {
      disId: params.id,
      area,
      state: present ? ('made' as const) : ('making' as const),
      madeAt: madeAt === undefined ? null : new Date(madeAt).toISOString(),
      versions: report?.versions ?? 0,
      findings: report?.findings ?? [],
      text: report && present ? reportText(report) : MAKING,
    };
  },
});
