import { describe, expect, it } from 'vitest';
import { sortingOf, sortOf } from './tableSearch.ts';

describe('a sort in the address', () => {
  it('goes there and back, none included', () => {
    expect(sortingOf('-size')).toEqual([{ id: 'size', desc: true }]);
    expect(sortingOf('size')).toEqual([{ id: 'size', desc: false }]);
    for (const sort of ['', 'size', '-size']) expect(sortOf(sortingOf(sort))).toBe(sort);
  });
});
