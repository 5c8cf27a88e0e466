/**
 * The one table: sorting by click or key, a sticky head, virtual rows, filters, a count of the rows shown, rows to select,
 * one row open at a time, cells that arrow keys reach and that can be copied, an export, and words when it is empty or
 * failed. What a person chose is the caller's state, so that it can live in the address.
 *
 *   DataTable, DataTableProps
 */
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableContainer from '@mui/material/TableContainer';
import { type RowData, type SortingState, useTable } from '@tanstack/react-table';
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { ROW_HEIGHT } from '../app/theme.ts';
import { DataTableRow } from './DataTableRow.tsx';
import { FilterField } from './FilterField.tsx';
import { type Failure, failureText } from './failure.ts';
import { useNotify } from './Notices.tsx';
import { TableFooter } from './TableFooter.tsx';
import { type ColumnFilters, type SelectAll, TableHeader } from './TableHeader.tsx';
import { PlaceholderRows, Spacer } from './TablePlaceholders.tsx';
import { type Column, minTableWidth, TABLE_FEATURES } from './tableColumns.ts';
import { sorted } from './tableSort.ts';
import { cellText, matching, type TextColumn } from './tableText.ts';
import { useCellKeys } from './useCellKeys.ts';
import { useVirtualRows } from './useVirtualRows.ts';

const NO_FILTERS: Readonly<Record<string, string>> = {};

export interface DataTableProps<T extends RowData> {
  label: string;
  /** undefined while loading */
  rows: readonly T[] | undefined;
  columns: Column<T>[];
  /** a name of the row that never changes; needed to select and to open rows */
  rowId?: (row: T) => string;
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

export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { label, rows, columns, rowId, sorting, onSorting, widths, onText, detail, failure, exportName } = props;
  const { text = '', filters = NO_FILTERS, open = '', rowHeight = ROW_HEIGHT } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const notify = useNotify();
  const wanted = useDeferredValue(text);
  const texts = columns as readonly TextColumn<T>[];
  // Sorted first: a key typed into a filter then goes through the rows once and sorts nothing.
  const { id: sortId = '', desc = false } = sorting[0] ?? {};
  const order = useMemo(() => sorted(rows ?? [], texts, { id: sortId, desc }), [rows, texts, sortId, desc]);
  const shown = useMemo(() => matching(order, texts, wanted, filters), [order, texts, wanted, filters]);
  const idAt = (index: number): string => {
    const row = shown[index];
    return row === undefined ? '' : (rowId?.(row) ?? String(index));
  };
  const openAt = open === '' ? -1 : shown.findIndex((_, index) => idAt(index) === open);
  const virtual = useVirtualRows({ scroll, count: shown.length, rowHeight, openAt });
  const cells = useCellKeys({
    scroll,
    rows: shown.length,
    columns: columns.length,
    startOf: virtual.startOf,
    textOf: (row, column) => {
      const ofRow = shown[row];
      const ofColumn = texts[column];
      return ofRow === undefined || ofColumn === undefined ? '' : cellText(ofColumn, ofRow);
    },
  });
  // The table library gets the visible rows only: making its rows for 200,000 would take longer than all else.
  const table = useTable({
    features: TABLE_FEATURES,
    columns,
    data: virtual.items.flatMap(({ index }) => shown[index] ?? []) as T[],
    manualSorting: true,
    // Without it the library sorts numbers descending at the first click.
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (update) => onSorting(typeof update === 'function' ? update(sorting) : update),
  });
  const visible = table.getRowModel().rows;
  const selection = selectionOf(props, shown, idAt);
  const controls = (selection ? 1 : 0) + (detail ? 1 : 0);
  const span = columns.length + controls;

