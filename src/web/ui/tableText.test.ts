import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportValue, matchingRows, type TextColumn } from './tableText.ts';

interface Row {
  id: string;
  size: number;
  at: string;
}
const columns: TextColumn<Row>[] = [
  { accessorKey: 'id' },
  { accessorKey: 'size' },
  { id: 'when', accessorFn: (row) => row.at, text: (row) => `am ${row.at.slice(8, 10)}.` },
  { id: 'button' },
];
const rows: Row[] = [
  { id: 'ABC1', size: 12, at: '2026-01-31' },
  { id: 'abD2', size: 31, at: '2026-01-02' },
  { id: 'XYZ3', size: 7, at: '2026-01-12' },
];
const ids = (text: string, byColumn: Record<string, string> = {}) =>
  matchingRows(rows, columns, text, byColumn).map((row) => row.id);

describe('matching', () => {
  it('finds free text in any column, without regard to case and outer blanks', () => {
    expect(ids(' ab ')).toEqual(['ABC1', 'abD2']);
    expect(ids('31')).toEqual(['ABC1', 'abD2']);
  });
  it('searches the shown text, not the value that was sent', () => {
    expect(ids('am 31.')).toEqual(['ABC1']);
    expect(ids('2026')).toEqual([]);
  });
  it('combines the columns’ texts and the free text', () => {
    expect(ids('', { id: 'ab' })).toEqual(['ABC1', 'abD2']);
    expect(ids('', { id: 'ab', size: '3' })).toEqual(['abD2']);
    expect(ids('12', { id: 'ab' })).toEqual(['ABC1']);
    expect(ids('', { size: 'ab' })).toEqual([]);
  });
  it('passes everything without a text, and texts only narrow the result', () => {
    // biome-ignore lint/nursery/noFloatingPromises: a property that is not async answers at once
    fc.assert(
      fc.property(fc.string({ maxLength: 3 }), fc.string({ maxLength: 2 }), (text, own) => {
        const all = matchingRows(rows, columns, text, {});
        const fewer = matchingRows(rows, columns, text, { id: own });
        expect(all).toEqual(expect.arrayContaining([...fewer]));
        if (text.trim() === '') expect(all).toEqual(rows);
      }),
    );
  });
});

describe('exportValue', () => {
  it('keeps numbers and writes anything else as it is shown', () => {
    const [row] = rows as [Row];
    expect(columns.map((column) => exportValue(column, row))).toEqual(['ABC1', 12, 'am 31.', '']);
  });
});
