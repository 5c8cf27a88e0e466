/** For tests: the outcomes that a repeated action reports (log.ts). */
import type { FailureLog } from '../log.ts';

/** @returns a trouble, and what it was told: errors as texts, and `worked` */
export function recordFailures(): { reports: string[]; trouble: FailureLog } {
  const reports: string[] = [];
  return {
    reports,
    trouble: { failed: (error) => void reports.push(String(error)), worked: () => void reports.push('worked') },
  };
}
