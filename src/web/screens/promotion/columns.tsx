/**
 * The columns that status and promotion tables share.
 *
 *   dateColumn
 *   nameColumn     the set or pack, with its history, and where it is being promoted to
 */
import Chip from '@mui/material/Chip';
import type { Area } from '../../../contract/index.ts';
import { AREA_NAMES } from '../../areas/areas.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { formatDate } from '../../ui/dates.ts';
import type { ContentKind } from './content.ts';
import { HistoryButton } from './HistoryButton.tsx';

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

export const nameColumn = <T extends { underWay?: readonly Area[] | undefined }>(
  kind: ContentKind,
  key: keyof T & string,
  header: string,
): Column<T> => ({
  id: key,
  accessorFn: (row) => row[key],
  header,
  sortFn: 'basic',
  cell: (cell) => (
    <>
      {String(cell.getValue())}
      <HistoryButton content={{ kind, key: String(cell.getValue()) }} />
      {cell.row.original.underWay?.map((area) => (
        <Chip
          key={area}
          size="small"
          color="info"
          variant="outlined"
          label={`to ${AREA_NAMES[area]} …`}
          sx={{ ml: 0.5 }}
        />
      ))}
    </>
  ),
  text: (row) => String(row[key]),
});
