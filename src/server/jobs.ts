/**
 * The jobs of all domains, run by this process; and what asks for those that nobody asks for.
 *
 *   startJobs
 */
import { openHousekeeping } from './administration/housekeeping.ts';
import { assetProfileJobs } from './assetProfiles/jobs.ts';
import { deliveryJobs } from './delivery/jobs.ts';
import { PACK_LIMITS } from './delivery/limits.ts';
import { openScan } from './delivery/scan.ts';
import { logRetention } from './journal/retention.ts';
import type { Parts } from './parts.ts';
import { startWorker } from './platform/jobs/jobs.ts';
import { promotionJobs } from './promotion/promotion.ts';

/**
 * @param onError told what went wrong beside a job, and where
 * @returns stop: ends after the jobs in hand are done or given back, to start again elsewhere or at the next start
 */
export function startJobs(parts: Parts, onError: (error: unknown, what: string) => void): { stop(): Promise<void> } {
  const { settings, database, quality } = parts;
  const { graceDays, historyDays } = settings;
  const scan = settings.scanCommand.length > 0 ? openScan(settings.scanCommand) : undefined;
  const retention = logRetention({ database, keep: { days: settings.logDays, lines: settings.logLines } });
  const housekeeping = openHousekeeping({ ...parts, graceDays, historyDays });
  const worker = startWorker({
    database,
    concurrency: settings.workers,
    handlers: {
      ...deliveryJobs({ ...parts, limits: PACK_LIMITS, scan }),
      ...assetProfileJobs({ ...parts, limits: PACK_LIMITS }),
      ...promotionJobs(parts),
      ...quality.jobs,
      ...retention.jobs,
      ...housekeeping.jobs,
    },
  });
  const endHousekeeping = housekeeping.watch((error) => onError(error, 'housekeeping'));
  const endReports = settings.qualityReport
    ? quality.watch((error) => onError(error, 'quality reports'))
    : async () => {};
  const endRetention = retention.watch((error) => onError(error, 'log retention'));
  return {
    async stop() {
      endHousekeeping();
      await endReports();
      await endRetention();
      await worker.stop();
    },
  };
}
