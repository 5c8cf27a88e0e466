/** Creates an API token for a user. */
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Secret } from './SecretDialog.tsx';
import { useChange } from './useChange.ts';

/** days until a token expires, 0: never */
const LIFETIMES = [
  [30, '30 days'],
  [90, '90 days'],
  [365, 'one year'],
  [0, 'never'],
] as const;

export function CreateTokenDialog({ onClose, onSecret }: { onClose: () => void; onSecret: (secret: Secret) => void }) {
  const [username, setUsername] = useState('');
  const [name, setName] = useState('');
  const [days, setDays] = useState(90);
  const makeChange = useChange();
  const users = useQuery({ queryKey: ['access', 'users'], queryFn: ({ signal }) => api().users({ signal }) });
  const create = async () => {
    const done = await makeChange(`create the API token ${name}`, async () => {
      const { token } = await api().makeToken({ body: { username, name, days: days === 0 ? null : days } });
      onSecret({ title: `API token ${name} of ${username}`, value: token });
      return undefined;
    });
    if (done) onClose();
  };
  return (
    <ConfirmDialog
      title="Create API token"
      confirm="Create"
      missing={username === '' ? 'Choose a user.' : name.trim() === '' ? 'Type a name for the token.' : undefined}
      onConfirm={() => void create()}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>A token can do what its user can do, for as long as the user can do it.</Typography>
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
          {LIFETIMES.map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
    </ConfirmDialog>
  );
}
