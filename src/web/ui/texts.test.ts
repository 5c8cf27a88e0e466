/** The small functions that make text: dates, sizes, cut descriptions, failures. */
import { describe, expect, it } from 'vitest';
import { ApiFailure, messageOf } from '../../contract/index.ts';
import { screenDay } from '../../engine/screenTime.ts';
import { formatBytes } from './bytes.ts';
import { formatDate } from './dates.ts';
import { failureText, prefixedFailure } from './failure.ts';
import { truncate } from './truncate.ts';

describe('formatDate', () => {
  it('is medium and German at +0200, in winter and in summer', () => {
    expect(formatDate('2026-01-15T21:30:05Z')).toBe('15.01.2026, 23:30:05');
    expect(formatDate('2026-07-15T21:30:05Z')).toBe('15.07.2026, 23:30:05');
    expect(formatDate('2026-12-31T22:00:00Z')).toBe('01.01.2027, 00:00:00');
  });
  it('shows the day that filters compare, at every hour', () => {
    for (let hour = 0; hour < 48; hour++) {
      const instant = new Date(Date.UTC(2026, 11, 31, hour, 30)).toISOString();
      expect(formatDate(instant).slice(0, 10)).toBe(screenDay(instant)?.split('-').reverse().join('.'));
    }
  });
  it('writes nothing for no date', () => expect(formatDate(null)).toBe(''));
});

describe('formatBytes', () => {
  it('goes through the units with two decimals and shows nothing for 0', () => {
    expect([0, 1, 999, 1000, 1_234_567, 5e9, 7.5e12, 3e16].map(formatBytes)).toEqual([
      '',
      '1,00 B',
      '999,00 B',
      '1,00 kB',
      '1,23 MB',
      '5,00 GB',
      '7,50 TB',
      '30.000,00 TB',
    ]);
  });
  it('uses the next unit when rounding reaches it', () => {
    expect([999_994, 999_995, 999_994_999, 999_995_000, 999_995_000_000].map(formatBytes)).toEqual([
      '999,99 kB',
      '1,00 MB',
      '999,99 MB',
      '1,00 GB',
      '1,00 TB',
    ]);
  });
});

describe('truncate', () => {
  it('keeps 80 characters, and cuts the 81st off for three dots', () => {
    expect(truncate('x'.repeat(80))).toBe('x'.repeat(80));
    expect(truncate('x'.repeat(81))).toBe(`${'x'.repeat(80)}...`);
  });
});

describe('failures', () => {
  const body = { errorMessage: 'No such set.', requestId: 'r-7' };
  const failure = new ApiFailure(404, 'No such set.', body);
  it('name the action, the message and the request', () =>
    expect(failureText('load versions', failure)).toBe('Could not load versions: No such set.\nRequest r-7'));
  it('have a shape with a prefix and the HTTP status', () =>
    expect(prefixedFailure('refreshCaches for prod:', failure)).toBe(
      'refreshCaches for prod:\nNo such set. (404)\nRequest r-7',
    ));
  it('have no status in brackets if no server answered', () =>
    expect(prefixedFailure('load batch summary', new ApiFailure(0, 'The server cannot be reached.', undefined))).toBe(
      'load batch summary\nThe server cannot be reached.',
    ));
  it('give a reason for the status if the answer has none, or is only the page of a proxy', () => {
    expect(messageOf('', 413)).toMatch(/^The file is larger than the server, or a proxy in front of it, accepts/);
    expect(messageOf('<html><h1>413 Request Entity Too Large</h1>nginx</html>', 413)).toBe(messageOf('', 413));
    expect(messageOf('', 502)).toMatch(/^The server is not available at the moment/);
    expect(messageOf('  ', 418)).toBe('The server answered with the HTTP status 418 and no reason.');
  });
  it('take errorMessage, else message, else msg, else the raw body', () => {
    expect(messageOf('{"errorMessage":"a","message":"b","msg":"c"}')).toBe('a');
    expect(messageOf('{"message":"b","msg":"c"}')).toBe('b');
    expect(messageOf('{"msg":"c"}')).toBe('c');
    expect(messageOf('{"other":1}')).toBe('{"other":1}');
    expect(messageOf('Bad gateway')).toBe('Bad gateway');
  });
});
