/** The date columns that status and promotion tables share. */
import type { Column } from '../../ui/DataTable.tsx';
import { formatDate } from '../../ui/dates.ts';

interface Dated {
  lastModifiedDate: string;
  lastPreprodPromoteDate: string | null;
  lastProdPromoteDate: string | null;
}

export const dateColumn = <T extends Dated>(key: keyof Dated, header: string): Column<T> => ({
  id: key,
  accessorFn: (row) => row[key],
  header,
  sortFn: 'basic',
  cell: (cell) => formatDate(cell.getValue() as string | null),
  text: (row) => formatDate(row[key]),
});
