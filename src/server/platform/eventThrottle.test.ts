/** Repeated events are reported once and counted. */
import { describe, expect, it } from 'vitest';
import { openEventThrottle } from './eventThrottle.ts';

describe('an event throttle', () => {
  it('reports the first of each kind immediately, and the number of the others at the end of the window', async () => {
    const reports: (readonly [string | undefined, number])[] = [];
    const throttle = openEventThrottle<string>({
      windowMs: 20,
      report: (event, times) => reports.push([event, times]),
    });
    expect(['a 1', 'a 2', 'b 1', 'a 3'].map((event) => throttle.isFirst(event.slice(0, 1), event))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    await expect.poll(() => reports).toEqual([['a 3', 2]]);
    // A new window begins.
    expect(throttle.isFirst('a', 'a 4')).toBe(true);
    throttle.close();
    expect(reports).toHaveLength(1);
  });

  it('bounds its memory when there are very many kinds', () => {
    const reports: (readonly [string | undefined, number])[] = [];
    const throttle = openEventThrottle<string>({
      windowMs: 60_000,
      report: (event, times) => reports.push([event, times]),
    });
    const first = Array.from({ length: 10_000 }, (_, i) => throttle.isFirst(String(i), String(i)));
    expect(first.filter((one) => one)).toHaveLength(100);
    throttle.close();
    expect(reports).toEqual([[undefined, 9_900]]);
  });
});
