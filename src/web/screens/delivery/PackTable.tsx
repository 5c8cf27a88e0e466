/** The packs and their states. The list follows the jobs while packs are read. */
import Chip from '@mui/material/Chip';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { AREA_NAMES, type Pack } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { CarText } from '../../areas/cars.tsx';
import { uploadTexts as texts } from '../../texts/upload.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { RowButton } from '../../ui/RowButton.tsx';
import { type Column, DATE_WIDTH, dateColumn, FILE_NAME_WIDTH, sizeColumn } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableState } from '../../ui/useTableState.ts';
import { ProblemsDialog } from './ProblemsDialog.tsx';

const route = getRouteApi('/upload');
const NEWEST_FIRST = '-lastModifiedDate';
const STATES = {
  received: { label: texts.states.received, color: 'default' },
  reading: { label: texts.states.reading, color: 'info' },
  live: { label: texts.states.live, color: 'success' },
  refused: { label: texts.states.refused, color: 'error' },
  unused: { label: texts.states.unused, color: 'default' },
} as const;
const WAITING = { label: texts.waiting, color: 'warning' } as const;
const WIDTHS = {
  state: 110,
  type: 120,
  sets: 240,
  size: 110,
  lastModifiedDate: DATE_WIDTH,
  uploadedBy: 120,
  problems: 110,
};

const stateOf = ({ state, waitsFor }: Pack) => (waitsFor === undefined ? STATES[state] : WAITING);

const columnsFor = (showProblems: (fileName: string) => void): Column<Pack>[] => [
  {
    accessorKey: 'state',
    header: texts.columns.state,
    text: (pack) => texts.stateIn(stateOf(pack).label, pack.areas.map((area) => AREA_NAMES[area]).join(', ')),
    sortFn: 'basic',
    cell: ({ row: { original } }) => {
      const { label, color } = stateOf(original);
      const { progress } = original;
      const shown = progress === undefined ? label : texts.progress(label, progress);
      return <Chip size="small" variant="outlined" label={shown} color={color} />;
    },
  },
  { accessorKey: 'fileName', header: texts.columns.pack, minWidth: FILE_NAME_WIDTH },
  { accessorKey: 'type', header: texts.columns.type, sortFn: 'basic' },
  {
    id: 'sets',
    header: texts.columns.sets,
    accessorFn: ({ disIds }) => disIds.join(', '),
    sortFn: 'basic',
    cell: ({ row: { original } }) => <CarText text={original.disIds.join(', ')} />,
  },
  sizeColumn(),
  dateColumn('lastModifiedDate', texts.columns.uploaded, ({ lastModifiedDate }) => lastModifiedDate),
  { accessorKey: 'uploadedBy', header: texts.columns.by },
  {
    id: 'problems',
    header: texts.columns.problems,
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.waitsFor !== undefined ? (
        <RowButton color="warning" onClick={() => showProblems(original.fileName)}>
          {texts.showWhy}
        </RowButton>
      ) : (
        original.problemCount > 0 && (
          <RowButton color="error" onClick={() => showProblems(original.fileName)}>
            {texts.showProblems(original.problemCount)}
          </RowButton>
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
        label={texts.table}
        rows={packs.rows}
        rowId={(pack) => `${pack.fileName} ${pack.lastModifiedDate}`}
        nameColumn="fileName"
        failure={packs.failure}
        columns={columns}
        widths={WIDTHS}
        filterLabel={texts.filter}
        exportName="Packs"
        empty={texts.empty}
      />
      {shown && <ProblemsDialog pack={shown} onClose={() => change({ problems: undefined })} />}
    </>
  );
}
