/** The API tokens, for scripts, which cannot sign in. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiToken } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { type Column, DATE_WIDTH, dateColumn } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableState } from '../../ui/useTableState.ts';
import { useChange } from './useChange.ts';

const route = getRouteApi('/admin/users');
const WIDTHS = { createdAt: DATE_WIDTH, lastUsedAt: DATE_WIDTH, expiresAt: DATE_WIDTH, revoke: 120 };

const columnsFor = (onRevoke: (token: ApiToken) => void): Column<ApiToken>[] => [
  { accessorKey: 'username', header: 'User', sortFn: 'alphanumeric' },
  { accessorKey: 'name', header: 'Name', sortFn: 'alphanumeric' },
  dateColumn('createdAt', 'Created', ({ createdAt }) => createdAt),
  dateColumn('lastUsedAt', 'Last used', ({ lastUsedAt }) => lastUsedAt, 'never'),
  dateColumn('expiresAt', 'Expires', ({ expiresAt }) => expiresAt, 'never'),
  {
    id: 'revoke',
    header: 'Revoke',
    enableSorting: false,
    cell: ({ row }) => (
      <Button variant="outlined" color="error" onClick={() => onRevoke(row.original)}>
        Revoke
      </Button>
    ),
  },
];

export function TokenTable() {
  const [search, change] = useRouteSearch(route);
  const [revoking, setRevoking] = useState<ApiToken>();
  const [columns] = useState(() => columnsFor(setRevoking));
  const makeChange = useChange();
  const { rows, failure } = useTableRows({
    queryKey: ['access', 'tokens'],
    load: (signal) => api().tokens({ signal }),
    action: 'load API tokens',
  });
  const revoke = async ({ id, name }: ApiToken) => {
    await makeChange(`revoke ${name}`, async () => (await api().revokeToken({ params: { id } })).message);
    setRevoking(undefined);
  };
  return (
    <>
      <DataTable
        {...useTableState(search, change, 'username')}
        label="API tokens"
        rows={rows}
        failure={failure}
        columns={columns}
        rowId={({ id }) => id}
        widths={WIDTHS}
        filterLabel="Filter API tokens"
        empty="There is no API token. Scripts that upload or ask for pictures need one."
      />
      {revoking && (
        <ConfirmDialog
          title={`Revoke: ${revoking.name}`}
          confirm="Revoke"
          danger
          onConfirm={() => void revoke(revoking)}
          onClose={() => setRevoking(undefined)}
        >
          <Typography>Calls with this token of {revoking.username} are refused immediately and permanently.</Typography>
        </ConfirmDialog>
      )}
    </>
  );
}
