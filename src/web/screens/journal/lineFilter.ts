/**
 * Filters log lines: those that are already loaded, and those that the server is asked for.
 *
 *   matchingLines
 *   LineQuery, lineQuery
 */
import type { LogLine } from '../../../contract/index.ts';
import { screenDayRange } from '../../../engine/screenDayRange.ts';
import { formatDate } from '../../ui/dates.ts';

/** As the calls of the general log take it. */
export type LineQuery = {
  filter?: string;
  level?: LogLine['status'];
  since?: string;
  before?: string;
};

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

/** @param day YYYY-MM-DD; a day that the calendar does not have is none */
export function lineQuery({
  filter,
  level,
  day,
}: {
  filter?: string | undefined;
  level?: LogLine['status'] | undefined;
  day?: string | undefined;
}): LineQuery {
  const range = day === undefined ? undefined : screenDayRange(day);
  return { ...(filter !== undefined && { filter }), ...(level !== undefined && { level }), ...range };
}
