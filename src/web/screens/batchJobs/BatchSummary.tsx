/** Batch summary (/admin/batch-summary): every job, by status at first; follows along. */
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { BatchRow } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { PREFIXES } from '../../texts/notices.ts';
import { type Column, DATE_WIDTH, DataTable } from '../../ui/DataTable.tsx';
import { formatDate } from '../../ui/dates.ts';
import { failureOf, failureText, prefixedFailure } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { sortingOf, sortOf } from '../../ui/tableSearch.ts';

const route = getRouteApi('/admin/batch-summary');
const statusOf = (row: BatchRow) =>
  row.jobStatus === 'STARTED' && row.progress !== null ? `STARTED ${row.progress} %` : row.jobStatus;

const date = (key: 'createdAt' | 'startedAt' | 'stoppedAt', header: string): Column<BatchRow> => ({
  accessorKey: key,
  header,
  sortFn: 'basic',
  cell: (cell) => formatDate(cell.getValue() as string | null),
  text: (row) => formatDate(row[key]),
});
const COLUMNS: Column<BatchRow>[] = [
  { accessorKey: 'jobName', header: 'Job Name', sortFn: 'basic' },
  { id: 'jobStatus', accessorFn: statusOf, header: 'Job Status', sortFn: 'basic' },
  { accessorKey: 'function', header: 'Function', sortFn: 'alphanumeric' },
  date('createdAt', 'Created At'),
  date('startedAt', 'Started At'),
  date('stoppedAt', 'Stopped At'),
  { id: 'failure', accessorFn: (row) => row.failure ?? '', header: 'Failure', sortFn: 'basic' },
];
const WIDTHS = {
  jobName: 110,
  jobStatus: 130,
  createdAt: DATE_WIDTH,
  startedAt: DATE_WIDTH,
  stoppedAt: DATE_WIDTH,
  failure: '14%',
  retry: 96,
};

export function BatchSummary() {
  const { sort = 'jobStatus', text = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const sorting = useMemo(() => sortingOf(sort), [sort]);
  const keep = (part: { sort?: string; text?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const notify = useNotify();
  const rows = useQuery({
    queryKey: ['batchSummary'],
    queryFn: ({ signal }) => api().batchSummary({ signal }),
  });
  useJobChanges(['batchSummary']);
  const again = useMutation({
    mutationFn: (jobId: string) => api().retryJob({ params: { jobId } }),
    onSuccess: ({ message }) => notify('success', message),
    onError: (error) => notify('error', failureText('retry the job', error)),
    onSettled: () => rows.refetch(),
  });
  const { mutate, isPending, variables } = again;
  const columns = useMemo(
    (): Column<BatchRow>[] => [
      ...COLUMNS,
      {
        id: 'retry',
        header: '',
        enableSorting: false,
        cell: ({ row: { original } }) =>
          original.jobStatus === 'FAILED' && (
            <Button
              size="small"
              loading={isPending && variables === original.id}
              aria-label={`Retry ${original.function}`}
              onClick={() => mutate(original.id)}
            >
              Retry
            </Button>
          ),
      },
    ],
    [mutate, isPending, variables],
  );
  useEffect(() => {
    if (rows.error) notify('error', prefixedFailure(PREFIXES.batchSummary, rows.error));
  }, [rows.error, notify]);
  return (
    <>
      <ScreenBar title="Batch summary" />
      <DataTable
        label="Jobs"
        rows={rows.data}
        columns={columns}
        rowId={(row) => row.id}
        sorting={sorting}
        onSorting={(next) => keep({ sort: sortOf(next) })}
        widths={WIDTHS}
        text={text}
        onText={(next) => keep({ text: next || undefined })}
        filterLabel="Filter jobs"
        failure={failureOf(rows)}
        empty="No job has run yet. Uploads and promotions make them."
        exportName="BatchSummary"
      />
    </>
  );
}
