/** The API tokens, for scripts, which cannot sign in. */
import Typography from '@mui/material/Typography';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiToken } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { usersTexts } from '../../texts/users.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { RowButton } from '../../ui/RowButton.tsx';
import { type Column, DATE_WIDTH, dateColumn } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableState } from '../../ui/useTableState.ts';
import { scopesText } from './roles.ts';
import { useChange } from './useChange.ts';

const { tokenTable: texts } = usersTexts;
const route = getRouteApi('/admin/users');
const WIDTHS = { createdAt: DATE_WIDTH, lastUsedAt: DATE_WIDTH, expiresAt: DATE_WIDTH, revoke: 120 };

const columnsFor = (onRevoke: (token: ApiToken) => void): Column<ApiToken>[] => [
  { accessorKey: 'username', header: texts.user, sortFn: 'alphanumeric' },
  { accessorKey: 'name', header: texts.name, sortFn: 'alphanumeric' },
  {
    id: 'scopes',
    accessorFn: ({ scopes }) => scopesText(scopes),
    header: texts.scopes,
    sortFn: 'alphanumeric',
  },
  dateColumn('createdAt', texts.created, ({ createdAt }) => createdAt),
  dateColumn('lastUsedAt', texts.lastUsed, ({ lastUsedAt }) => lastUsedAt, texts.never),
  dateColumn('expiresAt', texts.expires, ({ expiresAt }) => expiresAt, texts.never),
  {
    id: 'revoke',
    header: texts.revoke,
    enableSorting: false,
    cell: ({ row }) => (
      <RowButton variant="outlined" color="error" onClick={() => onRevoke(row.original)}>
        {texts.revoke}
      </RowButton>
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
    await makeChange(usersTexts.revoke.action(name), async () => (await api().revokeToken({ params: { id } })).message);
    setRevoking(undefined);
  };
  return (
    <>
      <DataTable
        {...useTableState(search, change, 'username')}
        label={texts.label}
        rows={rows}
        failure={failure}
        columns={columns}
        rowId={({ id }) => id}
        nameColumn="name"
        widths={WIDTHS}
        filterLabel={texts.filter}
        empty={texts.empty}
      />
      {revoking && (
        <ConfirmDialog
          title={usersTexts.revoke.title(revoking.name)}
          confirm={usersTexts.revoke.confirm}
          danger
          onConfirm={() => void revoke(revoking)}
          onClose={() => setRevoking(undefined)}
        >
          <Typography>{usersTexts.revoke.note(revoking.username)}</Typography>
        </ConfirmDialog>
      )}
    </>
  );
}
