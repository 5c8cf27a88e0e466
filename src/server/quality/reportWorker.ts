/** A thread that makes quality reports, so that a proof of some seconds keeps nobody waiting. */
import { parentPort } from 'node:worker_threads';
import { makeQualityReport, type QualityInput } from '../../engine/quality/report.ts';

/** for the proofs of one set, milliseconds */
const BUDGET = 20_000;

parentPort?.on('message', (input: QualityInput) => {
  const until = performance.now() + BUDGET;
  try {
    parentPort?.postMessage({ report: makeQualityReport(input, { spent: () => performance.now() > until }) });
  } catch (error) {
    parentPort?.postMessage({ failure: (error as Error).message });
  }
});
