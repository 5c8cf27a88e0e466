/** Creates an API token for a user. */
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TokenScope } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { usersTexts } from '../../texts/users.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ScopeBoxes } from './fields.tsx';
import { idleScopes, scopesText } from './roles.ts';
import type { Secret } from './SecretDialog.tsx';
import { useChange } from './useChange.ts';

const { createToken: texts } = usersTexts;
/** days until a token expires, 0: never */
const LIFETIMES = [30, 90, 365, 0] as const;

export function CreateTokenDialog({ onClose, onSecret }: { onClose: () => void; onSecret: (secret: Secret) => void }) {
  const [username, setUsername] = useState('');
  const [name, setName] = useState('');
  const [days, setDays] = useState(90);
  const [scopes, setScopes] = useState<TokenScope[]>(['admin']);
  const makeChange = useChange();
  const users = useQuery({ queryKey: ['access', 'users'], queryFn: ({ signal }) => api().users({ signal }) });
  const create = async () => {
    const done = await makeChange(texts.action(name), async () => {
      const { token } = await api().makeToken({ body: { username, name, scopes, days: days === 0 ? null : days } });
      onSecret({ title: texts.secret(name, username), value: token });
      return undefined;
    });
    if (done) onClose();
  };
  const roles = users.data?.find((user) => user.username === username)?.roles;
  const idle = roles ? idleScopes(roles, scopes) : [];
  const missing =
    username === ''
      ? texts.userMissing
      : name.trim() === ''
        ? texts.nameMissing
        : scopes.length === 0
          ? texts.scopesMissing
          : undefined;
  return (
    <ConfirmDialog
      title={texts.title}
      confirm={texts.confirm}
      missing={missing}
      onConfirm={() => void create()}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>{texts.note}</Typography>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ mb: 1 }}>
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
      <ScopeBoxes scopes={scopes} onScopes={setScopes} />
      <Typography role="status" variant="body2" sx={{ mt: 1, minHeight: '2.9em' }}>
        {idle.length > 0 && texts.idle(username, scopesText(idle))}
      </Typography>
    </ConfirmDialog>
  );
}
