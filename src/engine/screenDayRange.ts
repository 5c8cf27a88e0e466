/**
 * The instants of a calendar day as screens show it (screenTime.ts).
 *
 *   screenDayRange
 */
import { OFFSET_MS } from './screenTime.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** @returns undefined for a text that is not a day */
export function screenDayRange(day: string): { since: string; before: string } | undefined {
  const start = Date.parse(`${day}T00:00:00Z`) - OFFSET_MS;
  if (Number.isNaN(start)) return undefined;
  return { since: new Date(start).toISOString(), before: new Date(start + DAY_MS).toISOString() };
}
