/**
 * The rows of a table that match what the user typed, in the order that the user chose.
 *
 *   useShownRows
 */
import type { RowData } from '@tanstack/react-table';
import { useDeferredValue, useMemo } from 'react';
import type { DataTableProps } from './dataTableProps.ts';
import { sortRows } from './tableSort.ts';
import { matchingRows, type TextColumn } from './tableText.ts';

const NO_FILTERS: Readonly<Record<string, string>> = {};

export function useShownRows<T extends RowData>(
  props: DataTableProps<T>,
): {
  shown: readonly T[];
  /** '' for no such row */
  idAt: (index: number) => string;
  /** index of the open row; -1 for none */
  openAt: number;
} {
  const { rows, columns, rowId, sorting, text = '', filters = NO_FILTERS, open = '' } = props;
  const texts = columns as readonly TextColumn<T>[];
  const wanted = useDeferredValue(text);
  // Sort first, so that typing into a filter only filters the rows and does not sort them again.
  const { id: sortId = '', desc = false } = sorting[0] ?? {};
  const order = useMemo(() => sortRows(rows ?? [], texts, { id: sortId, desc }), [rows, texts, sortId, desc]);
  const shown = useMemo(() => matchingRows(order, texts, wanted, filters), [order, texts, wanted, filters]);
  const idAt = (index: number): string => {
    const row = shown[index];
    return row === undefined ? '' : (rowId?.(row) ?? String(index));
  };
  const openAt = open === '' ? -1 : shown.findIndex((_, index) => idAt(index) === open);
  return { shown, idAt, openAt };
}
