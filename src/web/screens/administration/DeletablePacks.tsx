/** The packs that can be deleted: those that were refused, and those that no area uses. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { createLink, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeletablePack } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { notices } from '../../texts/notices.ts';
import { storageTexts as texts } from '../../texts/storage.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Failure } from '../../ui/failure.ts';
import { detailOf } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { type Column, DATE_WIDTH, dateColumn, FILE_NAME_WIDTH, sizeColumn } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableState } from '../../ui/useTableState.ts';
import { WithReason } from '../../ui/WithReason.tsx';
import { DeletePacksDialog } from './DeletePacksDialog.tsx';

const Link = createLink(MuiLink);
const route = getRouteApi('/admin/storage');
const NONE: ReadonlySet<string> = new Set();
const { columns: titles } = texts.packs;
const freesText = ({ frees, keptBy }: DeletablePack) =>
  keptBy === null ? texts.bytes(frees) : texts.packs.kept[keptBy];

const COLUMNS: Column<DeletablePack>[] = [
  { accessorKey: 'fileName', header: titles.pack, minWidth: FILE_NAME_WIDTH },
  {
    id: 'state',
    accessorFn: ({ state }) => texts.packs.states[state],
    header: titles.state,
    sortFn: 'basic',
    cell: ({ row: { original } }) =>
      original.state === 'refused' ? (
        <Link
          to="/upload"
          search={{ problems: original.fileName }}
          color="inherit"
          aria-label={texts.packs.problems(original.fileName)}
        >
          {texts.packs.states.refused}
        </Link>
      ) : (
        texts.packs.states.unused
      ),
  },
  sizeColumn(),
  { id: 'frees', accessorFn: ({ frees }) => frees, header: titles.frees, sortFn: 'basic', text: freesText },
  dateColumn('uploadedAt', titles.uploaded, ({ uploadedAt }) => uploadedAt),
  { accessorKey: 'uploadedBy', header: titles.by },
];
const WIDTHS = { state: 110, size: 120, frees: 320, uploadedAt: DATE_WIDTH, uploadedBy: 140 };

export function DeletablePacks({
  packs,
  graceDays,
  failure,
}: {
  /** undefined while loading */
  packs: readonly DeletablePack[] | undefined;
  graceDays: number;
  failure: Failure | undefined;
}) {
  const [search, change] = useRouteSearch(route);
  const [selected, setSelected] = useState(NONE);
  const [asking, setAsking] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const notify = useNotify();
  const client = useQueryClient();
  const chosen = (packs ?? []).filter(({ path }) => selected.has(path));
  const reason = chosen.length === 0 ? texts.packs.select : undefined;

  const remove = async () => {
    setAsking(false);
    setIsDeleting(true);
    let count = 0;
    for (const { path, fileName } of chosen) {
      try {
        await api().deleteFileElement({ query: { path } });
        count += 1;
      } catch (error) {
        notify('error', notices.fileNotDeleted(fileName, detailOf(error)));
      }
    }
    if (count > 0) notify('success', texts.packs.deleted(count));
    await client.invalidateQueries({ queryKey: ['storage'] });
    setSelected(NONE);
    setIsDeleting(false);
  };

  return (
    <>
      <Box sx={{ px: 2, py: 1, display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography color="textSecondary" sx={{ flex: '1 1 240px' }}>
          {texts.packs.note}
        </Typography>
        <WithReason reason={reason}>
          <Button
            variant="contained"
            color="error"
            size="medium"
            disabled={reason !== undefined}
            loading={isDeleting}
            onClick={() => setAsking(true)}
            sx={{ minWidth: 160 }}
          >
            {texts.packs.delete(chosen.length)}
          </Button>
        </WithReason>
      </Box>
      <DataTable
        {...useTableState(search, change, '-frees')}
        label={texts.packs.table}
        rows={packs}
        rowId={({ path }) => path}
        failure={failure}
        columns={COLUMNS}
        widths={WIDTHS}
        filterLabel={texts.packs.filter}
        selected={selected}
        onSelected={setSelected}
        empty={texts.packs.empty}
      />
      {asking && (
        <DeletePacksDialog
          packs={chosen}
          graceDays={graceDays}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
