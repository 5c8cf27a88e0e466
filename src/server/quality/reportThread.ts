/**
 * The thread that makes the quality reports of a job.
 *
 *   openReportThread
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { QualityReport } from '../../engine/quality/findings.ts';
import type { ReportTask } from './reportTask.ts';

export interface ReportThread {
  /** @throws what the report failed with; the signal's reason */
  make(task: ReportTask): Promise<QualityReport>;
  end(): Promise<void>;
}

/** Starts with the first report, and again after one that failed. */
export function openReportThread(signal: AbortSignal): ReportThread {
  let worker: Worker | undefined;
  const end = async (): Promise<void> => {
    await worker?.terminate();
    worker = undefined;
  };
  return {
    async make(task) {
      worker ??= new Worker(new URL('./reportWorker.ts', import.meta.url));
      try {
        worker.postMessage(task);
        // Also ends if the thread dies (`error`) or the server stops: a proof must not hold up a shutdown.
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
