/**
 * The jobs of all domains, run by this process, and the timers that enqueue the periodic ones.
 *
 *   startJobs
 */
import { openCleanUp } from './administration/cleanUp.ts';
import { openStorage } from './administration/storage.ts';
import { assetProfileJobs } from './assetProfiles/jobs.ts';
import type { Context } from './context.ts';
import { deliveryJobs } from './delivery/jobs.ts';
import { PACK_LIMITS } from './delivery/limits.ts';
import { openScan } from './delivery/scan.ts';
import { openLogRetention } from './journal/retention.ts';
import type { WorkerReport } from './platform/jobs/attempt.ts';
import type { JobDefinition, JobHandler } from './platform/jobs/jobs.ts';
import type { Job } from './platform/jobs/table.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { type Log, openFailureLog } from './platform/log.ts';
import { promotionJobs } from './promotion/jobs.ts';
import type { Tables } from './schema.ts';
import { publish } from './webhooks/publish.ts';
import { openSender } from './webhooks/sender.ts';
import { openTargets } from './webhooks/targets.ts';

/** Logs every failure of a job with its stack; refused packs and promotions only at level info. */
const reportJobs = (log: Log): WorkerReport => ({
  failed({ job: { id, name, function: what, attempts }, error, outcome }) {
    const about = { err: error, job: { id, name, what, attempts } };
    if (outcome === 'refused') log.info(about, 'A job was refused');
    else if (outcome === 'failed') log.error(about, 'A job failed for good');
    else if (outcome === 'waiting') log.warn(about, 'A job waits');
    else log.warn(about, 'A job failed and is tried again');
  },
  claimFailures: openFailureLog(log, 'Looking for jobs'),
  keepAliveFailures: openFailureLog(log, 'Keeping a job alive'),
});

const eventOf = ({ id: jobId, name: jobName, function: what, subject, createdBy }: Job) => ({
  about: subject ?? what,
  data: { jobId, jobName, what },
  owner: createdBy,
});

/** Jobs whose ends are published as events; packs and promotions have events of their own. */
const publishEnds = (
  handlers: Readonly<Record<string, JobHandler | JobDefinition<Tables>>>,
): Record<string, JobDefinition<Tables>> =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => {
      const definition: JobDefinition<Tables> = typeof handler === 'function' ? { run: handler } : handler;
      const { run, done, failed } = definition;
      return [
        name,
        {
          run,
          async done(trx, job) {
            await done?.(trx, job);
            await publish(trx, { type: 'job.done', ...eventOf(job) });
          },
          async failed(trx, job, reason, error) {
            await failed?.(trx, job, reason, error);
            await publish(trx, { type: 'job.failed', ...eventOf(job) });
          },
        },
      ];
    }),
  );

/** @returns stop: resolves when the running jobs are done or back in the queue, to start again elsewhere or at the next start */
export function startJobs(context: Context): { stop(): Promise<void> } {
  const { settings, database, quality, thumbnails, log } = context;
  const { graceDays, historyDays } = settings;
  const scan = settings.scanCommand.length > 0 ? openScan(settings.scanCommand) : undefined;
  const retention = openLogRetention({ database, limits: { days: settings.logDays, lines: settings.logLines } });
  const cleanUp = openCleanUp({
    ...context,
    graceDays,
    historyDays,
    jobRetention: { days: settings.jobDays, rows: settings.jobRows },
  });
  const storage = openStorage(context);
  const worker = startWorker({
    database,
    concurrency: settings.workers,
    report: reportJobs(log),
    handlers: {
      ...deliveryJobs({ ...context, limits: PACK_LIMITS, scan }),
      ...promotionJobs(context),
      ...publishEnds({
        ...assetProfileJobs({ ...context, limits: PACK_LIMITS, resolutionLimits: settings.resolutionLimits }),
        ...quality.jobs,
        ...thumbnails.jobs,
        ...retention.jobs,
        ...cleanUp.jobs,
        ...storage.jobs,
      }),
    },
  });
  const sender = openSender({
    database,
    targets: openTargets(settings.webhookNetworks),
    hides: async (area, disId) => (await context.catalogue.hidden(area)).hides(disId),
  });
  const endSender = sender.watch(openFailureLog(log, 'Sending to webhooks'));
  const endCleanUp = cleanUp.watch(openFailureLog(log, 'Asking for the daily clean-up'));
  const endStorage = storage.watch(openFailureLog(log, 'Asking for the storage to be measured'));
  const endReports = settings.qualityReport
    ? quality.watch(openFailureLog(log, 'Asking for quality reports'))
    : async () => {};
  const endThumbnails = settings.thumbnails
    ? thumbnails.watch(openFailureLog(log, 'Asking for thumbnails'))
    : async () => {};
  const endRetention = retention.watch(openFailureLog(log, 'Asking for the logs to be trimmed'));
  return {
    async stop() {
      await endCleanUp();
      await endStorage();
      await endReports();
      await endThumbnails();
      await endRetention();
      await worker.stop();
      await endSender();
    },
  };
}
