/**
 * Tables as Excel files, written in the browser. Loaded for the first export.
 *
 *   saveSheet
 */
import { writeXlsx } from 'hucre/xlsx';
import { screenTime } from '../../engine/screenTime.ts';
import { save } from './save.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface SheetColumn {
  header: string;
  /** characters */
  width?: number;
  hidden?: boolean;
}
/** `hyperlink` is an address */
export type SheetCell = string | number | { text: string; hyperlink: string };

/** Saves a file with one sheet, named after the sheet and the time. */
export async function saveSheet(
  name: string,
  columns: readonly SheetColumn[],
  rows: readonly (readonly SheetCell[])[],
): Promise<void> {
  const bytes = await writeXlsx({
    sheets: [
      {
        name,
        columns: columns.map((column, index) => ({ ...column, key: String(index) })),
        data: rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [String(index), cell]))),
      },
    ],
  });
  const time = screenTime(new Date()).replaceAll(':', '-');
  save(new Blob([bytes as BlobPart], { type: TYPE }), `${name}${time}.xlsx`);
}
