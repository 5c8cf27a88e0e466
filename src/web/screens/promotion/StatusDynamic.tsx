/** Status of dynamic image sets (/status/dynamic, 2.6). */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { SetStatus } from '../../../contract/index.ts';
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
import { SetDetailsPanel } from './SetDetailsPanel.tsx';
import type { StatusSearch } from './search.ts';
import { useSorting } from './useSorting.ts';
import { WaitingFilter } from './WaitingFilter.tsx';

const route = getRouteApi('/status/dynamic');
const COLUMNS: Column<SetStatus>[] = [
  uploadColumn('Upload'),
  nameColumn('dis', 'disId', 'Dynamic Image Set'),
  promotionColumn('preprod', 'last Promotion to Pre-Prod'),
  promotionColumn('prod', 'last Promotion to Prod'),
];

export function StatusDynamic() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (part: Partial<StatusSearch>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  const [sorting, setSorting] = useSorting(search, change);
  const status = useQuery({ queryKey: ['shortStatus'], queryFn: ({ signal }) => api().shortStatus({ signal }) });
  useJobChanges(['shortStatus']);
  useFailureNotice(status.error, 'load status');
  const { name = '', from, to, waits } = search;
  const passing = useMemo(
    () => status.data?.filter((row) => passesName(row.disId, name) && passesDates(row.lastModifiedDate, from, to)),
    [status.data, name, from, to],
  );
  const rows = useMemo(() => (waits ? passing?.filter((row) => waitsFor(row) === waits) : passing), [passing, waits]);
  return (
    <>
      <ScreenBar title="Status of dynamic image sets" />
      <Stack
        direction="row"
        useFlexGap
        spacing={2}
        sx={{ px: 2, py: 1.5, flexWrap: 'wrap', bgcolor: 'background.paper' }}
      >
        <FilterField
          label="Dynamic Image Set"
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
        label="Dynamic image sets"
        rows={rows}
        columns={COLUMNS}
        rowId={(row) => row.disId}
        sorting={sorting}
        onSorting={setSorting}
        open={search.open ?? ''}
        onOpen={(open) => change({ open: open || undefined })}
        detail={(row) => <SetDetailsPanel disId={row.disId} />}
        failure={failureOf(status)}
        empty={status.data?.length === 0 ? 'No image set yet. Upload a delivery pack.' : 'No data matching the filters'}
        exportName="DynamicImageSets"
      />
    </>
  );
}
