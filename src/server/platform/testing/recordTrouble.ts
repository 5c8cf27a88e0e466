/** For tests: the outcomes that a repeated action reports (log.ts). */
import type { Trouble } from '../log.ts';

/** @returns a trouble, and what it was told: errors as texts, and `worked` */
export function recordTrouble(): { told: string[]; trouble: Trouble } {
  const told: string[] = [];
  return {
    told,
    trouble: { failed: (error) => void told.push(String(error)), worked: () => void told.push('worked') },
  };
}
