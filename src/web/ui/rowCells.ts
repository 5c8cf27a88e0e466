/**
 * The cells of a row: what they show, and their texts for titles, copies and screen readers.
 *
 *   rowCells
 *   nameOf     the text that names the row
 */
import type { Row, RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { RowCell } from './DataTableRow.tsx';
import type { DataTableProps } from './dataTableProps.ts';
import type { TABLE_FEATURES } from './tableColumns.ts';
import { cellText, type TextColumn } from './tableText.ts';

export function rowCells<T extends RowData>(
  row: Row<typeof TABLE_FEATURES, T>,
  columns: DataTableProps<T>['columns'],
): RowCell[] {
  return row.getAllCells().map((cell, index) => {
    const column = columns[index];
    const text = column ? cellText(column as TextColumn<T>, row.original) : '';
    return {
      id: cell.id,
      label: typeof column?.header === 'string' ? column.header : '',
      text,
      content: column?.cell ? drawCell(column.cell, cell.getContext()) : text,
    };
  });
}

/**
 * Calls a cell's render function. As a component, it would change whenever the columns are created again, and React
 * would close a dialog that is open in the cell.
 */
const drawCell = <C>(draw: unknown, context: C): ReactNode =>
  typeof draw === 'function' ? (draw as (context: C) => ReactNode)(context) : undefined;

/** The text of the column that names the rows, or of the first column with a text. */
export const nameOf = (cells: readonly RowCell[], column: string | undefined): string | undefined =>
  cells.find(({ id, text }) => text !== '' && (column === undefined || id.endsWith(`_${column}`)))?.text;
