/**
 * The order of a table's rows: by value if a column says `sortFn: 'basic'` (ids, dates, numbers), else as German words that
 * may contain numbers. Rows without a value come last in both directions.
 *
 *   sortRows
 */
import { columnId, rawValue, type TextColumn } from './tableText.ts';

interface SortColumn<T> extends TextColumn<T> {
  sortFn?: unknown;
}

const words = new Intl.Collator('de-DE', { numeric: true });
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

const byValue = (a: unknown, b: unknown): number =>
  a === b ? 0 : (a as string | number) > (b as string | number) ? 1 : -1;
const byWord = (a: unknown, b: unknown): number =>
  typeof a === 'string' && typeof b === 'string' ? words.compare(a, b) : byValue(a, b);

/** @returns a new list, sorted stably; the given rows if there is no such column */
export function sortRows<T>(
  rows: readonly T[],
  columns: readonly SortColumn<T>[],
  by: { readonly id: string; readonly desc: boolean },
): readonly T[] {
  const column = columns.find((one) => columnId(one) === by.id);
  if (!column) return rows;
  const compare = column.sortFn === 'basic' ? byValue : byWord;
  const sign = by.desc ? -1 : 1;
  return rows
    .map((row) => ({ row, value: rawValue(column, row) }))
    .sort((a, b) => {
      const [noA, noB] = [isEmpty(a.value), isEmpty(b.value)];
      if (noA || noB) return Number(noA) - Number(noB);
      return sign * compare(a.value, b.value);
    })
    .map(({ row }) => row);
}
