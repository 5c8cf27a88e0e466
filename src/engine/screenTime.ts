/**
 * Screens show instants at the fixed offset +0200, summer and winter, so that the day that people read is the day that they
 * filter by.
 *
 *   SCREEN_TIME_ZONE   for `Intl.DateTimeFormat`
 *   screenDay          an instant -> its calendar day on the screens, `YYYY-MM-DD`
 *   screenTime         a date -> `YYYY-MM-DDTHH:mm:ss` as the screens show it
 */
/** `Etc/GMT-2` is two hours ahead of UTC: POSIX signs. Every browser knows it, unlike `+02:00`. */
export const SCREEN_TIME_ZONE = 'Etc/GMT-2';

/** how far the zone is ahead of UTC */
export const OFFSET_MS = 2 * 60 * 60 * 1000;

/** @returns undefined for a text that is not a date */
export function screenDay(instant: string): string | undefined {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? undefined : screenTime(new Date(at)).slice(0, 10);
}

export const screenTime = (at: Date): string => new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 19);
