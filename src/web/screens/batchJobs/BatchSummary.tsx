/** Batch summary (/admin/batch-summary): every job, at first by status. The list follows the jobs. */
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { BatchRow } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { batchTexts as texts } from '../../texts/batchSummary.ts';
import { PREFIXES } from '../../texts/notices.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { failureText, prefixedFailure } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { SetText } from '../../ui/SetLink.tsx';
import { type Column, DATE_WIDTH, dateColumn } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableState } from '../../ui/useTableState.ts';
import { BulkDialog } from '../promotion/BulkDialog.tsx';

const route = getRouteApi('/admin/batch-summary');
const KEY = ['batchSummary'];
function statusOf({ jobStatus, progress, items }: BatchRow): string {
  if (jobStatus !== 'STARTED') return jobStatus;
  if (items) return texts.ended(jobStatus, items.done + items.refused + items.stopped, items.total);
  return progress === null ? jobStatus : texts.percent(jobStatus, progress);
}

const COLUMNS: Column<BatchRow>[] = [
  { accessorKey: 'jobName', header: texts.jobName, sortFn: 'basic' },
  { id: 'jobStatus', accessorFn: statusOf, header: texts.jobStatus, sortFn: 'basic' },
  {
    accessorKey: 'function',
    header: texts.function,
    sortFn: 'alphanumeric',
    cell: ({ row: { original } }) => <SetText text={original.function} />,
  },
  dateColumn('createdAt', texts.createdAt, ({ createdAt }) => createdAt),
  dateColumn('startedAt', texts.startedAt, ({ startedAt }) => startedAt),
  dateColumn('stoppedAt', texts.stoppedAt, ({ stoppedAt }) => stoppedAt),
  {
    id: 'failure',
    accessorFn: ({ failure }) => failure ?? '',
    header: texts.failure,
    sortFn: 'basic',
    cell: ({ row: { original } }) => <SetText text={original.failure ?? ''} />,
  },
];
const WIDTHS = {
  jobName: 110,
  jobStatus: 130,
  createdAt: DATE_WIDTH,
  startedAt: DATE_WIDTH,
  stoppedAt: DATE_WIDTH,
  failure: '14%',
  retry: 160,
};

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
    mutationFn: (jobId: string) => api().retryJob({ params: { jobId } }),
    onSuccess: ({ message }) => notify('success', message),
    onError: (error) => notify('error', failureText(texts.retrying, error)),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const { mutate, isPending, variables } = retry;
  const columns = useMemo(
    (): Column<BatchRow>[] => [
      ...COLUMNS,
      {
        id: 'retry',
        header: '',
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <>
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
          </>
        ),
      },
    ],
    [mutate, isPending, variables, change],
  );
  return (
    <>
      <ScreenBar title={texts.title} />
      <DataTable
        {...useTableState(search, change, 'jobStatus')}
        label={texts.table}
        rows={rows}
        failure={failure}
        columns={columns}
        rowId={({ id }) => id}
        widths={WIDTHS}
        filterLabel={texts.filter}
        empty={texts.empty}
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
