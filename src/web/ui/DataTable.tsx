/**
 * The one table: sorted by click or key, sticky head, virtual rows, filters, a count of what is shown, rows to select,
 * one row open at a time, cells that the arrow keys walk and that can be copied, export, and real words when it is empty
 * or failed. What a person chose is the caller's state, so that it can live in the address.
 *
 *   Column, DataTable
 *   DATE_WIDTH, FILE_NAME_WIDTH   of a column of dates; the least of a column of names
 */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import {
  type ColumnDef,
  type RowData,
  rowSortingFeature,
  type SortingState,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { ROW_HEIGHT } from '../app/theme.ts';
import { FailureRow } from './FailureRow.tsx';
import type { Failure } from './failure.ts';
import { useNotify } from './Notices.tsx';
import { FilterField, TableBar } from './TableBar.tsx';
import { TableFoot } from './TableFoot.tsx';
import { TableItem } from './TableItem.tsx';
import { useCells } from './tableCells.ts';
import { sorted } from './tableSort.ts';
import { cellText, columnId, exportValue, matching, type TextColumn } from './tableText.ts';

const features = tableFeatures({
  rowSortingFeature,
  sortFns: { alphanumeric: sortFns.alphanumeric, basic: sortFns.basic, text: sortFns.text },
});
// biome-ignore lint/suspicious/noExplicitAny: a column's value type differs from column to column
export type Column<T extends RowData> = ColumnDef<typeof features, T, any> & {
  /** what is read in the cell, where that is not the value itself: filters and the export go by it */
  text?: (row: T) => string;
  /** CSS width that its cells need, however narrow the window: the table scrolls then */
  least?: string;
};

const OVERSCAN = 10;
const SKELETONS = 6;
/** of the columns for checkboxes and for opening, pixels */
const CONTROL_WIDTH = 48;
/** of a column that shares what the others leave, pixels */
const LEAST_WIDTH = 120;
/** Wide enough for a date, whatever the font: 14 digits and 6 narrow signs. `ch` is the width of a 0 in the head. */
export const DATE_WIDTH = 'calc(18ch + 28px)';
/** Most names of packs and configuration files are whole in it. */
export const FILE_NAME_WIDTH = '260px';
const NONE_SELECTED = { shown: 0, hidden: 0 };
const NO_FILTERS: Readonly<Record<string, string>> = {};

export interface DataTableProps<T extends RowData> {
  label: string;
  /** undefined while loading */
  rows: readonly T[] | undefined;
  columns: Column<T>[];
  /** names a row for good; needed for selecting and opening */
  rowId?: (row: T) => string;
  sorting: SortingState;
  onSorting: (sorting: SortingState) => void;
  /** what stands in place of rows when there are none */
  empty: ReactNode;
  /** what stands in place of rows when none passes the filters */
  noMatch?: ReactNode;
  /** the rows could not be loaded */
  failure?: Failure | undefined;
  /** column id -> CSS width; columns without one share the rest */
  widths?: Readonly<Record<string, string | number>>;
  /** free text, found in any column */
  text?: string;
  onText?: (text: string) => void;
  filterLabel?: string;
  /** column id -> text found in it; the ids in `searched` have a box in the head */
  filters?: Readonly<Record<string, string>>;
  onFilter?: (column: string, text: string) => void;
  searched?: readonly string[];
  selected?: ReadonlySet<string>;
  onSelected?: (selected: ReadonlySet<string>) => void;
  /** what opens below a row; '' in `open` for none */
  detail?: (row: T) => ReactNode;
  open?: string;
  onOpen?: (id: string) => void;
  /** what a click on a row, or Enter in one of its cells, does; undefined where it does nothing */
  onRow?: (row: T) => (() => void) | undefined;
  /** a right click on a row, and where it was, pixels from the window's corner */
  onMenu?: (row: T, at: { top: number; left: number }) => void;
  /** pixels; absent: the usual */
  rowHeight?: number | undefined;
  /** offers an export; the name of sheet and file */
  exportName?: string;
}

export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { label, rows, columns, rowId, sorting, onSorting, widths, onText, detail, selected, onSelected } = props;
  const {
    text = '',
    filters = NO_FILTERS,
    searched,
    onFilter,
    open = '',
    onOpen,
    failure,
    exportName,
    rowHeight = ROW_HEIGHT,
  } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const notify = useNotify();
  const wanted = useDeferredValue(text);
  const texts = columns as readonly TextColumn<T>[];
  // Sorted first: a key typed in a filter then goes through the rows once and sorts nothing.
  const { id: sortId = '', desc = false } = sorting[0] ?? {};
  const order = useMemo(() => sorted(rows ?? [], texts, { id: sortId, desc }), [rows, texts, sortId, desc]);
  const fitting = useMemo(() => matching(order, texts, wanted, filters), [order, texts, wanted, filters]);
  const idAt = (index: number): string => {
    const row = fitting[index];
    return row === undefined ? '' : (rowId?.(row) ?? String(index));
  };
  const [detailHeight, setDetailHeight] = useState(0);
  const openAt = open === '' ? -1 : fitting.findIndex((_, index) => idAt(index) === open);
  const virtual = useVirtualizer({
    count: fitting.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => rowHeight + (index === openAt ? detailHeight : 0),
    overscan: OVERSCAN,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes change with these and with nothing else
  useEffect(() => virtual.measure(), [virtual, openAt, detailHeight, rowHeight]);
  const items = virtual.getVirtualItems();
  const cells = useCells({
    scroll,
    rows: fitting.length,
    columns: columns.length,
    startOf: (row) => virtual.measurementsCache[row]?.start ?? 0,
    textOf: (row, column) => {
      const shown = fitting[row];
      const of = texts[column];
      return shown === undefined || of === undefined ? '' : cellText(of, shown);
    },
  });
  // The table library gets the rows in sight only: making its rows for 200,000 would take longer than all else.
  const table = useTable({
    features,
    columns,
    data: items.flatMap(({ index }) => fitting[index] ?? []) as T[],
    manualSorting: true,
    // The library starts numbers with descending.
    sortDescFirst: false,
    state: { sorting },
    onSortingChange: (update) => onSorting(typeof update === 'function' ? update(sorting) : update),
  });
  const inSight = table.getRowModel().rows;
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const selects = selected !== undefined && onSelected !== undefined;
  const span = columns.length + (selects ? 1 : 0) + (detail ? 1 : 0);
  const select = (ids: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    onSelected?.(next);
  };
  const shownSelected = selects ? fitting.filter((_, index) => selected.has(idAt(index))).length : 0;

  const exportRows = async (name: string) => {
    const { saveSheet } = await import('./excel.ts');
    const filled = texts.filter((column) => columnId(column) !== '' && (column.accessorFn ?? column.accessorKey));
    await saveSheet(
      name,
      filled.map((column) => ({ header: typeof column.header === 'string' ? column.header : columnId(column) })),
      fitting.map((row) => filled.map((column) => exportValue(column, row))),
    );
  };

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, bgcolor: 'background.paper' }}>
      {onText && <TableBar text={text} onText={onText} filterLabel={props.filterLabel ?? 'Filter'} />}
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
          aria-rowcount={fitting.length + 1}
          sx={{
            tableLayout: 'fixed',
            minWidth: leastWidth(columns, widths, selects, detail !== undefined),
          }}
        >
          <TableHead>
            {table.getHeaderGroups().map((group) => (
              <TableRow key={group.id}>
                {selects && (
                  <TableCell
                    padding="none"
                    sx={{ bgcolor: 'background.paper', width: CONTROL_WIDTH, textAlign: 'center' }}
                  >
                    <Checkbox
                      checked={fitting.length > 0 && shownSelected === fitting.length}
                      indeterminate={shownSelected > 0 && shownSelected < fitting.length}
                      disabled={fitting.length === 0}
                      onChange={(event) =>
                        select(
                          fitting.map((_, index) => idAt(index)),
                          event.target.checked,
                        )
                      }
                      slotProps={{ input: { 'aria-label': 'Select all' } }}
                    />
                  </TableCell>
                )}
                {group.headers.map((header) => {
                  const { id } = header.column;
                  const direction = header.column.getIsSorted();
                  const title = <table.FlexRender header={header} />;
                  return (
                    <TableCell
                      key={header.id}
                      sortDirection={direction}
                      sx={{
                        bgcolor: 'background.paper',
                        width: widths?.[id],
                        ...(searched && { verticalAlign: 'top' }),
                      }}
                    >
                      {header.column.getCanSort() ? (
                        <TableSortLabel
                          active={direction !== false}
                          direction={direction || 'asc'}
                          onClick={header.column.getToggleSortingHandler()}
                        >
                          {title}
                        </TableSortLabel>
                      ) : (
                        title
                      )}
                      {searched?.includes(id) && (
                        <Box sx={{ pt: 0.75 }}>
                          <FilterField
                            label={`Search ${typeof header.column.columnDef.header === 'string' ? header.column.columnDef.header : id}`}
                            value={filters[id] ?? ''}
                            onChange={(next) => onFilter?.(id, next)}
                            focusShortcut={!onText && id === searched[0]}
                          />
                        </Box>
                      )}
                    </TableCell>
                  );
                })}
                {detail && (
                  <TableCell
                    padding="none"
                    sx={{ bgcolor: 'background.paper', width: CONTROL_WIDTH, textAlign: 'center' }}
                  />
                )}
              </TableRow>
            ))}
          </TableHead>
          <TableBody>
            {rows === undefined &&
              !failure &&
              Array.from({ length: SKELETONS }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
                <TableRow key={i}>
                  <TableCell colSpan={span}>
                    <Skeleton />
                  </TableCell>
                </TableRow>
              ))}
            {before > 0 && <Spacer height={before} columns={span} />}
            {items.map((item, at) => {
              const row = inSight[at];
              if (!row) return null;
              const id = idAt(item.index);
              const content = row.getAllCells().map((cell, index) => ({
                id: cell.id,
                text: texts[index] ? cellText(texts[index], row.original) : '',
                content: <table.FlexRender cell={cell} />,
              }));
              return (
                <TableItem
                  key={id}
                  name={content.find((cell) => cell.text !== '')?.text ?? id}
                  position={item.index + 2}
                  cells={content}
                  selected={selected?.has(id) ?? false}
                  onSelect={selects ? (on) => select([id], on) : undefined}
                  detail={detail && (() => detail(row.original))}
                  open={item.index === openAt}
                  onToggle={() => onOpen?.(id === open ? '' : id)}
                  onDetailHeight={setDetailHeight}
                  onAct={props.onRow?.(row.original)}
                  onMenu={props.onMenu && ((at) => props.onMenu?.(row.original, at))}
                />
              );
            })}
            {after > 0 && <Spacer height={after} columns={span} />}
            {failure && rows === undefined && <FailureRow columns={span} failure={failure} />}
            {rows !== undefined && fitting.length === 0 && (
              <Words columns={span}>
                {rows.length === 0 ? props.empty : (props.noMatch ?? 'No data matching the filters')}
              </Words>
            )}
          </TableBody>
        </Table>
      </TableContainer>
      {rows !== undefined && rows.length > 0 && (
        <TableFoot
          shown={fitting.length}
          all={rows.length}
          selected={selects ? { shown: shownSelected, hidden: selected.size - shownSelected } : NONE_SELECTED}
          copied={cells.copied}
          onExport={
            exportName && fitting.length > 0
              ? () =>
                  exportRows(exportName).catch((error: Error) => notify('error', `Could not export: ${error.message}`))
              : undefined
          }
        />
      )}
    </Box>
  );
}

