/** Promote static image packs (/promote/static, 2.8): one request for each selected pack. */
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { StaticPackStatus } from '../../../contract/index.ts';
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

const route = getRouteApi('/promote/static');
const QUERY = ['staticStatus'];
const NONE: ReadonlySet<string> = new Set();
const keyOf = (row: StaticPackStatus) => row.fileName;
const DIRECTIONS: readonly (readonly [Direction, string])[] = [
  ['embargo-preprod', 'Embargo -> Pre-Production'],
  ['embargo-prod', 'Embargo -> Production'],
];
const COLUMNS: Column<StaticPackStatus>[] = [
  nameColumn('static', 'fileName', 'Static Image Pack Name'),
  uploadColumn('Last upload'),
  promotionColumn('preprod', 'Last promotion to pre-prod'),
  promotionColumn('prod', 'Last promotion to prod'),
];

export function PromoteStatic() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (part: Partial<PromoteSearch>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  const [sorting, setSorting] = useSorting(search, change);
  const [selected, setSelected] = useState(NONE);
  const [asked, setAsked] = useState(false);
  const send = usePromotion(QUERY);
  const status = useQuery({ queryKey: QUERY, queryFn: ({ signal }) => api().staticStatus({ signal }) });
  useJobChanges(QUERY);
  useFailureNotice(status.error, 'get static file info');
  const { source, target } = splitDirection(search.direction === 'embargo-prod' ? 'embargo-prod' : 'embargo-preprod');

  const { name = '', from, to, notPromoted = true, toPreProd = true, toProd = true } = search;
  const rows = useMemo(
    () =>
      status.data?.filter(
        (row) =>
          passesName(row.fileName, name) &&
          passesDates(row.lastModifiedDate, from, to) &&
          passesStatus(promotionState(row), { notPromoted, toPreProd, toProd }),
      ),
    [status.data, name, from, to, notPromoted, toPreProd, toProd],
  );
  const names = useMemo(() => (status.data ?? []).map((row) => row.fileName), [status.data]);
  const chosen = (rows ?? []).map((row) => row.fileName).filter((fileName) => selected.has(fileName));
  const promote = async (note: string | undefined) => {
    setAsked(false);
    for (const fileName of chosen) {
      await send(
        () => api().promoteStatic({ body: { fileName, source, target, note } }),
        notices.staticPromotionCreated(fileName),
        failing.promote(fileName, source, target),
      );
    }
    setSelected(NONE);
  };
  return (
    <>
      <ScreenBar title="Promote static image packs" area={target} />
      <PromoteFilters
        legend="Direction"
        directions={DIRECTIONS}
        search={search}
        onChange={change}
        nameLabel="Enter Static Image Pack Name"
        names={names}
        onReset={() => {
          setSelected(NONE);
          void navigate({ search: {}, replace: true });
        }}
      >
        <Button variant="contained" size="medium" disabled={chosen.length === 0} onClick={() => setAsked(true)}>
          Promote
        </Button>
      </PromoteFilters>
      <DataTable
        label="Static image packs"
        rows={rows}
        columns={COLUMNS}
        rowId={keyOf}
        sorting={sorting}
        onSorting={setSorting}
        selected={selected}
        onSelected={setSelected}
        failure={failureOf(status)}
        empty={status.data?.length === 0 ? 'No static pack yet. Upload one.' : 'No data matching the filters'}
      />
      {asked && (
        <PromoteDialog
          kind="static"
          keys={chosen}
          source={source}
          target={target}
          what="all"
          onPromote={(note) => void promote(note)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
