/**
 * Quality reports: a job makes them whenever an area's content or configuration has changed.
 *
 *   Quality, openQuality
 *     jobs          the job that makes the outdated reports of an area
 *     watch         requests that job when an area's generation has changed
 *     reportOf      the stored report, and whether it describes the current content
 */
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import { findingOf, type QualityReport } from '../../engine/quality/findings.ts';
import type { UploadKey } from '../access/packVisibility.ts';
import { type Maker, openAreaJob } from '../catalogue/areaJob.ts';
import { isTemporary } from '../platform/unavailable.ts';
import { openReportSources, type QualityStores } from './reportSources.ts';
import type { ReportTask } from './reportTask.ts';
import { openReportThread } from './reportThread.ts';
import { findReport, type StoredReport, storeReport } from './storedReports.ts';

interface PresentReport {
  /** undefined: there is none yet */
  readonly stored: StoredReport | undefined;
  /** whether it describes the current content */
  readonly isPresent: boolean;
  /** the packs whose content it describes */
  readonly packs: readonly UploadKey[];
}

/** Stands in for a report that could not be made, so that it does not hold up the others of the area. */
function failedReport({ disId, meta }: ReportTask, error: Error): QualityReport {
  const finding = findingOf('not-proven', {
    place: 'the whole set',
    message: `The report could not be made: ${error.message}. It will be tried again when the set or its configuration changes.`,
  });
  return { disId, versions: meta.versions?.length ?? 0, findings: [finding] };
}

export function openQuality({ database, ...stores }: QualityStores) {
  const sourceOf = openReportSources(stores);

  function openMaker(signal: AbortSignal): Maker {
    const thread = openReportThread(signal);
    return {
      async look(area, disId) {
        const { contentHash, task: read, withLines } = await sourceOf(area, disId);
        const make = async () => {
          const task = await read();
          const report = await thread
            .make(task)
            .then(withLines)
            .catch((error: Error) => {
              signal.throwIfAborted();
              // The job waits and tries again: this report would stay until the set changes.
              if (isTemporary(error)) throw error;
              return failedReport(task, error);
            });
          await storeReport(database, area, report, contentHash);
        };
        return { contentHash, make };
      },
      end: thread.end,
    };
  }

  return {
    ...openAreaJob({
      database,
      catalogue: stores.catalogue,
      name: 'quality',
      titleOf: (area) => `Quality reports of ${AREA_NAMES[area]}`,
      table: 'qualityReports',
      openMaker,
    }),

    /** @throws ApiError 404, 409 */
    async reportOf(area: Area, disId: string): Promise<PresentReport> {
      const [source, stored] = await Promise.all([sourceOf(area, disId), findReport(database, area, disId)]);
      return { stored, isPresent: stored?.contentHash === source.contentHash, packs: await source.packs() };
    },
  };
}
export type Quality = ReturnType<typeof openQuality>;
