/**
 * The one table: sorted by click, sticky head, virtual rows, a count, real words when it is empty.
 *
 *   Column, DataTable
 */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import Typography from '@mui/material/Typography';
import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  type SortingState,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { ROW_HEIGHT } from '../app/theme.ts';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFns.alphanumeric, basic: sortFns.basic, text: sortFns.text },
});
// biome-ignore lint/suspicious/noExplicitAny: a column's value type differs from column to column
export type Column<T extends RowData> = ColumnDef<typeof features, T, any>;

const OVERSCAN = 10;
const SKELETONS = 6;
const number = new Intl.NumberFormat('de-DE');

interface Props<T extends RowData> {
  label: string;
  /** undefined while loading */
  rows: T[] | undefined;
  columns: Column<T>[];
  sorting: SortingState;
  onSorting: (sorting: SortingState) => void;
  /** what stands in place of rows when there are none */
  empty: ReactNode;
  /** column id -> CSS width; columns without one share the rest */
  widths?: Readonly<Record<string, string | number>>;
}

export function DataTable<T extends RowData>({ label, rows, columns, sorting, onSorting, empty, widths }: Props<T>) {
  const scroll = useRef<HTMLDivElement>(null);
  const table = useTable({
    features,
    columns,
    data: rows ?? [],
    state: { sorting },
    onSortingChange: (update) => onSorting(typeof update === 'function' ? update(sorting) : update),
  });
  const model = table.getRowModel().rows;
  const virtual = useVirtualizer({
    count: model.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT + 1,
    overscan: OVERSCAN,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const width = table.getAllLeafColumns().length;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}>
      <TableContainer
        ref={scroll}
        sx={{ flex: 1, minHeight: 160 }}
        role="region"
        aria-label={`${label}, scrolling`}
        tabIndex={0}
      >
        <Table
          size="small"
          stickyHeader
          aria-label={label}
          aria-rowcount={model.length + 1}
          sx={{ tableLayout: 'fixed' }}
        >
          <TableHead>
            {table.getHeaderGroups().map((group) => (
              <TableRow key={group.id}>
                {group.headers.map((header) => {
                  const direction = header.column.getIsSorted();
                  const title = <table.FlexRender header={header} />;
                  return (
                    <TableCell
                      key={header.id}
                      sortDirection={direction}
                      sx={{ bgcolor: 'background.paper', width: widths?.[header.column.id] }}
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
                    </TableCell>
                  );
                })}
              </TableRow>
            ))}
          </TableHead>
          <TableBody>
            {rows === undefined &&
              Array.from({ length: SKELETONS }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
                <TableRow key={i}>
                  <TableCell colSpan={width}>
                    <Skeleton />
                  </TableCell>
                </TableRow>
              ))}
            {before > 0 && <Spacer height={before} columns={width} />}
            {items.map((item) => {
              const row = model[item.index];
              if (!row) return null;
              return (
                <TableRow key={row.id} hover aria-rowindex={item.index + 2}>
                  {row.getAllCells().map((cell) => (
                    <TableCell
                      key={cell.id}
                      title={titleOf(cell.getValue())}
                      sx={{ whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}
                    >
                      <table.FlexRender cell={cell} />
                    </TableCell>
                  ))}
                </TableRow>
              );
            })}
            {after > 0 && <Spacer height={after} columns={width} />}
            {rows !== undefined && model.length === 0 && (
              <TableRow>
                <TableCell colSpan={width} sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
                  {empty}
                </TableCell>
              </TableRow>
            )}
          </TableBody>
        </Table>
      </TableContainer>
      {rows !== undefined && rows.length > 0 && (
        <Typography variant="caption" color="text.secondary" sx={{ px: 2, py: 0.5 }}>
          {number.format(rows.length)} {rows.length === 1 ? 'row' : 'rows'}
        </Typography>
      )}
    </Box>
  );
}

/** Text that may be cut off can be read whole. */
const titleOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Stands for the rows above and below those that are drawn. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
