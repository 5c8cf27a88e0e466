/** Promote dynamic image sets (/promote/dynamic, 2.8). */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { SetStatus } from '../../../contract/index.ts';
import { passesDates, passesName, passesStatus, promotionState } from '../../../engine/promotionStatus.ts';
import { api } from '../../api/api.ts';
import { AREA_NAMES } from '../../areas/areas.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { dateColumn } from './columns.tsx';
import { type Direction, PromoteFilters } from './PromoteFilters.tsx';
import type { PromoteSearch } from './search.ts';
import { splitDirection, usePromotion } from './usePromotion.ts';
import { useSorting } from './useSorting.ts';

const route = getRouteApi('/promote/dynamic');
const QUERY = ['shortStatus'];
const DIRECTIONS: readonly (readonly [Direction, string])[] = [
  ['embargo-preprod', 'Embargo to Pre-Production'],
  ['embargo-prod', 'Embargo to Production'],
  ['preprod-prod', 'Pre-Production to Production'],
];
const WIDTHS = {
  disId: '16%',
  lastModifiedDate: '16%',
  lastPreprodPromoteDate: '16%',
  lastProdPromoteDate: '16%',
  all: '16%',
  meta: '16%',
};

export function PromoteDynamic() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (part: Partial<PromoteSearch>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  const [sorting, setSorting] = useSorting(search, change);
  const [asked, setAsked] = useState<{ disId: string; what: 'all' | 'metadata' }>();
  const send = usePromotion(QUERY);
  const status = useQuery({ queryKey: QUERY, queryFn: ({ signal }) => api().shortStatus({ signal }) });
  useFailureNotice(status.error, 'get status');
  const { source, target } = splitDirection(search.direction ?? 'embargo-preprod');

  const { name = '', from, to, notPromoted = true, toPreProd = true, toProd = true } = search;
  const rows = useMemo(
    () =>
      status.data?.filter(
        (row) =>
          passesName(row.disId, name) &&
          passesDates(row.lastModifiedDate, from, to) &&
          passesStatus(promotionState(row), { notPromoted, toPreProd, toProd }),
      ),
    [status.data, name, from, to, notPromoted, toPreProd, toProd],
  );
  const names = useMemo(() => (status.data ?? []).map((row) => row.disId), [status.data]);
  const columns = useMemo(
    (): Column<SetStatus>[] => [
      { accessorKey: 'disId', header: 'Dynamic Image Set Id', sortFn: 'basic' },
      dateColumn('lastModifiedDate', 'Last upload'),
      dateColumn('lastPreprodPromoteDate', 'Last promotion to pre-prod'),
      dateColumn('lastProdPromoteDate', 'Last promotion to prod'),
      ...(['all', 'metadata'] as const).map(
        (what): Column<SetStatus> => ({
          id: what === 'all' ? 'all' : 'meta',
          header: what === 'all' ? 'Promote All' : 'Promote Meta',
          enableSorting: false,
          cell: ({ row }) => (
            <Button variant="outlined" onClick={() => setAsked({ disId: row.original.disId, what })}>
              {what === 'all' ? 'Promote All' : 'Promote Meta'}
            </Button>
          ),
        }),
      ),
    ],
    [],
  );
  const promote = async () => {
    if (!asked) return;
    const { disId, what } = asked;
    setAsked(undefined);
    const args = { params: { id: disId }, body: { disId, source, target } };
    if (what === 'all') {
      const action = `promote ${disId} from ${source} to ${target}`;
      await send(() => api().promote(args), `Promotion request for ${disId} created`, action);
    } else {
      const action = `promote metadata for ${disId} from ${source} to ${target}`;
      await send(() => api().promoteMetadata(args), `Metadata Promotion for ${disId} done`, action);
    }
  };
  return (
    <>
      <ScreenBar title="Promote dynamic image sets" area={target} />
      <PromoteFilters
        legend="From area to area"
        directions={DIRECTIONS}
        search={search}
        onChange={change}
        nameLabel="Enter Dynamic Image Set Id"
        names={names}
        onReset={() => void navigate({ search: {}, replace: true })}
      />
      <DataTable
        label="Dynamic image sets"
        rows={rows}
        columns={columns}
        rowId={(row) => row.disId}
        sorting={sorting}
        onSorting={setSorting}
        widths={WIDTHS}
        failure={status.error ? { text: status.error.message, retry: () => void status.refetch() } : undefined}
        empty={status.data?.length === 0 ? 'No image set yet. Upload a delivery pack.' : 'No data matching the filters'}
      />
      {asked && (
        <ConfirmDialog
          title={`Promote ${asked.what === 'all' ? '' : 'metadata of '}${asked.disId}`}
          confirm={`Promote to ${AREA_NAMES[target]}`}
          danger={target === 'prod'}
          onConfirm={() => void promote()}
          onClose={() => setAsked(undefined)}
        >
          <Typography>
            {asked.what === 'all'
              ? `${AREA_NAMES[target]} will show exactly what ${AREA_NAMES[source]} shows of ${asked.disId} now: pictures, layers, rules, versions and features.`
              : `${AREA_NAMES[target]} will take versions, features, layers and rules of ${asked.disId} from ${AREA_NAMES[source]} and keep its own pictures.`}
          </Typography>
        </ConfirmDialog>
      )}
    </>
  );
}
