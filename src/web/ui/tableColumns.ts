/**
 * The columns of tables: what a column is, kinds that many tables have, and how wide they are.
 *
 *   Column
 *   dateColumn, sizeColumn
 *   DATE_WIDTH             CSS width of a column of dates
 *   FILE_NAME_WIDTH        least CSS width of a column of file names
 *   CONTROL_WIDTH          of the columns for checkboxes and for opening a row, pixels
 *   minTableWidth          the CSS width below which a table scrolls
 *   FORM_ROW               a line of the form above a table with percentages
 *   tableWidth             its CSS width where it need not scroll
 *   cardHeight             of a row that is shown as a card, pixels
 *   CARD_LINE              of a cell in a card, pixels
 *   TABLE_FEATURES         what the table library does for us
 */
import { type ColumnDef, type RowData, rowSortingFeature, sortFns, tableFeatures } from '@tanstack/react-table';
import { widgetTexts } from '../texts/widgets.ts';
import { formatBytes } from './bytes.ts';
import { formatDate } from './dates.ts';
import { columnId, type TextColumn } from './tableText.ts';

export const TABLE_FEATURES = tableFeatures({
  rowSortingFeature,
  sortFns: { alphanumeric: sortFns.alphanumeric, basic: sortFns.basic, text: sortFns.text },
});
export type TableFeatures = typeof TABLE_FEATURES;
// biome-ignore lint/suspicious/noExplicitAny: a column's value type differs from column to column
export type Column<T extends RowData> = ColumnDef<TableFeatures, T, any> & {
  /** the cell's text, if that is not the value itself: it is shown, filtered by, copied and exported */
  text?: (row: T) => string;
  /** CSS width that its cells need, however narrow the window is: the table scrolls then */
  minWidth?: string;
};

export const CONTROL_WIDTH = 48;
/** of a column without a width of its own, pixels */
const MIN_WIDTH = 120;
/** The same, at most: the eye must find the next cell of its row in a window of any width. */
const MAX_WIDTH = 560;
/** of a table with percentages, pixels */
const PERCENTAGES_WIDTH = 1600;
/** A line of a form above such a table, with buttons at its end, where the last column ends. */
export const FORM_ROW = { maxWidth: PERCENTAGES_WIDTH - 2 * 16 } as const;
/** Wide enough for a date in any font: 14 digits and 6 narrow characters. `ch` is the width of a 0 in the head. */
export const DATE_WIDTH = 'calc(18ch + 28px)';
/** Fits most names of packs and configuration files. */
export const FILE_NAME_WIDTH = '260px';

/** @param none shown if there is no date */
export const dateColumn = <T extends RowData>(
  id: string,
  header: string,
  dateOf: (row: T) => string | null,
  none = '',
): Column<T> => ({
  id,
  accessorFn: dateOf,
  header,
  sortFn: 'basic',
  text: (row) => formatDate(dateOf(row)) || none,
});

export const sizeColumn = <T extends RowData & { size: number }>(): Column<T> => ({
  id: 'size',
  accessorFn: (row) => row.size,
  header: widgetTexts.table.size,
  sortFn: 'basic',
  text: (row) => formatBytes(row.size),
});

export const CARD_LINE = 40;
/** above and below a card's lines together, with its edge, pixels */
const CARD_PADDING = 17;
/** Space for the buttons that select and open a row, one below the other, pixels. */
const MIN_CARD_HEIGHT = 92;

/** @param rowHeight of a row in a wide window, which one of the cells may need */
export const cardHeight = (columns: number, rowHeight: number): number =>
  Math.max(MIN_CARD_HEIGHT, (columns - 1) * CARD_LINE + Math.max(CARD_LINE, rowHeight) + CARD_PADDING);

/**
 * A column without a width of its own still gets what its cells need, or enough for a few words: in a narrow window the
 * table scrolls. Such columns share equally what the others leave, so each counts as much as the widest of them. A column
 * with a percentage needs a table of which that percentage is wide enough.
 */
export function minTableWidth<T extends RowData>(
  columns: readonly Column<T>[],
  widths: Readonly<Record<string, string | number>> | undefined,
  controls: number,
): string {
  const needs = columns.map((column) => ({
    width: widths?.[columnId(column as TextColumn<T>)],
    min: column.minWidth ?? `${MIN_WIDTH}px`,
  }));
  const sharing = needs.filter(({ width }) => width === undefined).map(({ min }) => min);
  const given = needs.map(({ width, min }) => {
    if (typeof width === 'number') return `${width}px`;
    if (width === undefined) return `max(${sharing.join(', ')})`;
    return width.endsWith('%') ? min : width;
  });
  const percentages = needs.flatMap(({ width, min }) =>
    typeof width === 'string' && width.endsWith('%') ? [`calc(${min} * ${100 / Number.parseFloat(width)})`] : [],
  );
  return `max(${[[...given, `${controls * CONTROL_WIDTH}px`].join(' + '), ...percentages].join(', ')})`;
}

/** A column without a width of its own has at most a line of text. A column with a percentage
 * has it of the window, or of a table in which the eye still finds the next cell. */
export function tableWidth<T extends RowData>(
  columns: readonly Column<T>[],
  widths: Readonly<Record<string, string | number>> | undefined,
  controls: number,
): string {
  const parts = columns.map((column) => {
    const width = widths?.[columnId(column as TextColumn<T>)];
    if (width === undefined) return `max(${MAX_WIDTH}px, ${column.minWidth ?? '0px'})`;
    return typeof width === 'number' ? `${width}px` : width;
  });
  if (parts.some((part) => part.endsWith('%'))) return `min(100%, ${PERCENTAGES_WIDTH}px)`;
  return `min(100%, ${[...parts, `${controls * CONTROL_WIDTH}px`].join(' + ')})`;
}
