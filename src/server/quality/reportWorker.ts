/** The thread that makes quality reports: a proof may take some seconds. */
import { parentPort } from 'node:worker_threads';
import { makeQualityReport } from '../../engine/quality/report.ts';
import { inputOf, type ReportTask } from './reportTask.ts';

parentPort?.on('message', (task: ReportTask) => {
  try {
    parentPort?.postMessage({ report: makeQualityReport(inputOf(task)) });
  } catch (error) {
    parentPort?.postMessage({ failure: (error as Error).message });
  }
});
