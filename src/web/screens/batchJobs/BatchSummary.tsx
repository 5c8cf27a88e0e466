/** Batch summary (/admin/batch-summary): every job, by status at first; follows along. */
import Button from '@mui/material/Button';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SortingState } from '@tanstack/react-table';
import { useEffect, useMemo, useState } from 'react';
import type { BatchRow } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { PREFIXES } from '../../texts/notices.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { formatDate } from '../../ui/dates.ts';
import { failureText, prefixedFailure } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';

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
  jobName: 130,
  jobStatus: 140,
  createdAt: 170,
  startedAt: 170,
  stoppedAt: 170,
  failure: '14%',
  retry: 90,
};

export function BatchSummary() {
  const [sorting, setSorting] = useState<SortingState>([{ id: 'jobStatus', desc: false }]);
  const [text, setText] = useState('');
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
  const { mutate, isPending } = again;
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
              disabled={isPending}
              aria-label={`Retry ${original.function}`}
              onClick={() => mutate(original.id)}
            >
              Retry
            </Button>
          ),
      },
    ],
    [mutate, isPending],
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
        onSorting={setSorting}
        widths={WIDTHS}
        text={text}
        onText={setText}
        filterLabel="Filter jobs"
        failure={rows.error ? { text: rows.error.message, retry: () => void rows.refetch() } : undefined}
        empty="No job has run yet. Uploads and promotions make them."
        exportName="BatchSummary"
      />
    </>
  );
}
