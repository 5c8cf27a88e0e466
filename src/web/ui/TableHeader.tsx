/** The head of a table: titles to sort by, boxes to filter single columns, and a checkbox that selects all rows. */
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { ReactTable, RowData } from '@tanstack/react-table';
import { CARDS } from '../app/theme.ts';
import { widgetTexts } from '../texts/widgets.ts';
import { FilterField } from './FilterField.tsx';
import { CONTROL_WIDTH, type TableFeatures } from './tableColumns.ts';

const { table: texts } = widgetTexts;
const CONTROL = {
  bgcolor: 'background.paper',
  width: CONTROL_WIDTH,
  textAlign: 'center',
  [CARDS]: { '&&': { position: 'static', border: 0 } },
} as const;

/** Whether all rows, some or none are selected, and what changes that. */
export interface SelectAll {
  readonly state: 'all' | 'some' | 'none';
  readonly disabled: boolean;
  readonly onChange: (selected: boolean) => void;
}

export interface ColumnFilters {
  /** ids of the columns that have a box */
  readonly columns: readonly string[];
  /** column id -> text */
  readonly texts: Readonly<Record<string, string>>;
  readonly onChange: (column: string, text: string) => void;
  /** whether the key / focuses the first box */
  readonly focusShortcut: boolean;
}

export function TableHeader<T extends RowData>({
  table,
  widths,
  selectAll,
  filters,
  opens,
}: {
  table: ReactTable<TableFeatures, T>;
  /** column id -> CSS width */
  widths: Readonly<Record<string, string | number>> | undefined;
  selectAll: SelectAll | undefined;
  filters: ColumnFilters | undefined;
  /** whether rows open: their buttons have a column */
  opens: boolean;
}) {
  return (
    <TableHead role="rowgroup">
      {table.getHeaderGroups().map((group) => (
        <TableRow key={group.id} role="row" sx={{ [CARDS]: { '&&': { display: 'flex', flexWrap: 'wrap', px: 1 } } }}>
          {selectAll && (
            <TableCell role="columnheader" padding="none" sx={CONTROL}>
              <Checkbox
                checked={selectAll.state === 'all'}
                indeterminate={selectAll.state === 'some'}
                disabled={selectAll.disabled}
                onChange={(event) => selectAll.onChange(event.target.checked)}
                slotProps={{ input: { 'aria-label': texts.selectAll } }}
              />
            </TableCell>
          )}
          {group.headers.map((header) => {
            const { id, columnDef } = header.column;
            const direction = header.column.getIsSorted();
            const title = <table.FlexRender header={header} />;
            return (
              <TableCell
                key={header.id}
                role="columnheader"
                sortDirection={direction}
                // Without it the search box would be part of the column's name. A column of buttons has no title.
                aria-label={typeof columnDef.header === 'string' ? columnDef.header || texts.actions : undefined}
                sx={{
                  bgcolor: 'background.paper',
                  width: widths?.[id],
                  ...(filters && { verticalAlign: 'top' }),
                  '@media print': { width: 'auto' },
                  [CARDS]: {
                    '&&': { width: 'auto', position: 'static', height: 'auto', px: 1, border: 0 },
                    '& .Mui-active .MuiTableSortLabel-icon': { mr: 0, flex: 'none' },
                  },
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
                {filters?.columns.includes(id) && (
                  <Box sx={{ pt: 0.75 }}>
                    <FilterField
                      label={texts.search(typeof columnDef.header === 'string' ? columnDef.header : id)}
                      value={filters.texts[id] ?? ''}
                      onChange={(text) => filters.onChange(id, text)}
                      focusShortcut={filters.focusShortcut && id === filters.columns[0]}
                    />
                  </Box>
                )}
              </TableCell>
            );
          })}
          {opens && <TableCell role="columnheader" padding="none" sx={CONTROL} aria-label={texts.details} />}
        </TableRow>
      ))}
    </TableHead>
  );
}
