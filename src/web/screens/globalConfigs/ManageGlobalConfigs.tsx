/** Manage global configs (/admin/manage-global-configs): the files of an area, and uploading more. */

import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { AREA_NAMES, type GlobalConfigFile } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { FileContentDialog } from '../../ui/FileContentDialog.tsx';
import { failureOf } from '../../ui/failure.ts';
import { sortingOf, sortOf } from '../../ui/tableSearch.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { ConfigUpload } from './ConfigUpload.tsx';

const route = getRouteApi('/admin/manage-global-configs');

export function ManageGlobalConfigs() {
  const { area = 'embargo', sort = 'fileName' } = route.useSearch();
  const sorting = useMemo(() => sortingOf(sort), [sort]);
  const navigate = route.useNavigate();
  const { areas } = useSession();
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
        <AreaSelect
          value={area}
          areas={areas}
          names={AREA_NAMES}
          onChange={(next) => void navigate({ search: { area: next } })}
        />
      </ScreenBar>
      <ConfigUpload area={area} />
      <DataTable
        label="Global configs"
        rows={files.data}
        columns={columns}
        rowId={(file) => file.fileName}
        sorting={sorting}
        onSorting={(next) => void navigate({ search: (before) => ({ ...before, sort: sortOf(next) }), replace: true })}
        empty="This area has no global configuration yet. Upload XML files above."
        failure={failureOf(files)}
      />
      <FileContentDialog content={shown?.content} onClose={() => setShown(undefined)} />
    </>
  );
}
