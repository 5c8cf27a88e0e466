/** Creates an API token for a user. */
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { usersTexts } from '../../texts/users.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Secret } from './SecretDialog.tsx';
import { useChange } from './useChange.ts';

const { createToken: texts } = usersTexts;
/** days until a token expires, 0: never */
const LIFETIMES = [30, 90, 365, 0] as const;

export function CreateTokenDialog({ onClose, onSecret }: { onClose: () => void; onSecret: (secret: Secret) => void }) {
  const [username, setUsername] = useState('');
  const [name, setName] = useState('');
  const [days, setDays] = useState(90);
  const makeChange = useChange();
  const users = useQuery({ queryKey: ['access', 'users'], queryFn: ({ signal }) => api().users({ signal }) });
  const create = async () => {
    const done = await makeChange(texts.action(name), async () => {
      const { token } = await api().makeToken({ body: { username, name, days: days === 0 ? null : days } });
      onSecret({ title: texts.secret(name, username), value: token });
      return undefined;
    });
    if (done) onClose();
  };
  return (
    <ConfirmDialog
      title={texts.title}
      confirm={texts.confirm}
      missing={username === '' ? texts.userMissing : name.trim() === '' ? texts.nameMissing : undefined}
      onConfirm={() => void create()}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>{texts.note}</Typography>
      <Stack direction="row" spacing={2}>
        <TextField
          select
          required
          label={texts.user}
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
          label={texts.name}
          helperText={texts.nameHelp}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          select
          label={texts.expires}
          value={days}
          sx={{ minWidth: 140 }}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {LIFETIMES.map((value) => (
            <MenuItem key={value} value={value}>
              {texts.lifetimes[value]}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
    </ConfirmDialog>
  );
}
