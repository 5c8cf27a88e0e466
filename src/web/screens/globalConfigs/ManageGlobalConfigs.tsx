/** Manage global configs (/admin/manage-global-configs): the files of an area, and uploading more. */

import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { SortingState } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { GlobalConfigFile } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { FileContentDialog } from '../../ui/FileContentDialog.tsx';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { ConfigUpload } from './ConfigUpload.tsx';

const route = getRouteApi('/admin/manage-global-configs');

export function ManageGlobalConfigs() {
  const { area = 'embargo' } = route.useSearch();
  const navigate = route.useNavigate();
  const { areas } = useSession();
  const [sorting, setSorting] = useState<SortingState>([{ id: 'fileName', desc: false }]);
  const [shown, setShown] = useState<GlobalConfigFile>();
  const files = useQuery({
    queryKey: ['globalConfigs', area],
    queryFn: ({ signal }) => api(area).globalConfigs({ signal }),
  });
  useFailureNotice(files.error, 'load global configs');
  const columns = useMemo(
    (): Column<GlobalConfigFile>[] => [
      { accessorKey: 'fileName', header: 'File Name', sortFn: 'basic' },
      {
        id: 'content',
        header: 'File content',
        enableSorting: false,
        cell: ({ row }) => (
          <Button variant="outlined" onClick={() => setShown(row.original)}>
            Show
          </Button>
        ),
      },
    ],
    [],
  );
  return (
    <>
      <ScreenBar title="Manage global configs" area={area}>
        <AreaSelect value={area} areas={areas} onChange={(next) => void navigate({ search: { area: next } })} />
      </ScreenBar>
      <ConfigUpload area={area} />
      <DataTable
        label="Global configs"
        rows={files.data}
        columns={columns}
        rowId={(file) => file.fileName}
        sorting={sorting}
        onSorting={setSorting}
        empty="This area has no global configuration yet. Upload XML files above."
        failure={files.error ? { text: files.error.message, retry: () => void files.refetch() } : undefined}
      />
      <FileContentDialog content={shown?.content} onClose={() => setShown(undefined)} />
    </>
  );
}