/**
 * Columns without a width of their own still get what their cells need, or enough for a few words: a narrow window scrolls
 * the table. They share what the others leave alike, so each gets what the widest needs; one with a share of the table
 * gets its share of a table that is wide enough.
 */
function leastWidth<T extends RowData>(
  columns: readonly Column<T>[],
  widths: DataTableProps<T>['widths'],
  selects: boolean,
  opens: boolean,
): string {
  const needs = columns.map((column) => ({
    width: widths?.[columnId(column as TextColumn<T>)],
    least: column.least ?? `${LEAST_WIDTH}px`,
  }));
  const sharing = needs.filter(({ width }) => width === undefined).map(({ least }) => least);
  const given = needs.map(({ width, least }) => {
    if (typeof width === 'number') return `${width}px`;
    if (width === undefined) return `max(${sharing.join(', ')})`;
    return width.endsWith('%') ? least : width;
  });
  const shares = needs.flatMap(({ width, least }) =>
    typeof width === 'string' && width.endsWith('%') ? [`calc(${least} * ${100 / Number.parseFloat(width)})`] : [],
  );
  const controls = (selects ? CONTROL_WIDTH : 0) + (opens ? CONTROL_WIDTH : 0);
  return `max(${[[...given, `${controls}px`].join(' + '), ...shares].join(', ')})`;
}

/** Words in place of rows. */
function Words({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <TableRow>
      <TableCell colSpan={columns} sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
        {children}
      </TableCell>
    </TableRow>
  );
}

/** Stands for the rows above and below those that are drawn. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
