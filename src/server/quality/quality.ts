/**
 * Quality reports: made by a job whenever an area's content or configuration changed, kept by what they were made from.
 *
 *   openQuality
 *     job           goes through the sets of an area and makes the reports that are out of date
 *     watch         enqueues the job when an area's generation moved on
 *     reportOf      the kept report, and whether it is of the present content
 */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AREA_NAMES, AREAS, type Area } from '../../contract/index.ts';
import { findingOf, type QualityReport } from '../../engine/quality/findings.ts';
import type { PackBytes } from '../access/sight.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ImageSets } from '../catalogue/imageSets.ts';
import type { Ref } from '../catalogue/refs.ts';
import { compositionKey } from '../catalogue/servedSets.ts';
import type { Snapshots } from '../catalogue/snapshots.ts';
import { generationOf } from '../globalConfigs/areaGeneration.ts';
import { write } from '../journal/journal.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { ApiError } from '../platform/http/errors.ts';
import { enqueue, type JobContext, lockKey } from '../platform/jobs/jobs.ts';
import type { Trouble } from '../platform/log.ts';
import { repeatEvery } from '../platform/repeat.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { Database } from '../schema.ts';
import type { XmlFiles } from '../xmlFiles/xmlFiles.ts';
import { withLines } from './lines.ts';
import { type ReportTask, taskOf } from './reportTask.ts';

const QUALITY = 'quality';
/** Grows when the same content would get another report. */
const REPORT_VERSION = 6;
const WATCH_EVERY = 1_000;

interface Kept {
  readonly report: QualityReport | undefined;
  readonly madeAt: number | undefined;
  /** whether it is of the present content */
  readonly present: boolean;
  /** whose content it speaks of */
  readonly packs: readonly PackBytes[];
}

/** One thread for the reports of a job, started with the first, and anew after one that it failed at. */
function reportThread(signal: AbortSignal) {
  let worker: Worker | undefined;
  const end = async (): Promise<void> => {
    await worker?.terminate();
    worker = undefined;
  };
  return {
    async make(task: ReportTask): Promise<QualityReport> {
      worker ??= new Worker(new URL('./reportWorker.ts', import.meta.url));
      try {
        worker.postMessage(task);
        // Also ends when the thread dies (`error`) and when the server stops: a proof must not hold it up.
        const [answer] = (await once(worker, 'message', { signal })) as [{ report?: QualityReport; failure?: string }];
        if (!answer.report) throw new Error(answer.failure);
        return answer.report;
      } catch (error) {
        await end();
        throw error;
      }
    },
    end,
  };
}

/** A set that is gone, or whose redirect leads nowhere, is not served: there is nothing to report on until it is. */
function notServed(error: unknown): undefined {
  if (!(error instanceof ApiError && (error.status === 404 || error.status === 409))) throw error;
}

/** What stands in place of a report that could not be made: the others of the area must not wait for it. */
function failedReport({ disId, meta }: ReportTask, error: Error): QualityReport {
  const finding = findingOf('not-proven', {
    place: 'the whole set',
    message: `The report could not be made: ${error.message}. It is tried again when the set or its configuration changes.`,
  });
  return { disId, versions: meta.versions?.length ?? 0, findings: [finding] };
}

export interface QualityStores {
  database: Database;
  catalogue: Catalogue;
  snapshots: Snapshots;
  imageSets: ImageSets;
  blobs: Blobs;
  xmlFiles: XmlFiles;
}

