/**
 * A table's rows as an Excel file. Loaded for the first export.
 *
 *   exportTable
 */
import { saveSheet } from './excel.ts';
import { columnId, exportValue, type TextColumn } from './tableText.ts';

/**
 * Columns without a value, such as those of buttons, are left out.
 * @param name of the sheet and the file
 */
export async function exportTable<T>(
  name: string,
  columns: readonly TextColumn<T>[],
  rows: readonly T[],
): Promise<void> {
  const withValue = columns.filter((column) => columnId(column) !== '' && (column.accessorFn ?? column.accessorKey));
  await saveSheet(
    name,
    withValue.map((column) => ({ header: typeof column.header === 'string' ? column.header : columnId(column) })),
    rows.map((row) => withValue.map((column) => exportValue(column, row))),
  );
}
