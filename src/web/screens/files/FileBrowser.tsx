/** The file browser (/admin/file-browser): packs as uploaded and what each area holds, as folders and files. */
import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { FileElement } from '../../../contract/index.ts';
import { parseTreePath } from '../../../engine/treePaths.ts';
import { api } from '../../api/api.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { fileTexts as texts } from '../../texts/files.ts';
import { notices } from '../../texts/notices.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { detailOf, failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { saveAnswer } from '../../ui/save.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableState } from '../../ui/useTableState.ts';
import type { Content } from '../promotion/content.ts';
import { HistoryDialog } from '../promotion/HistoryDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { FileDialog } from './FileDialog.tsx';
import { FileMenu, type MenuTarget } from './FileMenu.tsx';
import { FILE_WIDTHS, fileColumns } from './fileColumns.tsx';
import { PathBar } from './PathBar.tsx';

const route = getRouteApi('/admin/file-browser');
const KEY = ['fileElements'];

export function FileBrowser() {
  const [search, change] = useRouteSearch(route);
  const { path = '/' } = search;
  const navigate = route.useNavigate();
  const notify = useNotify();
  const client = useQueryClient();
  const [menu, setMenu] = useState<MenuTarget>();
  const [shown, setShown] = useState<FileElement>();
  const [deleting, setDeleting] = useState<FileElement>();
  const [history, setHistory] = useState<Content>();
  /** what was deleted last: its history leads back, even if no list has it */
  const [deleted, setDeleted] = useState<{ name: string; content: Content }>();
  const { rows, failure, isFetching } = useTableRows({
    queryKey: [...KEY, path],
    load: (signal) => api().fileElements({ query: { path }, signal }),
    action: 'load file elements',
  });
  const open = useCallback(
    (next: string) =>
      void navigate({ search: ({ sort }) => ({ path: next === '/' ? undefined : next, ...(sort && { sort }) }) }),
    [navigate],
  );
  const columns = useMemo(() => fileColumns(open, setMenu), [open]);
  const download = async ({ id, name }: FileElement) => {
    try {
      await saveAnswer(await api().fileContent({ query: { path: id } }), name);
    } catch (error) {
      notify('error', failureText(texts.downloading(name), error));
    }
  };
  const remove = async ({ id, name }: FileElement) => {
    setDeleting(undefined);
    try {
      const done = await api().deleteFileElement({ query: { path: id } });
      notify(done ? 'success' : 'error', done ? notices.fileDeleted(name) : notices.fileNotDeleted(name));
      const place = parseTreePath(id.split('/').slice(1));
      if (done && place?.is === 'content') setDeleted({ name, content: place });
    } catch (error) {
      notify('error', notices.fileNotDeleted(name, detailOf(error)));
    }
    await client.invalidateQueries({ queryKey: KEY });
  };
  return (
    <>
      <ScreenBar title={texts.title} />
      <PathBar path={path} loading={isFetching} onOpen={open} />
      {deleted && (
        <Alert
          severity="info"
          role="note"
          onClose={() => setDeleted(undefined)}
          sx={{ mx: 2, my: 0.5, py: 0, alignItems: 'center' }}
        >
          {texts.deleted.before(deleted.name, deleted.content.key)}{' '}
          <Link component="button" type="button" onClick={() => setHistory(deleted.content)}>
            {texts.deleted.link}
          </Link>{' '}
          {texts.deleted.after}
        </Alert>
      )}
      <DataTable
        {...useTableState(search, change, 'name')}
        label={texts.table}
        rows={rows}
        failure={failure}
        columns={columns}
        rowId={({ id }) => id}
        nameColumn="name"
        widths={FILE_WIDTHS}
        filterLabel={texts.filter}
        rowAction={({ isFolder, id }) => (isFolder ? () => open(id) : undefined)}
        onRowMenu={(element, at) => setMenu({ element, at })}
        empty={texts.empty}
      />
      <FileMenu
        target={menu}
        onClose={() => setMenu(undefined)}
        onShow={setShown}
        onDownload={(element) => void download(element)}
        onHistory={setHistory}
        onDelete={setDeleting}
      />
      {history && <HistoryDialog content={history} onClose={() => setHistory(undefined)} />}
      {shown && <FileDialog element={shown} onClose={() => setShown(undefined)} />}
      {deleting && (
        <DeleteDialog
          element={deleting}
          onConfirm={() => void remove(deleting)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  );
}
