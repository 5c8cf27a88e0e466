/** How much space each image set and static pack takes, the largest first. */
import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import { AREA_NAMES, AREAS, type StoredSet } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { CarCell } from '../../areas/cars.tsx';
import { storageTexts as texts } from '../../texts/storage.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { SetLink } from '../../ui/SetLink.tsx';
import type { Column } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableState } from '../../ui/useTableState.ts';

const route = getRouteApi('/admin/storage');
/** Two lines of 14 and 13 pixels fit into a row without enlarging it. */
const LINE = { display: 'flex', lineHeight: '14px' } as const;
type Size = Exclude<keyof StoredSet, 'kind' | 'key'>;

const sizeColumn = (id: Size, header: string): Column<StoredSet> => ({
  id,
  accessorFn: (row) => row[id],
  header,
  sortFn: 'basic',
  text: (row) => (row[id] === 0 ? '' : texts.bytes(row[id])),
});
const COLUMNS: Column<StoredSet>[] = [
  {
    accessorKey: 'key',
    header: texts.sets.columns.key,
    minWidth: 'calc(16ch + 76px)',
    sortFn: 'basic',
    cell: ({ row: { original } }) =>
      original.kind === 'dis' ? (
        <CarCell disId={original.key}>
          <Box component="span" sx={LINE}>
            <SetLink disId={original.key} />
          </Box>
        </CarCell>
      ) : (
        original.key
      ),
  },
  sizeColumn('shown', texts.sets.columns.shown),
  ...AREAS.map((area) => sizeColumn(area, AREA_NAMES[area])),
  sizeColumn('shared', texts.sets.columns.shared),
  sizeColumn('older', texts.sets.columns.older),
];
const WIDTHS = { shown: 120, embargo: 120, preprod: 120, prod: 120, shared: 160, older: 130 };

export function StoredSets() {
  const [search, change] = useRouteSearch(route);
  const { rows, failure } = useTableRows({
    queryKey: ['storage', 'sets'],
    load: (signal) => api().storedSets({ signal }),
    action: 'load the storage',
    followsJobs: true,
  });
  return (
    <DataTable
      {...useTableState(search, change, '-shown')}
      label={texts.sets.table}
      rows={rows}
      rowId={({ kind, key }) => `${kind} ${key}`}
      failure={failure}
      columns={COLUMNS}
      widths={WIDTHS}
      filterLabel={texts.sets.filter}
      exportName="Storage"
      empty={texts.sets.empty}
    />
  );
}
