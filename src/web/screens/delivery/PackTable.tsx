/** The packs and what became of them; follows along while one is being read. */
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { AREA_NAMES, type Pack } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { formatBytes } from '../../ui/bytes.ts';
import { type Column, DATE_WIDTH, DataTable, FILE_NAME_WIDTH } from '../../ui/DataTable.tsx';
import { formatDate } from '../../ui/dates.ts';
import { failureOf } from '../../ui/failure.ts';
import { formatNumber } from '../../ui/numbers.ts';
import { sortingOf, sortOf } from '../../ui/tableSearch.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { ProblemsDialog } from './ProblemsDialog.tsx';

const route = getRouteApi('/upload');
const LATEST_FIRST = '-lastModifiedDate';
const STATES = {
  received: { label: 'received', color: 'default' },
  reading: { label: 'reading', color: 'info' },
  live: { label: 'live', color: 'success' },
  refused: { label: 'refused', color: 'error' },
  unused: { label: 'not in use', color: 'default' },
} as const;
const WAITS = { label: 'waits', color: 'warning' } as const;
const WIDTHS = {
  state: 110,
  type: 120,
  sets: 190,
  size: 110,
  lastModifiedDate: DATE_WIDTH,
  uploadedBy: 120,
  problems: 110,
};

const hasProblems = (name: string) => (pack: Pack) =>
  pack.fileName === name && (pack.problemCount > 0 || pack.waitsFor !== undefined);

export function PackTable() {
  const { sort = LATEST_FIRST, text = '', problems } = route.useSearch();
  const navigate = route.useNavigate();
  const sorting = useMemo(() => sortingOf(sort), [sort]);
  // Typing and sorting are no steps that Back should undo one by one.
  const keep = (part: { sort?: string; text?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const packs = useQuery({
    queryKey: ['packs'],
    queryFn: ({ signal }) => api().packs({ signal }),
  });
  useJobChanges(['packs']);
  useFailureNotice(packs.error, 'load packs');
  const show = useCallback(
    (fileName: string | undefined) =>
      void navigate({ search: (before) => ({ ...before, problems: fileName }), replace: fileName === undefined }),
    [navigate],
  );
  const shown = problems === undefined ? undefined : packs.data?.find(hasProblems(problems));
  const columns = useMemo(
    (): Column<Pack>[] => [
      {
        accessorKey: 'state',
        header: 'State',
        text: ({ state, areas, waitsFor }) =>
          [waitsFor === undefined ? STATES[state].label : 'waits', areas.map((area) => AREA_NAMES[area]).join(', ')]
            .filter(Boolean)
            .join(' in '),
        sortFn: 'basic',
        cell: ({ row: { original } }) => {
          const { label, color } = original.waitsFor === undefined ? STATES[original.state] : WAITS;
          const percent = original.progress === undefined ? '' : ` ${original.progress} %`;
          return <Chip size="small" variant="outlined" label={label + percent} color={color} />;
        },
      },
      { accessorKey: 'fileName', header: 'Pack', least: FILE_NAME_WIDTH },
      { accessorKey: 'type', header: 'Type', sortFn: 'basic' },
      {
        id: 'sets',
        header: 'Sets',
        accessorFn: (pack) => pack.disIds.join(', '),
        sortFn: 'basic',
      },
      {
        accessorKey: 'size',
        header: 'Size',
        sortFn: 'basic',
        text: (pack) => formatBytes(pack.size),
        cell: (cell) => formatBytes(cell.getValue() as number),
      },
      {
        accessorKey: 'lastModifiedDate',
        header: 'Uploaded',
        sortFn: 'basic',
        text: (pack) => formatDate(pack.lastModifiedDate),
        cell: (cell) => formatDate(cell.getValue() as string),
      },
      { accessorKey: 'uploadedBy', header: 'By' },
      {
        id: 'problems',
        header: 'Problems',
        enableSorting: false,
        cell: ({ row }) =>
          row.original.waitsFor !== undefined ? (
            <Button color="warning" onClick={() => show(row.original.fileName)}>
              Show why
            </Button>
          ) : (
            row.original.problemCount > 0 && (
              <Button color="error" onClick={() => show(row.original.fileName)}>
                Show {formatNumber(row.original.problemCount)}
              </Button>
            )
          ),
      },
    ],
    [show],
  );
  return (
    <>
      <DataTable
        label="Packs"
        rows={packs.data}
        rowId={(pack) => `${pack.fileName} ${pack.lastModifiedDate}`}
        failure={failureOf(packs)}
        columns={columns}
        widths={WIDTHS}
        sorting={sorting}
        onSorting={(next) => keep({ sort: sortOf(next) })}
        text={text}
        onText={(next) => keep({ text: next || undefined })}
        filterLabel="Filter packs"
        exportName="Packs"
        empty="No pack uploaded yet. Choose zip files above."
      />
      <ProblemsDialog pack={shown} onClose={() => show(undefined)} />
    </>
  );
}
