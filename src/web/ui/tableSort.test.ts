import { describe, expect, it } from 'vitest';
import { sortRows } from './tableSort.ts';

const columns = [
  { accessorKey: 'id', sortFn: 'basic' },
  { accessorKey: 'name', sortFn: 'alphanumeric' },
  { id: 'date', accessorFn: (row: Row) => row.date, sortFn: 'basic' },
];
interface Row {
  id: string;
  name: string;
  date: string | null;
}
const rows: Row[] = [
  { id: 'b', name: 'Zebra 10', date: null },
  { id: 'a', name: 'Ärmel', date: '2026-02-01' },
  { id: 'B', name: 'Zebra 9', date: '2026-01-01' },
];
const ids = (by: Parameters<typeof sortRows>[2]) => sortRows(rows, columns, by).map(({ id }) => id);

describe('the order of rows', () => {
  it('follows the values, or German words with numbers', () => {
    expect(ids({ id: 'id', desc: false })).toEqual(['B', 'a', 'b']);
    expect(ids({ id: 'name', desc: false })).toEqual(['a', 'B', 'b']);
    expect(ids({ id: 'name', desc: true })).toEqual(['b', 'B', 'a']);
  });
  it('puts rows without a value last in both directions', () => {
    expect(ids({ id: 'date', desc: false })).toEqual(['B', 'a', 'b']);
    expect(ids({ id: 'date', desc: true })).toEqual(['a', 'B', 'b']);
  });
  it('stays as it is when no column sorts', () => {
    expect(sortRows(rows, columns, { id: '', desc: false })).toBe(rows);
    expect(sortRows(rows, columns, { id: 'none', desc: false })).toBe(rows);
  });
});
