/**
 * The dialogs of one account. Each says what it will do, and closes when it is done.
 *
 *   UserDialog, UserTask
 */
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Role, UserAccount } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PasswordChoice, RoleBoxes } from './fields.tsx';
import type { Secret } from './SecretDialog.tsx';
import { useChange } from './useChange.ts';

export type UserTask =
  | { action: 'add' }
  | { action: 'roles' | 'password' | 'sessions' | 'disable' | 'enable'; user: UserAccount };

interface Props {
  onClose: () => void;
  onSecret: (secret: Secret) => void;
}

export function UserDialog({ task, ...rest }: Props & { task: UserTask }) {
  if (task.action === 'add') return <AddDialog {...rest} />;
  const { action, user } = task;
  if (action === 'roles') return <RolesDialog user={user} {...rest} />;
  if (action === 'password') return <PasswordDialog user={user} {...rest} />;
  return <SimpleDialog action={action} user={user} {...rest} />;
}

function AddDialog({ onClose, onSecret }: Props) {
  const [username, setUsername] = useState('');
  const [roles, setRoles] = useState<Role[]>([]);
  const [password, setPassword] = useState<string>();
  const makeChange = useChange();
  const add = async () => {
    const done = await makeChange(`add ${username}`, async () => {
      const body = { username, roles, ...(password !== undefined && { password }) };
      const answer = await api().addUser({ body });
      if (answer.password !== null) onSecret({ title: `Password of ${username}`, value: answer.password });
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
  const makeChange = useChange();
  const save = async () => {
    const call = async () => (await api().setRoles({ params: { username }, body: { roles } })).message;
    if (await makeChange(`change the roles of ${username}`, call)) onClose();
  };
  return (
    <ConfirmDialog title={`Roles of ${username}`} confirm="Save" onConfirm={() => void save()} onClose={onClose}>
      <Typography>Takes effect immediately, even where {username} is signed in.</Typography>
      <RoleBoxes roles={roles} onRoles={setRoles} />
    </ConfirmDialog>
  );
}

function PasswordDialog({ user, onClose, onSecret }: Props & { user: UserAccount }) {
  const { username } = user;
  const [password, setPassword] = useState<string>();
  const makeChange = useChange();
  const reset = async () => {
    const done = await makeChange(`reset the password of ${username}`, async () => {
      const body = password === undefined ? {} : { password };
      const answer = await api().resetPassword({ params: { username }, body });
      if (answer.password !== null) onSecret({ title: `Password of ${username}`, value: answer.password });
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

const TEXTS = {
  disable: ['Disable', 'Sessions and API tokens stop working immediately. Nothing is deleted.'],
  enable: ['Enable', 'Signing in and API tokens work again.'],
  sessions: [
    'End sessions',
    'Whoever is signed in with this account has to sign in again, and its API tokens are revoked permanently.',
  ],
} as const;

function SimpleDialog({ action, user, onClose }: Props & { action: keyof typeof TEXTS; user: UserAccount }) {
  const { username } = user;
  const [label, text] = TEXTS[action];
  const makeChange = useChange();
  const act = async () => {
    const params = { username };
    const done = await makeChange(`${label.toLowerCase()} of ${username}`, async () => {
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
      title={`${label}: ${username}`}
      confirm={label}
      danger={action !== 'enable'}
      onConfirm={() => void act()}
      onClose={onClose}
    >
      <Typography>{text}</Typography>
    </ConfirmDialog>
  );
}
