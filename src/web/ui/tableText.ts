/**
 * The texts of a table's cells: for filters, which search what is shown (a date as displayed, not as sent), and for the
 * export.
 *
 *   TextColumn     what is needed of a column
 *   columnId, rawValue, cellText
 *   exportValue    numbers stay numbers, anything else is the cell's text
 *   matchingRows   the rows that match the free text and the columns' texts
 */
export interface TextColumn<T> {
  id?: string | undefined;
  accessorKey?: unknown;
  accessorFn?: ((row: T, index: number) => unknown) | undefined;
  header?: unknown;
  /** what is shown in the cell, if that is not the value itself */
  text?: ((row: T) => string) | undefined;
}

export const columnId = <T>(column: TextColumn<T>): string => column.id ?? String(column.accessorKey ?? '');

/** The value that a column takes from a row, before it is written as text. */
export function rawValue<T>(column: TextColumn<T>, row: T): unknown {
  if (column.accessorFn) return column.accessorFn(row, 0);
  return column.accessorKey === undefined ? undefined : row[column.accessorKey as keyof T];
}

export function cellText<T>(column: TextColumn<T>, row: T): string {
  if (column.text) return column.text(row);
  const value = rawValue(column, row);
  return value === undefined || value === null ? '' : String(value);
}

export function exportValue<T>(column: TextColumn<T>, row: T): string | number {
  const value = rawValue(column, row);
  return typeof value === 'number' ? value : cellText(column, row);
}

/** Texts in lower case, cached as long as their rows exist: formatting them (above all dates) takes longer than searching. */
const cache = new WeakMap<readonly object[], Map<object, readonly string[]>>();

function searchTexts<T extends object>(column: TextColumn<T>, rows: readonly T[]): readonly string[] {
  const ofRows = cache.get(rows) ?? new Map<object, readonly string[]>();
  cache.set(rows, ofRows);
  const texts = ofRows.get(column) ?? rows.map((row) => cellText(column, row).toLowerCase());
  ofRows.set(column, texts);
  return texts;
}

/**
 * @param text free text, found in any column
 * @param byColumn column id -> text, found in that column
 * Case and outer blanks are ignored; an empty text matches everything; all texts must be found.
 */
export function matchingRows<T extends object>(
  rows: readonly T[],
  columns: readonly TextColumn<T>[],
  text: string,
  byColumn: Readonly<Record<string, string>>,
): readonly T[] {
  const free = text.trim().toLowerCase();
  const own = columns.flatMap((column) => {
    const wanted = (byColumn[columnId(column)] ?? '').trim().toLowerCase();
    return wanted === '' ? [] : [{ texts: searchTexts(column, rows), wanted }];
  });
  if (free === '' && own.length === 0) return rows;
  const all = free === '' ? [] : columns.map((column) => searchTexts(column, rows));
  return rows.filter(
    (_, at) =>
      own.every(({ texts, wanted }) => texts[at]?.includes(wanted)) &&
      (free === '' || all.some((texts) => texts[at]?.includes(free))),
  );
}
