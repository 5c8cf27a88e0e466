/**
 * Dates as the screens show them: medium, German locale, at the fixed offset +0200.
 *
 *   formatDate
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
