/** Status of static image packs (/status/static, 2.7). */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { StaticPackStatus } from '../../../contract/index.ts';
import { passesDates, passesName, waitsFor } from '../../../engine/promotionStatus.ts';
import { api } from '../../api/api.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { failureOf } from '../../ui/failure.ts';
import { FilterField } from '../../ui/TableBar.tsx';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { nameColumn, promotionColumn, uploadColumn } from './columns.tsx';
import { DateFields } from './DateFields.tsx';
import type { StatusSearch } from './search.ts';
import { useSorting } from './useSorting.ts';
import { WaitingFilter } from './WaitingFilter.tsx';

const route = getRouteApi('/status/static');
const COLUMNS: Column<StaticPackStatus>[] = [
  { accessorKey: 'status', header: 'Status', sortFn: 'basic' },
  uploadColumn('Upload'),
  nameColumn('static', 'fileName', 'Static Image Pack'),
  promotionColumn('preprod', 'last Promotion to Pre-Prod'),
  promotionColumn('prod', 'last Promotion to Prod'),
];

export function StatusStatic() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (part: Partial<StatusSearch>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  const [sorting, setSorting] = useSorting(search, change);
  const status = useQuery({ queryKey: ['staticStatus'], queryFn: ({ signal }) => api().staticStatus({ signal }) });
  useJobChanges(['staticStatus']);
  useFailureNotice(status.error, 'load static file info');
  const { name = '', from, to, waits } = search;
  const passing = useMemo(
    () => status.data?.filter((row) => passesName(row.fileName, name) && passesDates(row.lastModifiedDate, from, to)),
    [status.data, name, from, to],
  );
  const rows = useMemo(() => (waits ? passing?.filter((row) => waitsFor(row) === waits) : passing), [passing, waits]);
  return (
    <>
      <ScreenBar title="Status of static image packs" />
      <Stack
        direction="row"
        useFlexGap
        spacing={2}
        sx={{ px: 2, py: 1.5, flexWrap: 'wrap', bgcolor: 'background.paper' }}
      >
        <FilterField
          label="Static Image Pack"
          value={name}
          onChange={(next) => change({ name: next || undefined })}
          slash
          width={240}
        />
        <DateFields from={from} to={to} onChange={change} labels={['From Date', 'To Date']} />
        <Button
          size="medium"
          onClick={() => change({ name: undefined, from: undefined, to: undefined, waits: undefined })}
        >
          Reset
        </Button>
        <WaitingFilter rows={passing} value={waits} onChange={(next) => change({ waits: next })} />
      </Stack>
      <DataTable
        label="Static image packs"
        rows={rows}
        columns={COLUMNS}
        rowId={(row) => row.fileName}
        sorting={sorting}
        onSorting={setSorting}
        widths={{ status: 110 }}
        failure={failureOf(status)}
        empty="No data matching the filters"
        exportName="StaticImagePacks"
      />
    </>
  );
}
