/** The accounts, with what can be done to each. */

import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { UserAccount } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { type Column, DATE_WIDTH, DataTable } from '../../ui/DataTable.tsx';
import { formatDate } from '../../ui/dates.ts';
import { failureOf } from '../../ui/failure.ts';
import { ArrowDropDownIcon } from '../../ui/icons/ArrowDropDown.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { sortingOf, sortOf } from '../../ui/tableSearch.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { roleWords } from './roles.ts';
import type { Asked } from './UserDialogs.tsx';

const route = getRouteApi('/admin/users');
type Action = Exclude<Asked['action'], 'add'>;
const WIDTHS = { source: 130, state: 130, lastSeenAt: DATE_WIDTH, sessions: 110, change: 130 };
const SOURCES = { local: 'here', oidc: 'OpenID Connect', proxy: 'proxy' } as const;
const stateOf = (user: UserAccount) => (user.disabled ? 'disabled' : 'enabled');

function ChangeMenu({ user, onAsk }: { user: UserAccount; onAsk: (asked: Asked) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  /** with why it is not possible */
  const entries: [Action, string, string | undefined][] = [
    ['roles', 'Roles', undefined],
    ['password', 'Reset password', user.source === 'local' ? undefined : 'The password is kept elsewhere.'],
    ['sessions', 'End sessions', user.sessions + user.tokens > 0 ? undefined : 'No session or token is open.'],
    user.disabled ? ['enable', 'Enable', undefined] : ['disable', 'Disable', undefined],
  ];
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-label={`Change ${user.username}`}
        endIcon={<ArrowDropDownIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Change
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {entries.map(([action, label, reason]) => (
          <MenuItem
            key={action}
            disabled={reason !== undefined}
            // The reason is there to be read.
            sx={{ '&.Mui-disabled': { opacity: 1 } }}
            onClick={() => {
              setAnchor(null);
              onAsk({ action, user });
            }}
          >
            <ListItemText
              primary={label}
              secondary={reason}
              slotProps={{ primary: { color: reason === undefined ? 'textPrimary' : 'textDisabled' } }}
            />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

export function UserTable({ onAsk }: { onAsk: (asked: Asked) => void }) {
  const { sort = 'username', text = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const keep = (part: { sort?: string; text?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const users = useQuery({ queryKey: ['access', 'users'], queryFn: ({ signal }) => api().users({ signal }) });
  useFailureNotice(users.error, 'load users');
  const columns = useMemo(
    (): Column<UserAccount>[] => [
      { accessorKey: 'username', header: 'User', sortFn: 'alphanumeric' },
      { id: 'roles', accessorFn: (row) => roleWords(row.roles), header: 'Roles', sortFn: 'basic' },
      { id: 'source', accessorFn: (row) => SOURCES[row.source], header: 'Signs in', sortFn: 'basic' },
      {
        id: 'state',
        accessorFn: stateOf,
        header: 'State',
        sortFn: 'basic',
        cell: ({ row }) => (
          <Chip
            size="small"
            variant="outlined"
            label={stateOf(row.original)}
            color={row.original.disabled ? 'default' : 'success'}
          />
        ),
      },
      {
        accessorKey: 'lastSeenAt',
        header: 'Last seen',
        sortFn: 'basic',
        cell: (cell) => formatDate(cell.getValue() as string | null),
        text: (row) => formatDate(row.lastSeenAt),
      },
      {
        accessorKey: 'sessions',
        header: 'Sessions',
        sortFn: 'basic',
        cell: (cell) => formatNumber(cell.getValue() as number),
        text: (row) => formatNumber(row.sessions),
      },
      {
        id: 'change',
        header: 'Change',
        enableSorting: false,
        cell: ({ row }) => <ChangeMenu user={row.original} onAsk={onAsk} />,
      },
    ],
    [onAsk],
  );
  return (
    <DataTable
      label="Users"
      rows={users.data}
      columns={columns}
      rowId={(row) => row.username}
      sorting={sortingOf(sort)}
      onSorting={(next) => keep({ sort: sortOf(next) })}
      widths={WIDTHS}
      text={text}
      onText={(next) => keep({ text: next })}
      filterLabel="Filter users"
      failure={failureOf(users)}
      empty="There is no user."
    />
  );
}
