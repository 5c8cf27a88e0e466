/** The file browser (/admin/file-browser): packs as uploaded and what each area holds, as folders and files. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { FileElement } from '../../../contract/index.ts';
import { parseTreePath } from '../../../engine/treePaths.ts';
import { api } from '../../api/api.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { notices } from '../../texts/notices.ts';
import { formatBytes } from '../../ui/bytes.ts';
import { type Column, DATE_WIDTH, DataTable, FILE_NAME_WIDTH } from '../../ui/DataTable.tsx';
import { formatDate } from '../../ui/dates.ts';
import { detailOf, failureOf, failureText } from '../../ui/failure.ts';
import { ArrowBackIcon } from '../../ui/icons/ArrowBack.tsx';
import { FileIcon } from '../../ui/icons/File.tsx';
import { FolderIcon } from '../../ui/icons/Folder.tsx';
import { MoreIcon } from '../../ui/icons/More.tsx';
import { useNotify } from '../../ui/Notices.tsx';
import { saveAnswer } from '../../ui/save.ts';
import { sortingOf, sortOf } from '../../ui/tableSearch.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import type { Content } from '../promotion/content.ts';
import { HistoryDialog } from '../promotion/HistoryDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { FileDialog } from './FileDialog.tsx';
import { type Asked, FileMenu } from './FileMenu.tsx';

const route = getRouteApi('/admin/file-browser');
const WIDTHS = { isFolder: 56, lastModifiedDate: DATE_WIDTH, size: 120, menu: 56 };

export function FileBrowser() {
  const { path = '/', text = '', sort = 'name' } = route.useSearch();
  const navigate = route.useNavigate();
  const notify = useNotify();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [shown, setShown] = useState<FileElement>();
  const [deleted, setDeleted] = useState<FileElement>();
  const [history, setHistory] = useState<Content>();
  /** What was deleted last: its history is the way back, also when it is listed nowhere any more. */
  const [gone, setGone] = useState<{ name: string; content: Content }>();
  const elements = useQuery({
    queryKey: ['fileElements', path],
    queryFn: ({ signal }) => api().fileElements({ query: { path }, signal }),
  });
  useFailureNotice(elements.error, 'load file elements');
  const open = useCallback(
    (next: string) =>
      void navigate({ search: ({ sort }) => ({ path: next === '/' ? undefined : next, ...(sort && { sort }) }) }),
    [navigate],
  );
  const up = path.slice(0, path.lastIndexOf('/')) || '/';
  const columns = useMemo(
    (): Column<FileElement>[] => [
      {
        id: 'isFolder',
        accessorFn: (row) => (row.isFolder ? 0 : 1),
        header: 'Type',
        sortFn: 'basic',
        text: (row) => (row.isFolder ? 'folder' : 'file'),
        cell: ({ row }) =>
          row.original.isFolder ? (
            <FolderIcon fontSize="small" color="primary" titleAccess="folder" />
          ) : (
            <FileIcon fontSize="small" color="action" titleAccess="file" />
          ),
      },
      {
        accessorKey: 'name',
        header: 'Name',
        least: FILE_NAME_WIDTH,
        cell: ({ row }) =>
          row.original.isFolder ? (
            <Link component="button" type="button" onClick={() => open(row.original.id)}>
              {row.original.name}
            </Link>
          ) : (
            row.original.name
          ),
      },
      {
        accessorKey: 'lastModifiedDate',
        header: 'Last modified date',
        sortFn: 'basic',
        cell: (cell) => formatDate(cell.getValue() as string | null),
        text: (row) => formatDate(row.lastModifiedDate),
      },
      {
        accessorKey: 'size',
        header: 'Size',
        sortFn: 'basic',
        cell: (cell) => formatBytes(cell.getValue() as number),
        text: (row) => formatBytes(row.size),
      },
      {
        id: 'menu',
        header: '',
        enableSorting: false,
        cell: ({ row }) => (
          <IconButton
            size="small"
            aria-label={`Actions of ${row.original.name}`}
            aria-haspopup="menu"
            sx={{ p: 0.25 }}
            onClick={(event) => {
              const { bottom, left } = event.currentTarget.getBoundingClientRect();
              setAsked({ element: row.original, at: { top: bottom, left } });
            }}
          >
            <MoreIcon fontSize="small" />
          </IconButton>
        ),
      },
    ],
    [open],
  );
  const sorting = useMemo(() => sortingOf(sort), [sort]);
  const download = async (element: FileElement) => {
    try {
      await saveAnswer(await api().fileContent({ query: { path: element.id } }), element.name);
    } catch (error) {
      notify('error', failureText(`download ${element.name}`, error));
    }
  };
  const remove = async ({ id, name }: FileElement) => {
    setDeleted(undefined);
    try {
      const done = await api().deleteFileElement({ query: { path: id } });
      notify(done ? 'success' : 'error', done ? notices.fileDeleted(name) : notices.fileNotDeleted(name));
      const place = parseTreePath(id.split('/').slice(1));
      if (done && place?.is === 'content') setGone({ name, content: place });
    } catch (error) {
      notify('error', notices.fileNotDeleted(name, detailOf(error)));
    }
    await client.invalidateQueries({ queryKey: ['fileElements'] });
  };
  return (
    <>
      <ScreenBar title="File browser" />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, pt: 1, bgcolor: 'background.paper' }}>
        {path !== '/' && (
          <Tooltip title="Up">
            <IconButton size="small" aria-label="Up" onClick={() => open(up)}>
              <ArrowBackIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
        <Typography component="p" aria-label="Path" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {path}
        </Typography>
        {elements.isFetching && <CircularProgress size={18} aria-label="Loading" />}
      </Box>
      {gone && (
        <Alert severity="info" onClose={() => setGone(undefined)} sx={{ mx: 2, my: 0.5, py: 0, alignItems: 'center' }}>
          {gone.name} of {gone.content.key} was deleted.{' '}
          <Link component="button" type="button" onClick={() => setHistory(gone.content)}>
            Its history
          </Link>{' '}
          brings it back.
        </Alert>
      )}
      <DataTable
        label="Files"
        rows={elements.data}
        columns={columns}
        rowId={(element) => element.id}
        widths={WIDTHS}
        sorting={sorting}
        onSorting={(next) => void navigate({ search: (before) => ({ ...before, sort: sortOf(next) }), replace: true })}
        text={text}
        onText={(next) =>
          void navigate({ search: (before) => ({ ...before, text: next || undefined }), replace: true })
        }
        filterLabel="Filter this folder"
        onRow={(element) => (element.isFolder ? () => open(element.id) : undefined)}
        onMenu={(element, at) => setAsked({ element, at })}
        failure={failureOf(elements)}
        empty="This folder is empty."
      />
      <FileMenu
        asked={asked}
        onClose={() => setAsked(undefined)}
        onShow={setShown}
        onDownload={(element) => void download(element)}
        onHistory={setHistory}
        onDelete={setDeleted}
      />
      {history && <HistoryDialog content={history} onClose={() => setHistory(undefined)} />}
      {shown && <FileDialog element={shown} onClose={() => setShown(undefined)} />}
      {deleted && (
        <DeleteDialog element={deleted} onConfirm={() => void remove(deleted)} onClose={() => setDeleted(undefined)} />
      )}
    </>
  );
}
