/**
 * Batch summary (/admin/batch-summary): every job, at first by status, failed ones before the others. Chips count the jobs of
 * each state and filter by it; a row opens to its failure in full. The list follows the jobs.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { BatchRow } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { startJob } from '../../api/startJob.ts';
import { CarText } from '../../areas/cars.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { batchTexts as texts } from '../../texts/batchSummary.ts';
import { PREFIXES } from '../../texts/notices.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { formatDate, formatShortDate } from '../../ui/dates.ts';
import { failureText, prefixedFailure } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { SetText } from '../../ui/SetLink.tsx';
import { type Column, dateColumn } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableState } from '../../ui/useTableState.ts';
import { BulkDialog } from '../promotion/BulkDialog.tsx';
import { StateChips } from './StateChips.tsx';

const route = getRouteApi('/admin/batch-summary');
const KEY = ['batchSummary'];
function statusOf({ jobStatus, progress, items }: BatchRow): string {
  if (jobStatus !== 'STARTED') return jobStatus;
  if (items) return texts.ended(jobStatus, items.done + items.refused + items.stopped, items.total);
  return progress === null ? jobStatus : texts.percent(jobStatus, progress);
}

/** Short in the cell; in full on hover, in the export and when copied. */
const timeColumn = (id: 'createdAt' | 'startedAt' | 'stoppedAt', header: string): Column<BatchRow> => ({
  ...dateColumn<BatchRow>(id, header, (row) => row[id]),
  cell: ({ row: { original } }) => formatShortDate(original[id]),
});

const COLUMNS: Column<BatchRow>[] = [
  { accessorKey: 'jobName', header: texts.jobName, sortFn: 'basic' },
  {
    id: 'jobStatus',
    // A blank sorts before every letter.
    accessorFn: (row) => (row.jobStatus === 'FAILED' ? ' FAILED' : statusOf(row)),
    text: statusOf,
    header: texts.jobStatus,
    sortFn: 'basic',
  },
  {
    accessorKey: 'function',
    header: texts.function,
    sortFn: 'alphanumeric',
    cell: ({ row: { original } }) => <CarText text={original.function} />,
  },
  timeColumn('createdAt', texts.createdAt),
  timeColumn('startedAt', texts.startedAt),
  timeColumn('stoppedAt', texts.stoppedAt),
];
/** CSS width of day and time */
const TIME_WIDTH = 'calc(12ch + 28px)';
const WIDTHS = {
  jobName: 110,
  jobStatus: 130,
  createdAt: TIME_WIDTH,
  startedAt: TIME_WIDTH,
  stoppedAt: TIME_WIDTH,
  // Both buttons and a word; in a wider window more words. In a narrow one the jobs' names need the room more.
  failure: 'max(248px, 24vw - 60px)',
};

/** The failure's beginning, then the buttons, at the right edge in every row. */
const FAILURE = { display: 'flex', alignItems: 'center', '& > button': { flex: 'none' } } as const;

export function BatchSummary() {
  const [search, change] = useRouteSearch(route);
  const notify = useNotify();
  const client = useQueryClient();
  const { rows, failure } = useTableRows({
    queryKey: KEY,
    load: (signal) => api().batchSummary({ signal }),
    action: (error) => prefixedFailure(PREFIXES.batchSummary, error),
    followsJobs: true,
  });
  const retry = useMutation({
    mutationFn: (jobId: string) => startJob('retryJob', { params: { jobId } }),
    onSuccess: ({ message }) => notify('success', message),
    onError: (error) => notify('error', failureText(texts.retrying, error)),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const { mutate, isPending, variables } = retry;
  const shown = useMemo(
    () => (search.status === undefined ? rows : rows?.filter(({ jobStatus }) => jobStatus === search.status)),
    [rows, search.status],
  );
  const columns = useMemo(
    (): Column<BatchRow>[] => [
      ...COLUMNS,
      {
        id: 'failure',
        accessorFn: ({ failure }) => failure ?? '',
        header: texts.failure,
        sortFn: 'basic',
        // Its beginning. The open row has all of it, with links.
        cell: ({ row: { original } }) =>
          (original.items || original.jobStatus === 'FAILED') && (
            <Box component="span" sx={FAILURE}>
              <Box component="span" sx={{ flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
                {original.failure}
              </Box>
              {original.items && (
                <Button
                  size="small"
                  aria-label={texts.showEachOf(original.function)}
                  onClick={() => change({ promotion: original.id })}
                >
                  {texts.showEach}
                </Button>
              )}
              {original.jobStatus === 'FAILED' && (
                <Button
                  size="small"
                  loading={isPending && variables === original.id}
                  aria-label={texts.retryJob(original.function)}
                  onClick={() => mutate(original.id)}
                >
                  {texts.retry}
                </Button>
              )}
            </Box>
          ),
      },
    ],
    [mutate, isPending, variables, change],
  );
  return (
    <>
      <ScreenBar title={texts.title} />
      <StateChips rows={rows} chosen={search.status} onChoose={(status) => change({ status })} />
      <DataTable
        {...useTableState(search, change, 'jobStatus')}
        label={texts.table}
        rows={shown}
        detail={jobDetail}
        open={search.open ?? ''}
        onOpen={(id) => change({ open: id === '' ? undefined : id })}
        failure={failure}
        columns={columns}
        rowId={({ id }) => id}
        nameColumn="function"
        widths={WIDTHS}
        filterLabel={texts.filter}
        empty={search.status === undefined ? texts.empty : texts.noMatch}
        exportName="BatchSummary"
      />
      {search.promotion !== undefined && (
        <BulkDialog
          promotion={search.promotion}
          onShow={(promotion) => change({ promotion })}
          onClose={() => change({ promotion: undefined })}
        />
      )}
    </>
  );
}

const jobDetail = ({ failure, createdAt, startedAt, stoppedAt, jobStatus }: BatchRow) => (
  <Box sx={{ px: 2, py: 1.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
    <Typography variant="body2" color="textSecondary">
      {texts.times(formatDate(createdAt), formatDate(startedAt), formatDate(stoppedAt))}
    </Typography>
    <Typography variant="body2" color={jobStatus === 'FAILED' ? 'error' : 'textPrimary'}>
      {failure === null ? texts.noFailure : <SetText text={failure} />}
    </Typography>
  </Box>
);
