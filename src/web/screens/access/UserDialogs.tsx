/**
 * The dialogs of one account: each says what it will do, and closes when it is done.
 *
 *   Asked, UserDialog
 */
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Role, UserAccount } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PasswordChoice, RoleBoxes, type Secret } from './fields.tsx';
import { useChange } from './useChange.ts';

export type Asked =
  | { action: 'add' }
  | { action: 'roles' | 'password' | 'sessions' | 'disable' | 'enable'; user: UserAccount };

interface Props {
  onClose: () => void;
  onSecret: (secret: Secret) => void;
}

export function UserDialog({ asked, ...rest }: Props & { asked: Asked }) {
  if (asked.action === 'add') return <AddDialog {...rest} />;
  const { action, user } = asked;
  if (action === 'roles') return <RolesDialog user={user} {...rest} />;
  if (action === 'password') return <PasswordDialog user={user} {...rest} />;
  return <SimpleDialog action={action} user={user} {...rest} />;
}

function AddDialog({ onClose, onSecret }: Props) {
  const [username, setUsername] = useState('');
  const [roles, setRoles] = useState<Role[]>([]);
  const [password, setPassword] = useState<string>();
  const change = useChange();
  const add = async () => {
    const done = await change(`add ${username}`, async () => {
      const body = { username, roles, ...(password !== undefined && { password }) };
      const made = await api().addUser({ body });
      if (made.password !== null) onSecret({ title: `Password of ${username}`, value: made.password });
      return `${username} added.`;
    });
    if (done) onClose();
  };
  return (
    <ConfirmDialog
      title="Add a user"
      confirm="Add"
      missing={username === '' ? 'Type a user name.' : password === '' ? 'Type a password.' : undefined}
      onConfirm={() => void add()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ pt: 1, alignItems: 'flex-start' }}>
        <TextField
          label="User name"
          required
          autoComplete="off"
          value={username}
          onChange={(event) => setUsername(event.target.value.trim())}
        />
        <RoleBoxes roles={roles} onRoles={setRoles} />
        <PasswordChoice password={password} onPassword={setPassword} />
      </Stack>
    </ConfirmDialog>
  );
}

function RolesDialog({ user, onClose }: Props & { user: UserAccount }) {
  const { username } = user;
  const [roles, setRoles] = useState<Role[]>(user.roles);
  const change = useChange();
  const keep = async () => {
    const call = async () => (await api().setRoles({ params: { username }, body: { roles } })).message;
    if (await change(`change the roles of ${username}`, call)) onClose();
  };
  return (
    <ConfirmDialog title={`Roles of ${username}`} confirm="Save" onConfirm={() => void keep()} onClose={onClose}>
      <Typography>They hold from the next call on, also where {username} is signed in now.</Typography>
      <RoleBoxes roles={roles} onRoles={setRoles} />
    </ConfirmDialog>
  );
}

function PasswordDialog({ user, onClose, onSecret }: Props & { user: UserAccount }) {
  const { username } = user;
  const [password, setPassword] = useState<string>();
  const change = useChange();
  const reset = async () => {
    const done = await change(`reset the password of ${username}`, async () => {
      const body = password === undefined ? {} : { password };
      const made = await api().resetPassword({ params: { username }, body });
      if (made.password !== null) onSecret({ title: `Password of ${username}`, value: made.password });
      return `Password of ${username} reset.`;
    });
    if (done) onClose();
  };
  return (
    <ConfirmDialog
      title={`Reset the password of ${username}`}
      confirm="Reset password"
      danger
      missing={password === '' ? 'Type a password.' : undefined}
      onConfirm={() => void reset()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        <Typography>The old password stops working, and all sessions and API tokens of {username} end.</Typography>
        <PasswordChoice password={password} onPassword={setPassword} />
      </Stack>
    </ConfirmDialog>
  );
}

const WORDS = {
  disable: ['Disable', 'Sessions and API tokens stop working at once. Nothing that was made is deleted.'],
  enable: ['Enable', 'Signing in and API tokens work again.'],
  sessions: [
    'End sessions',
    'Whoever is signed in with this account has to sign in again, and its API tokens are revoked for good.',
  ],
} as const;

function SimpleDialog({ action, user, onClose }: Props & { action: keyof typeof WORDS; user: UserAccount }) {
  const { username } = user;
  const [word, text] = WORDS[action];
  const change = useChange();
  const act = async () => {
    const params = { username };
    const done = await change(`${word.toLowerCase()} of ${username}`, async () => {
      if (action === 'sessions') {
        const { ended, tokens } = await api().endSessions({ params });
        return `Sessions of ${username} ended: ${ended}. API tokens revoked: ${tokens}.`;
      }
      return (await api().setDisabled({ params, body: { disabled: action === 'disable' } })).message;
    });
    if (done) onClose();
  };
  return (
    <ConfirmDialog
      title={`${word}: ${username}`}
      confirm={word}
      danger={action !== 'enable'}
      onConfirm={() => void act()}
      onClose={onClose}
    >
      <Typography>{text}</Typography>
    </ConfirmDialog>
  );
}
