/** The accounts, with a menu of what can be done with each. */
import Chip from '@mui/material/Chip';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { UserAccount } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { usersTexts } from '../../texts/users.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { type Column, DATE_WIDTH, dateColumn } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableState } from '../../ui/useTableState.ts';
import { rolesText } from './roles.ts';
import type { UserTask } from './UserDialogs.tsx';
import { UserMenu } from './UserMenu.tsx';

const route = getRouteApi('/admin/users');
const WIDTHS = { source: 130, state: 130, lastSeenAt: DATE_WIDTH, sessions: 110, change: 130 };
const { userTable: texts } = usersTexts;
const stateOf = ({ disabled }: UserAccount) => (disabled ? usersTexts.disabled : usersTexts.enabled);

const columnsFor = (onTask: (action: UserTask) => void): Column<UserAccount>[] => [
  { accessorKey: 'username', header: texts.user, sortFn: 'alphanumeric' },
  { id: 'roles', accessorFn: ({ roles }) => rolesText(roles), header: texts.roles, sortFn: 'basic' },
  { id: 'source', accessorFn: ({ source }) => usersTexts.sources[source], header: texts.source, sortFn: 'basic' },
  {
    id: 'state',
    accessorFn: stateOf,
    header: texts.state,
    sortFn: 'basic',
    cell: ({ row: { original } }) => (
      <Chip
        size="small"
        variant="outlined"
        label={stateOf(original)}
        color={original.disabled ? 'default' : 'success'}
      />
    ),
  },
  dateColumn('lastSeenAt', texts.lastSeen, ({ lastSeenAt }) => lastSeenAt),
  {
    accessorKey: 'sessions',
    header: texts.sessions,
    sortFn: 'basic',
    text: ({ sessions }) => formatNumber(sessions),
  },
  {
    id: 'change',
    header: texts.change,
    enableSorting: false,
    cell: ({ row }) => <UserMenu user={row.original} onTask={onTask} />,
  },
];

export function UserTable({ onTask }: { onTask: (action: UserTask) => void }) {
  const [search, change] = useRouteSearch(route);
  const { rows, failure } = useTableRows({
    queryKey: ['access', 'users'],
    load: (signal) => api().users({ signal }),
    action: 'load users',
  });
  const columns = useMemo(() => columnsFor(onTask), [onTask]);
  return (
    <DataTable
      {...useTableState(search, change, 'username')}
      label={texts.label}
      rows={rows}
      failure={failure}
      columns={columns}
      rowId={({ username }) => username}
      widths={WIDTHS}
      filterLabel={texts.filter}
      empty={texts.empty}
    />
  );
}
