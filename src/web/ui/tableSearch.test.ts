import { describe, expect, it } from 'vitest';
import { sortingOf, sortOf } from './tableSearch.ts';

describe('a sort in the address', () => {
  it('survives writing and reading, also when nothing sorts', () => {
    expect(sortingOf('-size')).toEqual([{ id: 'size', desc: true }]);
    expect(sortingOf('size')).toEqual([{ id: 'size', desc: false }]);
    for (const sort of ['', 'size', '-size']) expect(sortOf(sortingOf(sort))).toBe(sort);
  });
});
