import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextCell } from './useCellKeys.ts';

const size = { rows: 300, columns: 4 };
const from = (key: string, ctrl = false) => nextCell(key, ctrl, { row: 10, column: 1 }, size, 20);

describe('nextCell', () => {
  it('moves by one cell, to the ends, and by a page', () => {
    expect(from('ArrowUp')).toEqual({ row: 9, column: 1 });
    expect(from('ArrowRight')).toEqual({ row: 10, column: 2 });
    expect(from('ArrowDown', true)).toEqual({ row: 299, column: 1 });
    expect(from('Home')).toEqual({ row: 10, column: 0 });
    expect(from('End', true)).toEqual({ row: 299, column: 3 });
    expect(from('PageDown')).toEqual({ row: 30, column: 1 });
    expect(from('a')).toBeUndefined();
  });

  it('never leaves the table', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'];
    const count = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.boolean(),
        count,
        count,
        fc.nat(999),
        fc.nat(999),
        (key, ctrl, rows, columns, row, column) => {
          const at = { row: row % rows, column: column % columns };
          const next = nextCell(key, ctrl, at, { rows, columns }, 20);
          expect(next && next.row >= 0 && next.row < rows && next.column >= 0 && next.column < columns).toBe(true);
        },
      ),
    );
  });
});
