/** Manage global configs (/admin/manage-global-configs): the files of an area, and uploading more. */

import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { AREA_NAMES, type GlobalConfigFile } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { type Column, DataTable, FILE_NAME_WIDTH } from '../../ui/DataTable.tsx';
import { FileContentDialog } from '../../ui/FileContentDialog.tsx';
import { failureOf } from '../../ui/failure.ts';
import { sortingOf, sortOf } from '../../ui/tableSearch.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { ConfigHistoryDialog } from './ConfigHistoryDialog.tsx';
import { ConfigUpload } from './ConfigUpload.tsx';
import { ALL_FILES } from './search.ts';

const route = getRouteApi('/admin/manage-global-configs');
const WIDTHS = { content: 190 };

export function ManageGlobalConfigs() {
  const { area = 'embargo', sort = 'fileName', history } = route.useSearch();
  const sorting = useMemo(() => sortingOf(sort), [sort]);
  const navigate = route.useNavigate();
  const { areas } = useSession();
  const [shown, setShown] = useState<GlobalConfigFile>();
  const files = useQuery({
    queryKey: ['globalConfigs', area],
    queryFn: ({ signal }) => api(area).globalConfigs({ signal }),
  });
  useFailureNotice(files.error, 'load global configs');
  const lookBack = useCallback(
    (fileName: string | undefined) => void navigate({ search: (before) => ({ ...before, history: fileName }) }),
    [navigate],
  );
  const columns = useMemo(
    (): Column<GlobalConfigFile>[] => [
      { accessorKey: 'fileName', header: 'File Name', least: FILE_NAME_WIDTH },
      {
        id: 'content',
        header: 'File content',
        enableSorting: false,
        cell: ({ row }) => (
          <Stack direction="row" spacing={1}>
            <Button variant="outlined" onClick={() => setShown(row.original)}>
              Show
            </Button>
            <Button title={`History of ${row.original.fileName}`} onClick={() => lookBack(row.original.fileName)}>
              History
            </Button>
          </Stack>
        ),
      },
    ],
    [lookBack],
  );
  return (
    <>
      <ScreenBar title="Manage global configs" area={area}>
        <Button aria-label="History of all files" onClick={() => lookBack(ALL_FILES)}>
          History
        </Button>
        <AreaSelect
          value={area}
          areas={areas}
          names={AREA_NAMES}
          onChange={(next) => void navigate({ search: { area: next } })}
        />
      </ScreenBar>
      <ConfigUpload area={area} inForce={files} />
      <DataTable
        label="Global configs"
        rows={files.data}
        columns={columns}
        widths={WIDTHS}
        rowId={(file) => file.fileName}
        sorting={sorting}
        onSorting={(next) => void navigate({ search: (before) => ({ ...before, sort: sortOf(next) }), replace: true })}
        empty="This area has no global configuration yet. Upload XML files above."
        failure={failureOf(files)}
      />
      {history !== undefined && (
        <ConfigHistoryDialog
          area={area}
          fileName={history === ALL_FILES ? undefined : history}
          onClose={() => lookBack(undefined)}
        />
      )}
      <FileContentDialog content={shown?.content} onClose={() => setShown(undefined)} />
    </>
  );
}
