/**
 * The one table: sorting by click or key, a sticky head, virtual rows, filters, a count of the rows shown, rows to select,
 * one row open at a time, cells that arrow keys reach and that can be copied, an export, and a text if it is empty or
 * failed. In narrow windows each row is a card. What the user chose is the caller's state, so that it can be kept in
 * the address.
 *
 *   DataTable
 */
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableContainer from '@mui/material/TableContainer';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type RowData, useTable } from '@tanstack/react-table';
import { useRef } from 'react';
import { loadFile } from '../app/lazyFile.ts';
import { CARDS, ROW_HEIGHT } from '../app/theme.ts';
import { widgetTexts } from '../texts/widgets.ts';
import { DataTableRow } from './DataTableRow.tsx';
import type { DataTableProps } from './dataTableProps.ts';
import { FilterField } from './FilterField.tsx';
import { failureText } from './failure.ts';
import { useNotify } from './Notices.tsx';
import { nameOf, rowCells } from './rowCells.ts';
import { TableFooter } from './TableFooter.tsx';
import { type ColumnFilters, TableHeader } from './TableHeader.tsx';
import { PlaceholderRows, Spacer } from './TablePlaceholders.tsx';
import { cardHeight, minTableWidth, TABLE_FEATURES, tableWidth } from './tableColumns.ts';
import { selectionOf } from './tableSelection.ts';
import { TABLE } from './tableStyles.ts';
import { cellText, type TextColumn } from './tableText.ts';
import { useCellKeys } from './useCellKeys.ts';
import { useShownRows } from './useShownRows.ts';
import { useVirtualRows } from './useVirtualRows.ts';

const { table: words } = widgetTexts;
export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { label, rows, columns, sorting, onSorting, widths, onText, detail, failure, exportName } = props;
  const { text = '', open = '', rowHeight = ROW_HEIGHT } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const notify = useNotify();
  const texts = columns as readonly TextColumn<T>[];
  const { shown, idAt, openAt } = useShownRows(props);
  const isNarrow = useMediaQuery(CARDS);
  const height = isNarrow ? cardHeight(columns.filter(({ header }) => header !== '').length, rowHeight) : rowHeight;
  const virtual = useVirtualRows({ scroll, count: shown.length, rowHeight: height, openAt });
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
  // The table library gets only the visible rows: creating its row objects for 200,000 would take longer than
  // everything else.
  const table = useTable({
    features: TABLE_FEATURES,
    columns,
    data: virtual.items.flatMap(({ index }) => shown[index] ?? []) as T[],
    manualSorting: true,
    // Without this, the library sorts numbers descending at the first click.
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
      const { exportTable } = await loadFile(() => import('./exportTable.ts'));
      await exportTable(name, texts, shown);
    } catch (error) {
      notify('error', failureText(words.exportAction, error));
    }
  };

  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, bgcolor: 'background.paper' }}>
      {onText && (
        <Box sx={{ px: 2, pt: 1.5, pb: 1 }}>
          <FilterField
            label={props.filterLabel ?? words.filter}
            value={text}
            onChange={onText}
            focusShortcut
            width={320}
          />
        </Box>
      )}
      {virtual.notPrinted > 0 && (
        <Typography data-paper-only sx={{ fontWeight: 600, px: 2, pb: 1 }}>
          {words.cut(shown.length - virtual.notPrinted, shown.length, exportName !== undefined)}
        </Typography>
      )}
      <TableContainer
        ref={scroll}
        // A basis of 0 pixels: the 0 % of `flex: 1` means "content" on a page without a fixed height, and then the
        // scrolling box grows with its rows and all of them are drawn.
        // Positions of rows are computed, so the browser must not adjust the scroll position while rows are drawn.
        sx={{
          flex: '1 1 0px',
          minHeight: 240,
          overflowAnchor: 'none',
          '@media print': { flex: 'none', overflow: 'visible' },
        }}
        role="region"
        aria-label={words.scrolling(label)}
        tabIndex={0}
        onKeyDown={cells.onKeyDown}
      >
        <Table
          size="small"
          stickyHeader
          aria-label={label}
          aria-rowcount={shown.length + 1 + (openAt < 0 ? 0 : 1)}
          role="table"
          // The styles of cards and paper come last, because they replace the widths.
          sx={{
            width: tableWidth(columns, widths, controls),
            minWidth: minTableWidth(columns, widths, controls),
            ...TABLE,
          }}
        >
          <TableHeader
            table={table}
            widths={widths}
            selectAll={selection?.all}
            filters={columnFiltersOf(props)}
            opens={detail !== undefined}
          />
          <TableBody role="rowgroup">
            <Spacer height={virtual.before} columns={span} />
            {virtual.items.map(({ index }, at) => {
              const row = visible[at];
              if (!row) return null;
              const { original } = row;
              const id = idAt(index);
              const content = rowCells(row, columns);
              return (
                <DataTableRow
                  key={id}
                  name={nameOf(content, props.nameColumn) ?? id}
                  index={index}
                  below={openAt >= 0 && index > openAt}
                  cells={content}
                  selected={selection?.has(id) ?? false}
                  onSelect={selection && ((on) => selection.select([id], on))}
                  detail={detail && (() => detail(original))}
                  open={index === openAt}
                  cardHeight={height}
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
              words={shown.length > 0 ? undefined : rows?.length === 0 ? props.empty : (props.noMatch ?? words.noMatch)}
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

function columnFiltersOf<T extends RowData>(props: DataTableProps<T>): ColumnFilters | undefined {
  const { filteredColumns, filters = {}, onFilter, onText } = props;
  if (filteredColumns === undefined || onFilter === undefined) return undefined;
  return { columns: filteredColumns, texts: filters, onChange: onFilter, focusShortcut: onText === undefined };
}
