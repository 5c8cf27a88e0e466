/** What repeats is told once and counted. */
import { describe, expect, it } from 'vitest';
import { openRepeats } from './repeats.ts';

describe('repeats', () => {
  it('the first of each kind is told at once, the rest at the end of the window with their number', async () => {
    const told: (readonly [string | undefined, number])[] = [];
    const repeats = openRepeats<string>({ windowMs: 20, tell: (event, times) => told.push([event, times]) });
    expect(['a 1', 'a 2', 'b 1', 'a 3'].map((event) => repeats.isFirst(event.slice(0, 1), event))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    await expect.poll(() => told).toEqual([['a 3', 2]]);
    // A new window begins.
    expect(repeats.isFirst('a', 'a 4')).toBe(true);
    repeats.close();
    expect(told).toHaveLength(1);
  });

  it('kinds without number take no memory without bound', () => {
    const told: (readonly [string | undefined, number])[] = [];
    const repeats = openRepeats<string>({ windowMs: 60_000, tell: (event, times) => told.push([event, times]) });
    const first = Array.from({ length: 10_000 }, (_, i) => repeats.isFirst(String(i), String(i)));
    expect(first.filter((one) => one)).toHaveLength(100);
    repeats.close();
    expect(told).toEqual([[undefined, 9_900]]);
  });
});