export function openQuality({ database, catalogue, snapshots, imageSets, blobs, xmlFiles }: QualityStores) {
  /** What a report depends on, as one hash, without loading the set; and what it is made from. */
  async function madeFrom(area: Area, disId: string) {
    const [composition, mapping] = await Promise.all([catalogue.compositionOf(area, disId), catalogue.mapping(area)]);
    const { snapshots: snapshotBy, targets } = composition;
    const declared = await imageSets.versions(snapshotBy.get(disId) ?? '');
    const elsewhere = declared.flatMap(({ id }) => {
      const owner = mapping.get(id)?.disId;
      return owner === undefined || owner === disId ? [] : [{ version: id, disId: owner }];
    });
    const of = [REPORT_VERSION, compositionKey(composition), elsewhere];
    return {
      contentHash: createHash('sha256').update(JSON.stringify(of)).digest('hex'),
      /** of the sets that it is made of */
      snapshotIds: [...snapshotBy.values()],
      task: async () => taskOf(await catalogue.servedIncludingHidden(area, disId), elsewhere),
      // A file that cannot be read at the moment costs the lines and not the findings.
      lines: (report: QualityReport) =>
        withLines({ snapshots, blobs, xmlFiles }, targets, (id) => snapshotBy.get(id), report).catch(() => report),
    };
  }

  async function packsOf(snapshotIds: readonly string[]): Promise<PackBytes[]> {
    const contents = await Promise.all(snapshotIds.map(snapshots.contentOf));
    const parts = contents.flatMap((content) => content.parts);
    const manifests = await Promise.all(parts.map(snapshots.manifestOf));
    return manifests.map(({ pack, packSha256 }) => ({ fileName: pack, sha256: packSha256 }));
  }

  const kept = (area: Area, disId: string) =>
    database.read
      .selectFrom('qualityReports')
      .selectAll()
      .where('area', '=', area)
      .where('disId', '=', disId)
      .executeTakeFirst();

  async function keep(area: Area, disId: string, contentHash: string, report: QualityReport): Promise<void> {
    const values = { contentHash, report: JSON.stringify(report), madeAt: databaseNow(database.read) };
    const errors = report.findings.filter((one) => one.severity === 'error').length;
    await database.transaction(async (trx) => {
      await trx
        .insertInto('qualityReports')
        .values({ area, disId, ...values })
        .onConflict((conflict) => conflict.columns(['area', 'disId']).doUpdateSet(values))
        .execute();
      const warnings = report.findings.length - errors;
      await write(trx, {
        status: errors > 0 ? 'WARN' : 'INFO',
        context: 'quality',
        about: 'imageSets',
        message: `${disId}: quality report in ${AREA_NAMES[area]}: ${errors} errors, ${warnings} warnings.`,
        who: 'system',
      });
    });
  }

  async function check({ payload: { area }, signal, progress }: JobContext<{ area: Area }>): Promise<void> {
    const { generation, refs } = await catalogue.refs(area);
    const rows = await database.background
      .selectFrom('qualityReports')
      .select(['disId', 'contentHash'])
      .where('area', '=', area)
      .execute();
    const hashes = new Map(rows.map((row) => [row.disId, row.contentHash]));
    const thread = reportThread(signal);
    let done = 0;
    const look = async ({ key: disId }: Ref) => {
      signal.throwIfAborted();
      const found = await madeFrom(area, disId).catch(notServed);
      if (found && hashes.get(disId) !== found.contentHash) {
        const task = await found.task().catch(notServed);
        if (!task) return;
        const report = await thread
          .make(task)
          .then(found.lines)
          .catch((error: Error) => {
            signal.throwIfAborted();
            return failedReport(task, error);
          });
        await keep(area, disId, found.contentHash, report);
      }
      done += 1;
      progress((done / refs.length) * 100);
    };
    try {
      await eachInTurns(refs, look);
    } finally {
      await thread.end();
    }
    await database.transaction(async (trx) => {
      const values = { generation };
      await trx
        .insertInto('qualityChecks')
        .values({ area, ...values })
        .onConflict((conflict) => conflict.column('area').doUpdateSet(values))
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

  /** Enqueues the job of an area whose content moved on, unless one waits already. */
  async function look(area: Area): Promise<void> {
    const [generation, row] = await Promise.all([
      generationOf(database.read, area),
      database.read.selectFrom('qualityChecks').select('generation').where('area', '=', area).executeTakeFirst(),
    ]);
    if (generation === 0 || Number(row?.generation ?? 0) === generation) return;
    const serialKey = `quality ${area}`;
    await database.transaction(async (trx) => {
      // Of several servers that look at the same time one asks.
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
    jobs: { [QUALITY]: check },

    /** @returns ends watching */
    watch(trouble: Trouble): () => Promise<void> {
      const round = async (signal: AbortSignal) => {
        for (const area of AREAS) if (!signal.aborted) await look(area);
      };
      return repeatEvery(WATCH_EVERY, round, trouble);
    },

    /** @throws ApiError 404 */
    async reportOf(area: Area, disId: string): Promise<Kept> {
      const [{ contentHash, snapshotIds }, row] = await Promise.all([madeFrom(area, disId), kept(area, disId)]);
      return {
        packs: await packsOf(snapshotIds),
        report: row && (JSON.parse(row.report) as QualityReport),
        madeAt: row && Number(row.madeAt),
        present: row?.contentHash === contentHash,
      };
    },
  };
}
export type Quality = ReturnType<typeof openQuality>;
