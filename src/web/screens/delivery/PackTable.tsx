/** The packs and their states. The list follows the jobs while packs are read. */
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { AREA_NAMES, type Pack } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { type Column, DATE_WIDTH, dateColumn, FILE_NAME_WIDTH, sizeColumn } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableState } from '../../ui/useTableState.ts';
import { ProblemsDialog } from './ProblemsDialog.tsx';

const route = getRouteApi('/upload');
const NEWEST_FIRST = '-lastModifiedDate';
const STATES = {
  received: { label: 'received', color: 'default' },
  reading: { label: 'reading', color: 'info' },
  live: { label: 'live', color: 'success' },
  refused: { label: 'refused', color: 'error' },
  unused: { label: 'not in use', color: 'default' },
} as const;
const WAITING = { label: 'waiting', color: 'warning' } as const;
const WIDTHS = {
  state: 110,
  type: 120,
  sets: 190,
  size: 110,
  lastModifiedDate: DATE_WIDTH,
  uploadedBy: 120,
  problems: 110,
};

const stateOf = ({ state, waitsFor }: Pack) => (waitsFor === undefined ? STATES[state] : WAITING);

const columnsFor = (showProblems: (fileName: string) => void): Column<Pack>[] => [
  {
    accessorKey: 'state',
    header: 'State',
    text: (pack) =>
      [stateOf(pack).label, pack.areas.map((area) => AREA_NAMES[area]).join(', ')].filter(Boolean).join(' in '),
    sortFn: 'basic',
    cell: ({ row: { original } }) => {
      const { label, color } = stateOf(original);
      const percent = original.progress === undefined ? '' : ` ${original.progress} %`;
      return <Chip size="small" variant="outlined" label={label + percent} color={color} />;
    },
  },
  { accessorKey: 'fileName', header: 'Pack', minWidth: FILE_NAME_WIDTH },
  { accessorKey: 'type', header: 'Type', sortFn: 'basic' },
  { id: 'sets', header: 'Sets', accessorFn: ({ disIds }) => disIds.join(', '), sortFn: 'basic' },
  sizeColumn(),
  dateColumn('lastModifiedDate', 'Uploaded', ({ lastModifiedDate }) => lastModifiedDate),
  { accessorKey: 'uploadedBy', header: 'By' },
  {
    id: 'problems',
    header: 'Problems',
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.waitsFor !== undefined ? (
        <Button color="warning" onClick={() => showProblems(original.fileName)}>
          Show why
        </Button>
      ) : (
        original.problemCount > 0 && (
          <Button color="error" onClick={() => showProblems(original.fileName)}>
            Show {formatNumber(original.problemCount)}
          </Button>
        )
      ),
  },
];

export function PackTable() {
  const [search, change] = useRouteSearch(route);
  const navigate = route.useNavigate();
  const packs = useTableRows({
    queryKey: ['packs'],
    load: (signal) => api().packs({ signal }),
    action: 'load packs',
    followsJobs: true,
  });
  const showProblems = useCallback(
    (fileName: string) => void navigate({ search: (before) => ({ ...before, problems: fileName }) }),
    [navigate],
  );
  const columns = useMemo(() => columnsFor(showProblems), [showProblems]);
  const shown = packs.rows?.find(
    (pack) => pack.fileName === search.problems && (pack.problemCount > 0 || pack.waitsFor !== undefined),
  );
  return (
    <>
      <DataTable
        {...useTableState(search, change, NEWEST_FIRST)}
        label="Packs"
        rows={packs.rows}
        rowId={(pack) => `${pack.fileName} ${pack.lastModifiedDate}`}
        failure={packs.failure}
        columns={columns}
        widths={WIDTHS}
        filterLabel="Filter packs"
        exportName="Packs"
        empty="No pack uploaded yet. Choose zip files above."
      />
      {shown && <ProblemsDialog pack={shown} onClose={() => change({ problems: undefined })} />}
    </>
  );
}
