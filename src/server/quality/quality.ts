/**
 * Quality reports: a job makes them whenever an area's content or configuration has changed.
 *
 *   Quality, openQuality
 *     jobs          goes through the sets of an area and makes the reports that are out of date
 *     watch         requests the job when an area's generation has changed
 *     reportOf      the stored report, and whether it is of the present content
 */
import { AREA_NAMES, AREAS, type Area } from '../../contract/index.ts';
import { findingOf, type QualityReport } from '../../engine/quality/findings.ts';
import type { PackBytes } from '../access/sight.ts';
import type { Ref } from '../catalogue/refs.ts';
import { ApiError } from '../platform/http/errors.ts';
import { enqueue, type JobContext, lockKey } from '../platform/jobs/jobs.ts';
import type { Trouble } from '../platform/log.ts';
import { repeatEvery } from '../platform/repeat.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import { openReportSources, type QualityStores } from './reportSources.ts';
import type { ReportTask } from './reportTask.ts';
import { openReportThread } from './reportThread.ts';
import { contentHashes, findReport, finishChecks, isChecked, type StoredReport, storeReport } from './storedReports.ts';

const QUALITY = 'quality';
const WATCH_INTERVAL_MS = 1_000;

interface PresentReport {
  /** undefined: none was made yet */
  readonly stored: StoredReport | undefined;
  /** whether it is of the present content */
  readonly isPresent: boolean;
  /** the packs whose content it describes */
  readonly packs: readonly PackBytes[];
}

/** A set that is gone, or whose redirect leads nowhere, is not served, so there is nothing to report. */
function ignoreNotServed(error: unknown): undefined {
  if (!(error instanceof ApiError && (error.status === 404 || error.status === 409))) throw error;
}

/** Stands in for a report that could not be made, so that the others of the area do not wait for it. */
function failedReport({ disId, meta }: ReportTask, error: Error): QualityReport {
  const finding = findingOf('not-proven', {
    place: 'the whole set',
    message: `The report could not be made: ${error.message}. It is tried again when the set or its configuration changes.`,
  });
  return { disId, versions: meta.versions?.length ?? 0, findings: [finding] };
}

export function openQuality({ database, ...stores }: QualityStores) {
  const sourceOf = openReportSources(stores);

  async function run({ payload: { area }, signal, progress }: JobContext<{ area: Area }>): Promise<void> {
    const { generation, refs } = await stores.catalogue.refs(area);
    const hashes = await contentHashes(database, area);
    const thread = openReportThread(signal);
    let done = 0;
    const check = async ({ key: disId }: Ref) => {
      signal.throwIfAborted();
      const source = await sourceOf(area, disId).catch(ignoreNotServed);
      if (source && hashes.get(disId) !== source.contentHash) {
        const task = await source.task().catch(ignoreNotServed);
        if (!task) return;
        const report = await thread
          .make(task)
          .then(source.withLines)
          .catch((error: Error) => {
            signal.throwIfAborted();
            return failedReport(task, error);
          });
        await storeReport(database, area, report, source.contentHash);
      }
      done += 1;
      progress((done / refs.length) * 100);
    };
    try {
      await eachInTurns(refs, check);
    } finally {
      await thread.end();
    }
    await finishChecks(database, area, generation);
  }

  /** Requests the job of an area whose content has changed, unless one waits already. */
  async function requestJob(area: Area): Promise<void> {
    if (await isChecked(database, area)) return;
    const serialKey = `quality ${area}`;
    await database.transaction(async (trx) => {
      // If several servers come at the same time, one requests the job.
      await lockKey(trx, serialKey);
      const waiting = await trx
        .selectFrom('jobs')
        .select('id')
        .where('name', '=', QUALITY)
        .where('subject', '=', area)
        .where('state', 'in', ['CREATED', 'STARTED'])
        .executeTakeFirst();
      if (waiting) return;
      await enqueue(trx, {
        name: QUALITY,
        function: `Quality reports of ${AREA_NAMES[area]}`,
        subject: area,
        payload: { area },
        serialKey,
        createdBy: 'system',
      });
    });
  }

  return {
    jobs: { [QUALITY]: run },

    /** @returns ends watching */
    watch(trouble: Trouble): () => Promise<void> {
      const round = async (signal: AbortSignal) => {
        for (const area of AREAS) if (!signal.aborted) await requestJob(area);
      };
      return repeatEvery(WATCH_INTERVAL_MS, round, trouble);
    },

    /** @throws ApiError 404, 409 */
    async reportOf(area: Area, disId: string): Promise<PresentReport> {
      const [source, stored] = await Promise.all([sourceOf(area, disId), findReport(database, area, disId)]);
      return { stored, isPresent: stored?.contentHash === source.contentHash, packs: await source.packs() };
    },
  };
}
export type Quality = ReturnType<typeof openQuality>;
