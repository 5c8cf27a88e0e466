/** Manage image sets (/admin/manage-image-sets): the sets of every area, with copy, rename, delete. */
import Box from '@mui/material/Box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { AREAS, type Area, type SetStatus } from '../../../contract/index.ts';
import { isDisId } from '../../../engine/lcdv.ts';
import { api } from '../../api/api.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { AreaChip } from '../../areas/AreaChip.tsx';
import { HiddenChip, type HiddenIn } from '../../areas/hiddenSets.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { notices } from '../../texts/notices.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { detailOf, failureOf } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { sortingOf, sortOf } from '../../ui/tableSearch.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { DeleteSetDialog } from './DeleteSetDialog.tsx';
import { HistoryButton } from './HistoryButton.tsx';
import { type Confirmed, ImageSetDialog } from './ImageSetDialog.tsx';

interface Row {
  disId: string;
  hidden: readonly HiddenIn[];
  /** that have the set */
  areas: readonly Area[];
}

type Action = 'Copy' | 'Rename' | 'Delete';
const ACTIONS: readonly Action[] = ['Copy', 'Rename', 'Delete'];
/** The id, and all three areas beside it. */
const WIDTHS = { disId: 400 };
const QUERY = ['shortStatus'];
const route = getRouteApi('/admin/manage-image-sets');
const NOTHING: ReadonlyMap<string, Action> = new Map();
/** What a row says while it is done. */
const DOING: Readonly<Record<Action, string>> = { Copy: 'Copying …', Rename: 'Renaming …', Delete: 'Deleting …' };

const rowOf = ({ disId, content, hidden = [] }: SetStatus): Row => ({
  disId,
  hidden,
  areas: AREAS.filter((area) => content[area] !== 'absent'),
});

export function ManageImageSets() {
  const { sort = 'disId', text = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const sorting = useMemo(() => sortingOf(sort), [sort]);
  const keep = (part: { sort?: string; text?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const [busy, setBusy] = useState<ReadonlyMap<string, Action>>(NOTHING);
  const [asked, setAsked] = useState<Row & { action: Action }>();
  const notify = useNotify();
  const client = useQueryClient();
  const status = useQuery({ queryKey: QUERY, queryFn: ({ signal }) => api().shortStatus({ signal }) });
  const rows = useMemo(() => status.data?.map(rowOf), [status.data]);
  useJobChanges(QUERY);
  useFailureNotice(status.error, 'load dis idss');
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        accessorKey: 'disId',
        header: 'disId',
        sortFn: 'basic',
        cell: ({ row: { original } }) => (
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
            <Box component="span" sx={{ mr: 1 }}>
              {original.disId}
              <HiddenChip hidden={original.hidden} />
            </Box>
            {original.areas.map((area) => (
              <AreaChip key={area} area={area} />
            ))}
          </Box>
        ),
      },
      ...ACTIONS.map(
        (action): Column<Row> => ({
          id: action,
          header: action,
          enableSorting: false,
          cell: ({ row: { original } }) => (
            <ReasonedButton
              variant="outlined"
              color={action === 'Delete' ? 'error' : 'primary'}
              disabled={busy.has(original.disId)}
              reason={
                action === 'Copy' && !original.areas.includes('embargo')
                  ? `Copies are made of Embargo, which has no ${original.disId}.`
                  : undefined
              }
              onClick={() => setAsked({ action, ...original })}
            >
              {busy.get(original.disId) === action ? DOING[action] : action}
            </ReasonedButton>
          ),
        }),
      ),
    ],
    [busy],
  );
  const close = () => setAsked(undefined);
  const run = async (confirmed?: Confirmed) => {
    if (!asked) return;
    const { action, disId } = asked;
    close();
    setBusy((map) => new Map(map).set(disId, action));
    const params = { id: disId };
    try {
      if (!confirmed) await api().deleteSet({ params });
      else if (action === 'Copy') await api().copySet({ params, query: { targetDisId: confirmed.target } });
      else await api().renameSet({ params, query: { targetDisId: confirmed.target, only: confirmed.only } });
      notify(
        action === 'Copy' ? 'success' : 'info',
        action === 'Rename' ? notices.renamed(disId) : notices.started(action, disId),
      );
    } catch (error) {
      notify('error', notices.failed(action, disId, detailOf(error)));
    }
    await Promise.all(
      [QUERY, ['sets'], ['setDetails', disId]].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
    setBusy((map) => new Map([...map].filter(([other]) => other !== disId)));
  };
  // A set that was deleted is in no list any more; its history is the way back.
  const gone = isDisId(text.trim()) && (
    <>
      There is no image set {text.trim()}. What it was is in its history:
      <HistoryButton content={{ kind: 'dis', key: text.trim() }} />
    </>
  );
  return (
    <>
      <ScreenBar title="Manage image sets" />
      <DataTable
        label="Image sets"
        rows={rows}
        columns={columns}
        rowId={(row) => row.disId}
        sorting={sorting}
        onSorting={(next) => keep({ sort: sortOf(next) })}
        widths={WIDTHS}
        text={text}
        onText={(next) => keep({ text: next || undefined })}
        filterLabel="Filter image sets"
        failure={failureOf(status)}
        empty={gone || 'No image set yet. Upload a delivery pack.'}
        {...(gone && { noMatch: gone })}
      />
      {asked?.action === 'Delete' && (
        <DeleteSetDialog disId={asked.disId} onConfirm={() => void run()} onClose={close} />
      )}
      {asked && asked.action !== 'Delete' && (
        <ImageSetDialog
          key={`${asked.action} ${asked.disId}`}
          disId={asked.disId}
          areas={asked.areas}
          action={asked.action}
          onConfirm={(confirmed) => void run(confirmed)}
          onClose={close}
        />
      )}
    </>
  );
}
