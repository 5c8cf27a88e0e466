/** Manage image sets (/admin/manage-image-sets): copy, rename, delete. */
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { isDisId } from '../../../engine/lcdv.ts';
import { api } from '../../api/api.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { notices } from '../../texts/notices.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { detailOf, failureOf } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { counted } from '../../ui/numbers.ts';
import { sortingOf, sortOf } from '../../ui/tableSearch.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { HistoryButton } from './HistoryButton.tsx';

type Action = 'Copy' | 'Rename' | 'Delete';
interface Row {
  disId: string;
}

const ACTIONS: readonly Action[] = ['Copy', 'Rename', 'Delete'];
const WIDTHS = { disId: '40%' };
const route = getRouteApi('/admin/manage-image-sets');
const NOTHING: ReadonlyMap<string, Action> = new Map();
/** What a row says while it is done. */
const DOING: Readonly<Record<Action, string>> = { Copy: 'Copying …', Rename: 'Renaming …', Delete: 'Deleting …' };

export function ManageImageSets() {
  const { sort = 'disId', text = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const sorting = useMemo(() => sortingOf(sort), [sort]);
  const keep = (part: { sort?: string; text?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const [busy, setBusy] = useState<ReadonlyMap<string, Action>>(NOTHING);
  const [asked, setAsked] = useState<{ action: Action; disId: string }>();
  const [target, setTarget] = useState('');
  const notify = useNotify();
  const client = useQueryClient();
  const sets = useQuery({
    queryKey: ['sets', 'base'],
    queryFn: ({ signal }) => api().sets({ signal }),
    select: (ids): Row[] => ids.map((disId) => ({ disId })),
  });
  useJobChanges(['sets']);
  useFailureNotice(sets.error, 'load dis idss');
  const columns = useMemo(
    (): Column<Row>[] => [
      { accessorKey: 'disId', header: 'disId', sortFn: 'basic' },
      ...ACTIONS.map(
        (action): Column<Row> => ({
          id: action,
          header: action,
          enableSorting: false,
          cell: ({ row }) => (
            <Button
              variant="outlined"
              color={action === 'Delete' ? 'error' : 'primary'}
              disabled={busy.has(row.original.disId)}
              onClick={() => {
                setTarget(row.original.disId);
                setAsked({ action, disId: row.original.disId });
              }}
            >
              {busy.get(row.original.disId) === action ? DOING[action] : action}
            </Button>
          ),
        }),
      ),
    ],
    [busy],
  );
  const run = async () => {
    if (!asked) return;
    const { action, disId } = asked;
    setAsked(undefined);
    setBusy((map) => new Map(map).set(disId, action));
    const params = { id: disId };
    try {
      if (action === 'Copy') await api().copySet({ params, query: { targetDisId: target } });
      else if (action === 'Rename') await api().renameSet({ params, query: { targetDisId: target } });
      else await api().deleteSet({ params });
      notify(
        action === 'Copy' ? 'success' : 'info',
        action === 'Rename' ? notices.renamed(disId) : notices.started(action, disId),
      );
    } catch (error) {
      notify('error', notices.failed(action, disId, detailOf(error)));
    }
    await client.invalidateQueries({ queryKey: ['sets'] });
    setBusy((map) => new Map([...map].filter(([other]) => other !== disId)));
  };
  // A set that was deleted is in no list any more; its history is the way back.
  const gone = isDisId(text.trim()) && (
    <>
      There is no image set {text.trim()}. What it was is in its history:
      <HistoryButton content={{ kind: 'dis', key: text.trim() }} />
    </>
  );
  const bad = target !== '' && !isDisId(target);
  return (
    <>
      <ScreenBar title="Manage image sets" />
      <DataTable
        label="Image sets"
        rows={sets.data}
        columns={columns}
        rowId={(row) => row.disId}
        sorting={sorting}
        onSorting={(next) => keep({ sort: sortOf(next) })}
        widths={WIDTHS}
        text={text}
        onText={(next) => keep({ text: next || undefined })}
        filterLabel="Filter image sets"
        failure={failureOf(sets)}
        empty={gone || 'No image set yet. Upload a delivery pack.'}
        {...(gone && { nothingFits: gone })}
      />
      {asked && (
        <ConfirmDialog
          title={`${asked.action} image set ${asked.disId}`}
          confirm={asked.action}
          danger={asked.action === 'Delete'}
          disabled={asked.action !== 'Delete' && (!isDisId(target) || target === asked.disId)}
          onConfirm={() => void run()}
          onClose={() => setAsked(undefined)}
        >
          {asked.action === 'Delete' ? (
            <>
              <Typography color="error" sx={{ fontWeight: 600 }} gutterBottom>
                Warning: This cannot be undone
              </Typography>
              <Typography>{asked.disId} will disappear from Embargo, Pre-Prod and Prod.</Typography>
              <WhatIsDeleted disId={asked.disId} />
            </>
          ) : (
            <TextField
              label="Target name"
              value={target}
              onChange={(event) => setTarget(event.target.value)}
              error={bad}
              helperText={bad ? '16 characters: A-Z, 0-9, or x for any one character' : ' '}
              autoFocus
              fullWidth
              sx={{ mt: 1 }}
            />
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

/** The counts of what goes. */
function WhatIsDeleted({ disId }: { disId: string }) {
  const details = useQuery({
    queryKey: ['setDetails', disId],
    queryFn: ({ signal }) => api().setDetails({ params: { id: disId }, signal }),
  });
  const packs = details.data?.uploadPacks ?? [];
  const pictures = packs.reduce((sum, pack) => sum + pack.pictures, 0);
  return (
    <Typography color="text.secondary" role="status" sx={{ minHeight: '1.5em' }}>
      {details.data &&
        `In Embargo: ${counted(pictures, 'picture', 'pictures')} of ${counted(packs.length, 'pack', 'packs')}, ${counted(details.data.meta.length, 'meta file', 'meta files')}.`}
    </Typography>
  );
}