  const exportRows = async (name: string) => {
    try {
      const { exportTable } = await import('./exportTable.ts');
      await exportTable(name, texts, shown);
    } catch (error) {
      notify('error', failureText('export', error));
    }
  };

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, bgcolor: 'background.paper' }}>
      {onText && (
        <Box sx={{ px: 2, pt: 1.5, pb: 1 }}>
          <FilterField label={props.filterLabel ?? 'Filter'} value={text} onChange={onText} focusShortcut width={320} />
        </Box>
      )}
      <TableContainer
        ref={scroll}
        // A basis of 0 pixels: the 0 % of `flex: 1` means "content" on a page without a fixed height, and then the
        // scrolling box grows with its rows and all of them are drawn.
        sx={{ flex: '1 1 0px', minHeight: 240 }}
        role="region"
        aria-label={`${label}, scrolling`}
        tabIndex={0}
        onKeyDown={cells.onKeyDown}
      >
        <Table
          size="small"
          stickyHeader
          aria-label={label}
          aria-rowcount={shown.length + 1}
          sx={{ tableLayout: 'fixed', minWidth: minTableWidth(columns, widths, controls) }}
        >
          <TableHeader
            table={table}
            widths={widths}
            selectAll={selection?.all}
            filters={columnFiltersOf(props)}
            opens={detail !== undefined}
          />
          <TableBody>
            <Spacer height={virtual.before} columns={span} />
            {virtual.items.map(({ index }, at) => {
              const row = visible[at];
              if (!row) return null;
              const { original } = row;
              const id = idAt(index);
              const content = row.getAllCells().map((cell, column) => {
                const words = texts[column] ? cellText(texts[column], original) : '';
                return {
                  id: cell.id,
                  text: words,
                  content: columns[column]?.cell ? <table.FlexRender cell={cell} /> : words,
                };
              });
              return (
                <DataTableRow
                  key={id}
                  name={content.find((cell) => cell.text !== '')?.text ?? id}
                  index={index}
                  cells={content}
                  selected={selection?.has(id) ?? false}
                  onSelect={selection && ((on) => selection.select([id], on))}
                  detail={detail && (() => detail(original))}
                  open={index === openAt}
                  onToggle={() => props.onOpen?.(id === open ? '' : id)}
                  onDetailHeight={virtual.onDetailHeight}
                  onClick={props.rowAction?.(original)}
                  onMenu={props.onRowMenu && ((position) => props.onRowMenu?.(original, position))}
                />
              );
            })}
            <Spacer height={virtual.after} columns={span} />
            <PlaceholderRows
              columns={span}
              loaded={rows !== undefined}
              failure={failure}
              words={
                shown.length > 0
                  ? undefined
                  : rows?.length === 0
                    ? props.empty
                    : (props.noMatch ?? 'No data matching the filters')
              }
            />
          </TableBody>
        </Table>
      </TableContainer>
      {rows !== undefined && rows.length > 0 && (
        <TableFooter
          shown={shown.length}
          all={rows.length}
          selected={selection?.counts}
          copied={cells.copied}
          onExport={exportName && shown.length > 0 ? () => exportRows(exportName) : undefined}
        />
      )}
    </Box>
  );
}

/** @returns undefined for a table whose rows cannot be selected */
function selectionOf<T extends RowData>(
  { selected, onSelected }: DataTableProps<T>,
  shown: readonly T[],
  idAt: (index: number) => string,
) {
  if (selected === undefined || onSelected === undefined) return undefined;
  const select = (ids: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    onSelected(next);
  };
  const count = shown.filter((_, index) => selected.has(idAt(index))).length;
  const all: SelectAll = {
    state: count === 0 ? 'none' : count === shown.length ? 'all' : 'some',
    disabled: shown.length === 0,
    onChange: (on) =>
      select(
        shown.map((_, index) => idAt(index)),
        on,
      ),
  };
  return {
    select,
    all,
    has: (id: string) => selected.has(id),
    counts: { shown: count, hidden: selected.size - count },
  };
}

function columnFiltersOf<T extends RowData>(props: DataTableProps<T>): ColumnFilters | undefined {
  const { filteredColumns, filters = NO_FILTERS, onFilter, onText } = props;
  if (filteredColumns === undefined || onFilter === undefined) return undefined;
  return { columns: filteredColumns, texts: filters, onChange: onFilter, focusShortcut: onText === undefined };
}
