/** Where a day of the screens starts and ends, in UTC. */
import { expect, it } from 'vitest';
import { screenDayRange } from './screenDayRange.ts';
import { screenTime } from './screenTime.ts';

it('starts and ends with the day that the screens show, and is undefined for a text that is not a day', () => {
  const range = screenDayRange('2026-03-05');
  expect(range).toEqual({ since: '2026-03-04T22:00:00.000Z', before: '2026-03-05T22:00:00.000Z' });
  expect(screenTime(new Date(range?.since ?? ''))).toBe('2026-03-05T00:00:00');
  expect(screenTime(new Date(range?.before ?? ''))).toBe('2026-03-06T00:00:00');
  expect(screenDayRange('2026-02-31x')).toBeUndefined();
});
