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
import { usersTexts as texts } from '../../texts/users.ts';
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
    const done = await makeChange(texts.add.action(username), async () => {
      const body = { username, roles, ...(password !== undefined && { password }) };
      const answer = await api().addUser({ body });
      if (answer.password !== null) onSecret({ title: texts.password.secret(username), value: answer.password });
      return texts.add.done(username);
    });
    if (done) onClose();
  };
  return (
    <ConfirmDialog
      title={texts.add.title}
      confirm={texts.add.confirm}
      missing={username === '' ? texts.add.usernameMissing : password === '' ? texts.password.missing : undefined}
      onConfirm={() => void add()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ pt: 1, alignItems: 'flex-start' }}>
        <TextField
          label={texts.add.username}
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
    if (await makeChange(texts.rolesDialog.action(username), call)) onClose();
  };
  return (
    <ConfirmDialog
      title={texts.rolesDialog.title(username)}
      confirm={texts.rolesDialog.confirm}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <Typography>{texts.rolesDialog.note(username)}</Typography>
      <RoleBoxes roles={roles} onRoles={setRoles} />
    </ConfirmDialog>
  );
}

function PasswordDialog({ user, onClose, onSecret }: Props & { user: UserAccount }) {
  const { username } = user;
  const [password, setPassword] = useState<string>();
  const makeChange = useChange();
  const reset = async () => {
    const done = await makeChange(texts.password.action(username), async () => {
      const body = password === undefined ? {} : { password };
      const answer = await api().resetPassword({ params: { username }, body });
      if (answer.password !== null) onSecret({ title: texts.password.secret(username), value: answer.password });
      return texts.password.done(username);
    });
    if (done) onClose();
  };
  return (
    <ConfirmDialog
      title={texts.password.title(username)}
      confirm={texts.password.confirm}
      danger
      missing={password === '' ? texts.password.missing : undefined}
      onConfirm={() => void reset()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        <Typography>{texts.password.note(username)}</Typography>
        <PasswordChoice password={password} onPassword={setPassword} />
      </Stack>
    </ConfirmDialog>
  );
}

function SimpleDialog({
  action,
  user,
  onClose,
}: Props & { action: 'disable' | 'enable' | 'sessions'; user: UserAccount }) {
  const { username } = user;
  const { confirm, note, action: phrase } = texts.simple[action];
  const makeChange = useChange();
  const act = async () => {
    const params = { username };
    const done = await makeChange(phrase(username), async () => {
      if (action === 'sessions') {
        const { ended, tokens } = await api().endSessions({ params });
        return texts.simple.sessionsEnded(username, ended, tokens);
      }
      return (await api().setDisabled({ params, body: { disabled: action === 'disable' } })).message;
    });
    if (done) onClose();
  };
  return (
    <ConfirmDialog
      title={texts.simple.title(confirm, username)}
      confirm={confirm}
      danger={action !== 'enable'}
      onConfirm={() => void act()}
      onClose={onClose}
    >
      <Typography>{note}</Typography>
    </ConfirmDialog>
  );
}
