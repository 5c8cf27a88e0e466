/**
 * Filters log lines that are already loaded.
 *
 *   matchingLines
 */
import type { LogLine } from '../../../contract/index.ts';
import { formatDate } from '../../ui/dates.ts';

/** @param day as in a date field, YYYY-MM-DD; the lines' days are those that the screens show */
export function matchingLines(
  lines: readonly LogLine[],
  {
    filter = '',
    level,
    day,
  }: { filter?: string | undefined; level?: LogLine['status'] | undefined; day?: string | undefined },
): readonly LogLine[] {
  const wanted = filter.trim().toLowerCase();
  const shownDay = day?.split('-').reverse().join('.');
  return lines.filter(
    ({ status, context, message, who, timestamp }) =>
      (wanted === '' || `${status} ${context} ${message} ${who}`.toLowerCase().includes(wanted)) &&
      (level === undefined || status === level) &&
      (shownDay === undefined || formatDate(timestamp).startsWith(shownDay)),
  );
}
