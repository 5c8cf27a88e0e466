/** For tests: the outcomes that a repeated action reports (log.ts). */
import type { Trouble } from '../log.ts';

/** @returns a trouble, and what it was told: errors as texts, and `worked` */
export function recordTrouble(): { reports: string[]; trouble: Trouble } {
  const reports: string[] = [];
  return {
    reports,
    trouble: { failed: (error) => void reports.push(String(error)), worked: () => void reports.push('worked') },
  };
}
