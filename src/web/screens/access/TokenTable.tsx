/**
 * The API tokens: for scripts, which cannot sign in.
 *
 *   TokenTable, MakeTokenDialog
 */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ApiToken } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type Column, DATE_WIDTH, DataTable } from '../../ui/DataTable.tsx';
import { formatDate } from '../../ui/dates.ts';
import { failureOf } from '../../ui/failure.ts';
import { sortingOf, sortOf } from '../../ui/tableSearch.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import type { Secret } from './fields.tsx';
import { useChange } from './useChange.ts';

const route = getRouteApi('/admin/users');
const WIDTHS = { createdAt: DATE_WIDTH, lastUsedAt: DATE_WIDTH, expiresAt: DATE_WIDTH, revoke: 120 };

const date = (key: 'createdAt' | 'lastUsedAt' | 'expiresAt', header: string, never: string): Column<ApiToken> => {
  const text = (row: ApiToken) => (row[key] === null ? never : formatDate(row[key]));
  return { accessorKey: key, header, sortFn: 'basic', cell: ({ row }) => text(row.original), text };
};

export function TokenTable() {
  const { sort = 'username', text = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const keep = (part: { sort?: string; text?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const [asked, setAsked] = useState<ApiToken>();
  const change = useChange();
  const tokens = useQuery({ queryKey: ['access', 'tokens'], queryFn: ({ signal }) => api().tokens({ signal }) });
  useFailureNotice(tokens.error, 'load API tokens');
  const columns = useMemo(
    (): Column<ApiToken>[] => [
      { accessorKey: 'username', header: 'User', sortFn: 'alphanumeric' },
      { accessorKey: 'name', header: 'Name', sortFn: 'alphanumeric' },
      date('createdAt', 'Made', ''),
      date('lastUsedAt', 'Last used', 'never'),
      date('expiresAt', 'Expires', 'never'),
      {
        id: 'revoke',
        header: 'Revoke',
        enableSorting: false,
        cell: ({ row }) => (
          <Button variant="outlined" color="error" onClick={() => setAsked(row.original)}>
            Revoke
          </Button>
        ),
      },
    ],
    [],
  );
  const revoke = async ({ id, name }: ApiToken) => {
    await change(`revoke ${name}`, async () => (await api().revokeToken({ params: { id } })).message);
    setAsked(undefined);
  };
  return (
    <>
      <DataTable
        label="API tokens"
        rows={tokens.data}
        columns={columns}
        rowId={(row) => row.id}
        sorting={sortingOf(sort)}
        onSorting={(next) => keep({ sort: sortOf(next) })}
        widths={WIDTHS}
        text={text}
        onText={(next) => keep({ text: next })}
        filterLabel="Filter API tokens"
        failure={failureOf(tokens)}
        empty="There is no API token. Scripts that upload or ask for pictures need one."
      />
      {asked && (
        <ConfirmDialog
          title={`Revoke: ${asked.name}`}
          confirm="Revoke"
          danger
          onConfirm={() => void revoke(asked)}
          onClose={() => setAsked(undefined)}
        >
          <Typography>What calls with this token of {asked.username} is refused at once, and for good.</Typography>
        </ConfirmDialog>
      )}
    </>
  );
}

const LIVES = [
  [30, '30 days'],
  [90, '90 days'],
  [365, 'one year'],
  [0, 'never'],
] as const;

export function MakeTokenDialog({ onClose, onSecret }: { onClose: () => void; onSecret: (secret: Secret) => void }) {
  const [username, setUsername] = useState('');
  const [name, setName] = useState('');
  const [days, setDays] = useState(90);
  const change = useChange();
  const users = useQuery({ queryKey: ['access', 'users'], queryFn: ({ signal }) => api().users({ signal }) });
  const make = async () => {
    const done = await change(`make ${name}`, async () => {
      const { token } = await api().makeToken({ body: { username, name, days: days === 0 ? null : days } });
      onSecret({ title: `API token ${name} of ${username}`, value: token });
      return undefined;
    });
    if (done) onClose();
  };
  return (
    <ConfirmDialog
      title="Make an API token"
      confirm="Make"
      missing={username === '' ? 'Choose a user.' : name.trim() === '' ? 'Type a name for the token.' : undefined}
      onConfirm={() => void make()}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>It may do what its user may do, for as long as the user may do it.</Typography>
      <Stack direction="row" spacing={2}>
        <TextField
          select
          required
          label="User"
          value={username}
          sx={{ minWidth: 220 }}
          onChange={(event) => setUsername(event.target.value)}
        >
          {(users.data ?? []).map((user) => (
            <MenuItem key={user.username} value={user.username}>
              {user.username}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          required
          label="Name"
          helperText="What it is for"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          select
          label="Expires"
          value={days}
          sx={{ minWidth: 140 }}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {LIVES.map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
    </ConfirmDialog>
  );
}
