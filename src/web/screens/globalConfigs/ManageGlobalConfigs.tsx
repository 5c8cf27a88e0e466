/** Manage global configs (/admin/manage-global-configs): the files of an area, and uploading more. */

import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { AREA_NAMES, type GlobalConfigFile } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { configTexts as texts } from '../../texts/globalConfigs.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { FileContentDialog } from '../../ui/FileContentDialog.tsx';
import { RowButton } from '../../ui/RowButton.tsx';
import { type Column, FILE_NAME_WIDTH } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableSorting } from '../../ui/useTableState.ts';
import { ConfigHistoryDialog } from './ConfigHistoryDialog.tsx';
import { ConfigUpload } from './ConfigUpload.tsx';
import { ALL_FILES } from './search.ts';

const route = getRouteApi('/admin/manage-global-configs');
const WIDTHS = { content: 190 };

export function ManageGlobalConfigs() {
  const [search, change] = useRouteSearch(route);
  const { area = 'embargo', history } = search;
  const navigate = route.useNavigate();
  const { areas } = useSession();
  const [shown, setShown] = useState<GlobalConfigFile>();
  const files = useTableRows({
    queryKey: ['globalConfigs', area],
    load: (signal) => api(area).globalConfigs({ signal }),
    action: 'load global configs',
  });
  const showHistory = useCallback(
    (fileName: string | undefined) => void navigate({ search: (before) => ({ ...before, history: fileName }) }),
    [navigate],
  );
  const columns = useMemo(
    (): Column<GlobalConfigFile>[] => [
      { accessorKey: 'fileName', header: texts.fileName, minWidth: FILE_NAME_WIDTH },
      {
        id: 'content',
        header: texts.content,
        enableSorting: false,
        cell: ({ row }) => (
          <Stack direction="row" spacing={1}>
            <RowButton variant="outlined" onClick={() => setShown(row.original)}>
              {texts.show}
            </RowButton>
            <RowButton
              title={texts.historyOf(row.original.fileName)}
              onClick={() => showHistory(row.original.fileName)}
            >
              {texts.history}
            </RowButton>
          </Stack>
        ),
      },
    ],
    [showHistory],
  );
  return (
    <>
      <ScreenBar title={texts.title} area={area}>
        <Button aria-label={texts.historyOfAll} onClick={() => showHistory(ALL_FILES)}>
          {texts.history}
        </Button>
        <AreaSelect
          value={area}
          areas={areas}
          names={AREA_NAMES}
          onChange={(next) => void navigate({ search: { area: next } })}
        />
      </ScreenBar>
      <ConfigUpload area={area} current={files} />
      <DataTable
        {...useTableSorting(search, change, 'fileName')}
        label={texts.table}
        rows={files.rows}
        failure={files.failure}
        columns={columns}
        widths={WIDTHS}
        rowId={(file) => file.fileName}
        empty={texts.empty}
      />
      {history !== undefined && (
        <ConfigHistoryDialog
          area={area}
          fileName={history === ALL_FILES ? undefined : history}
          onClose={() => showHistory(undefined)}
        />
      )}
      {shown && <FileContentDialog content={shown.content} onClose={() => setShown(undefined)} />}
    </>
  );
}
