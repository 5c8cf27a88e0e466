/** Manage asset profiles (/admin/manage-asset-profiles): the profile that each set uses, and reprocessing. */
import Chip from '@mui/material/Chip';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { AssetProfileFile } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { startJob } from '../../api/startJob.ts';
import { CarCell } from '../../areas/cars.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { profilesTexts as texts } from '../../texts/assetProfiles.ts';
import { notices } from '../../texts/notices.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { FileContentDialog } from '../../ui/FileContentDialog.tsx';
import { detailOf } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { noticeGroup } from '../../ui/noticeGroups.ts';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { RowButton } from '../../ui/RowButton.tsx';
import { SetLink } from '../../ui/SetLink.tsx';
import type { Column } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableState } from '../../ui/useTableState.ts';

const route = getRouteApi('/admin/manage-asset-profiles');
const KEY = ['assetProfiles'];
const WIDTHS = { disId: 260, content: 130, reprocess: 140, state: 160 };

const underWay = ({ reprocess }: AssetProfileFile) =>
  reprocess?.jobStatus === 'CREATED' || reprocess?.jobStatus === 'STARTED';

/** The state of the last reprocess; '' if there was none. */
function stateOf({ reprocess }: AssetProfileFile): string {
  if (!reprocess) return '';
  const { jobStatus, progress } = reprocess;
  if (jobStatus === 'CREATED') return texts.waiting;
  if (jobStatus === 'STARTED') return texts.underWay(progress);
  return jobStatus === 'COMPLETED' ? texts.done : texts.failed;
}
const COLORS = { CREATED: 'default', STARTED: 'info', COMPLETED: 'success', FAILED: 'error' } as const;

export function ManageAssetProfiles() {
  const [search, change] = useRouteSearch(route);
  const [shown, setShown] = useState<string>();
  const notify = useNotify();
  const client = useQueryClient();
  const { rows, failure } = useTableRows({
    queryKey: KEY,
    load: (signal) => api().reprocessList({ signal }),
    action: 'load asset profiles',
    followsJobs: true,
  });
  const reprocess = useCallback(
    async (disId: string) => {
      try {
        await startJob('reprocess', { params: { id: disId } });
        notify('info', notices.reprocessStarted(disId), { group: noticeGroup('reprocessing', disId) });
      } catch (error) {
        notify('error', notices.reprocessFailed(disId, detailOf(error)));
      }
      await client.invalidateQueries({ queryKey: KEY });
    },
    [notify, client],
  );
  const columns = useMemo(
    (): Column<AssetProfileFile>[] => [
      {
        accessorKey: 'disId',
        header: texts.disId,
        sortFn: 'basic',
        cell: ({
          row: {
            original: { disId },
          },
        }) => (
          <CarCell disId={disId}>
            <SetLink disId={disId} />
          </CarCell>
        ),
      },
      { accessorKey: 'pathName', header: texts.path },
      {
        id: 'content',
        header: texts.content,
        enableSorting: false,
        cell: ({ row }) => (
          <RowButton variant="outlined" onClick={() => setShown(row.original.withheld ?? row.original.content)}>
            {texts.show}
          </RowButton>
        ),
      },
      {
        id: 'reprocess',
        header: texts.reprocess,
        enableSorting: false,
        cell: ({ row }) => (
          <ReasonedButton
            variant="outlined"
            reason={underWay(row.original) ? texts.alreadyUnderWay : undefined}
            onClick={() => void reprocess(row.original.disId)}
          >
            {texts.reprocess}
          </ReasonedButton>
        ),
      },
      {
        id: 'state',
        accessorFn: stateOf,
        header: texts.last,
        sortFn: 'basic',
        cell: ({ row }) => {
          const last = row.original.reprocess;
          if (!last) return null;
          const label = stateOf(row.original);
          return (
            <Chip
              size="small"
              variant="outlined"
              label={label}
              color={COLORS[last.jobStatus]}
              title={last.failure ?? label}
            />
          );
        },
      },
    ],
    [reprocess],
  );
  return (
    <>
      <ScreenBar title={texts.title} />
      <DataTable
        {...useTableState(search, change, 'disId')}
        label={texts.table}
        rows={rows}
        failure={failure}
        columns={columns}
        rowId={(row) => row.disId}
        widths={WIDTHS}
        filterLabel={texts.filter}
        empty={texts.empty}
      />
      {shown !== undefined && <FileContentDialog content={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
