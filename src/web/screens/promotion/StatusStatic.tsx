/** Status of static image packs (/status/static, 2.7). */
import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { StaticPackStatus } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { nameColumn, promotionColumn, uploadColumn } from './columns.tsx';
import { NewerUpload, newerUploadText } from './NewerUpload.tsx';
import { StatusScreen } from './StatusScreen.tsx';
import type { StatusSearch } from './search.ts';

const route = getRouteApi('/status/static');
const QUERY = ['staticStatus'];
const WIDTHS = { status: 150 };
const STATES = { LIVE: 'LIVE', READING: 'READING', REFUSED: 'REFUSED', UNUSED: 'NOT IN USE' } as const;
const NOTHING = 'No data matching the filters';
const keyOf = (row: StaticPackStatus) => row.fileName;
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
  const navigate = route.useNavigate();
  const change = useCallback(
    (part: Partial<StatusSearch>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  return (
    <StatusScreen
      title="Status of static image packs"
      nameLabel="Static Image Pack"
      queryKey={QUERY}
      load={(signal) => api().staticStatus({ signal })}
      action="load static file info"
      search={route.useSearch()}
      onChange={change}
      label="Static image packs"
      columns={COLUMNS}
      rowId={keyOf}
      widths={WIDTHS}
      empty={NOTHING}
      exportName="StaticImagePacks"
    />
  );
}
