/** A thread that makes quality reports, so that a proof of some seconds keeps nobody waiting. */
import { parentPort } from 'node:worker_threads';
import { makeQualityReport, type QualityInput } from '../../engine/quality/report.ts';

parentPort?.on('message', (input: QualityInput) => {
  try {
    parentPort?.postMessage({ report: makeQualityReport(input) });
  } catch (error) {
    parentPort?.postMessage({ failure: (error as Error).message });
  }
});
