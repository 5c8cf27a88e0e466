/**
 * Dates as the screens show them: medium, German locale, at the fixed offset +0200.
 *
 *   formatDate
 *   formatShortDate   the time for today, day and time for other days
 */
import { SCREEN_TIME_ZONE } from '../../engine/screenTime.ts';

const format = new Intl.DateTimeFormat('de-DE', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: SCREEN_TIME_ZONE,
});

/** @param instant ISO 8601; null and invalid dates give '' */
export const formatDate = (instant: string | null): string =>
  instant === null || Number.isNaN(Date.parse(instant)) ? '' : format.format(new Date(instant));

const PARTS = { timeZone: SCREEN_TIME_ZONE } as const;
const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'short', ...PARTS });
const time = new Intl.DateTimeFormat('de-DE', { timeStyle: 'medium', ...PARTS });
const dayAndTime = new Intl.DateTimeFormat('de-DE', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  ...PARTS,
});

/** @param instant ISO 8601; null and invalid dates give '' */
export function formatShortDate(instant: string | null, now = new Date()): string {
  if (formatDate(instant) === '' || instant === null) return '';
  const date = new Date(instant);
  return (day.format(date) === day.format(now) ? time : dayAndTime).format(date);
}
