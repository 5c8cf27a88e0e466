/** For tests: a worker's report that is discarded. */
import type { WorkerReport } from '../attempt.ts';

const quiet = { failed: () => {}, worked: () => {} };
export const NO_REPORT: WorkerReport = { failed: () => {}, claimFailures: quiet, keepAliveFailures: quiet };
