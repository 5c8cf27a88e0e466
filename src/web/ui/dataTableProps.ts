/** The properties of DataTable. */
import type { RowData, SortingState } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Failure } from './failure.ts';
import type { Column } from './tableColumns.ts';

export interface DataTableProps<T extends RowData> {
  label: string;
  /** undefined while loading */
  rows: readonly T[] | undefined;
  columns: Column<T>[];
  /** a name of the row that never changes; needed to select and to open rows */
  rowId?: (row: T) => string;
  /** id of the column that names the rows for screen readers; absent: the first one with a text */
  nameColumn?: string;
  sorting: SortingState;
  onSorting: (sorting: SortingState) => void;
  /** shown when there are no rows */
  empty: ReactNode;
  /** shown when no row passes the filters */
  noMatch?: ReactNode;
  /** the rows could not be loaded */
  failure?: Failure | undefined;
  /** column id -> CSS width; columns without one share the rest */
  widths?: Readonly<Record<string, string | number>>;
  /** free text, found in any column */
  text?: string;
  onText?: (text: string) => void;
  filterLabel?: string;
  /** column id -> text found in it; the ids in `filteredColumns` have a box in the head */
  filters?: Readonly<Record<string, string>>;
  onFilter?: (column: string, text: string) => void;
  filteredColumns?: readonly string[];
  selected?: ReadonlySet<string>;
  onSelected?: (selected: ReadonlySet<string>) => void;
  /** what opens below a row; `open` is the id of the open row, '' for none */
  detail?: (row: T) => ReactNode;
  open?: string;
  onOpen?: (id: string) => void;
  /** what a click on a row, or Enter in one of its cells, does; undefined: nothing */
  rowAction?: (row: T) => (() => void) | undefined;
  /** a right click on a row, and its position in the window, pixels */
  onRowMenu?: (row: T, at: { top: number; left: number }) => void;
  /** pixels */
  rowHeight?: number | undefined;
  /** the name of the exported sheet and file; absent: no export */
  exportName?: string;
}
