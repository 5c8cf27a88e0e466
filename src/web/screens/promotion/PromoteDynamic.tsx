/** Promote dynamic image sets (/promote/dynamic, 2.8). */
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { SetStatus } from '../../../contract/index.ts';
import { passesDates, passesName, passesStatus, promotionState } from '../../../engine/promotionStatus.ts';
import { api } from '../../api/api.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { failing, notices } from '../../texts/notices.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { failureOf } from '../../ui/failure.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { nameColumn, promotionColumn, uploadColumn } from './columns.tsx';
import { PromoteDialog } from './PromoteDialog.tsx';
import { type Direction, PromoteFilters } from './PromoteFilters.tsx';
import type { PromoteSearch } from './search.ts';
import { splitDirection, usePromotion } from './usePromotion.ts';
import { useSorting } from './useSorting.ts';

const route = getRouteApi('/promote/dynamic');
const QUERY = ['shortStatus'];
const NONE: ReadonlySet<string> = new Set();
const keyOf = (row: SetStatus) => row.disId;
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
  const [asked, setAsked] = useState<{ disIds: readonly string[]; what: 'all' | 'metadata' }>();
  const [selected, setSelected] = useState(NONE);
  const send = usePromotion(QUERY);
  const status = useQuery({ queryKey: QUERY, queryFn: ({ signal }) => api().shortStatus({ signal }) });
  useJobChanges(QUERY);
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
      nameColumn('dis', 'disId', 'Dynamic Image Set Id'),
      uploadColumn('Last upload'),
      promotionColumn('preprod', 'Last promotion to pre-prod'),
      promotionColumn('prod', 'Last promotion to prod'),
      ...(['all', 'metadata'] as const).map(
        (what): Column<SetStatus> => ({
          id: what === 'all' ? 'all' : 'meta',
          header: what === 'all' ? 'Promote All' : 'Promote Meta',
          enableSorting: false,
          cell: ({ row }) => (
            <Button variant="outlined" onClick={() => setAsked({ disIds: [row.original.disId], what })}>
              {what === 'all' ? 'Promote All' : 'Promote Meta'}
            </Button>
          ),
        }),
      ),
    ],
    [],
  );
  const chosen = (rows ?? []).map((row) => row.disId).filter((disId) => selected.has(disId));
  const promote = async (note: string | undefined) => {
    if (!asked) return;
    setAsked(undefined);
    for (const disId of asked.disIds) {
      const args = { params: { id: disId }, body: { disId, source, target, note } };
      if (asked.what === 'all') {
        const action = failing.promote(disId, source, target);
        await send(() => api().promote(args), notices.promotionCreated(disId), action);
      } else {
        const action = failing.promoteMetadata(disId, source, target);
        await send(() => api().promoteMetadata(args), notices.metadataPromoted(disId), action);
      }
    }
    setSelected(NONE);
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
        onReset={() => {
          setSelected(NONE);
          void navigate({ search: {}, replace: true });
        }}
      >
        <Button
          variant="contained"
          size="medium"
          disabled={chosen.length === 0}
          onClick={() => setAsked({ disIds: chosen, what: 'all' })}
        >
          Promote selected
        </Button>
      </PromoteFilters>
      <DataTable
        label="Dynamic image sets"
        rows={rows}
        columns={columns}
        rowId={keyOf}
        sorting={sorting}
        onSorting={setSorting}
        widths={WIDTHS}
        selected={selected}
        onSelected={setSelected}
        failure={failureOf(status)}
        empty={status.data?.length === 0 ? 'No image set yet. Upload a delivery pack.' : 'No data matching the filters'}
      />
      {asked && (
        <PromoteDialog
          kind="dis"
          keys={asked.disIds}
          source={source}
          target={target}
          what={asked.what}
          onPromote={(note) => void promote(note)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
