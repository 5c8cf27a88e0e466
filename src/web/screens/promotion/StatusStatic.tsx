/** Status of static image packs (/status/static, 2.7). */
import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import type { StaticPackStatus } from '../../../contract/index.ts';
import type { Column } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { nameColumn, promotionColumn, uploadColumn } from './columns.tsx';
import { STATIC_PACKS } from './lists.ts';
import { NewerUpload, newerUploadText } from './NewerUpload.tsx';
import { StatusScreen } from './StatusScreen.tsx';

const route = getRouteApi('/status/static');
const WIDTHS = { status: 150 };
const STATES = { LIVE: 'LIVE', READING: 'READING', REFUSED: 'REFUSED', UNUSED: 'NOT IN USE' } as const;
const COLUMNS: Column<StaticPackStatus>[] = [
  {
    accessorKey: 'status',
    header: 'Status',
    sortFn: 'basic',
    text: (row) => [STATES[row.status], newerUploadText(row)].filter((text) => text !== '').join(', '),
    cell: ({ row: { original } }) => (
      <>
        <Box component="span" sx={{ display: 'block', lineHeight: '14px' }}>
          {STATES[original.status]}
        </Box>
        <NewerUpload row={original} />
      </>
    ),
  },
  uploadColumn('Upload'),
  nameColumn('static', 'fileName', 'Static Image Pack'),
  promotionColumn('preprod', 'last Promotion to Pre-Prod'),
  promotionColumn('prod', 'last Promotion to Prod'),
];

export function StatusStatic() {
  const [search, change] = useRouteSearch(route);
  return (
    <StatusScreen
      list={STATIC_PACKS}
      title="Status of static image packs"
      nameLabel="Static Image Pack"
      action="load static file info"
      search={search}
      onChange={change}
      columns={COLUMNS}
      widths={WIDTHS}
      empty="No data matching the filters"
      exportName="StaticImagePacks"
    />
  );
}
