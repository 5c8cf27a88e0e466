/** Users (/admin/users): accounts with roles, state and sessions, and the API tokens of scripts. */
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { usersTexts as texts } from '../../texts/users.ts';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';
import { type Secret, SecretDialog } from './SecretDialog.tsx';
import { TokenTable } from './TokenTable.tsx';
import { UserDialog, type UserTask } from './UserDialogs.tsx';
import { UserTable } from './UserTable.tsx';

const route = getRouteApi('/admin/users');

export function Users() {
  const { view = 'users' } = route.useSearch();
  const navigate = route.useNavigate();
  const [task, setTask] = useState<UserTask>();
  const [creatingToken, setCreatingToken] = useState(false);
  const [secret, setSecret] = useState<Secret>();
  return (
    <>
      <ScreenBar title={texts.title}>
        <Tabs
          value={view}
          aria-label={texts.views}
          onChange={(_, next: 'users' | 'tokens') => void navigate({ search: { view: next } })}
        >
          <Tab value="users" label={texts.accounts} />
          <Tab value="tokens" label={texts.tokens} />
        </Tabs>
        {view === 'users' ? (
          <Button variant="contained" onClick={() => setTask({ action: 'add' })}>
            {texts.add.title}
          </Button>
        ) : (
          <Button variant="contained" onClick={() => setCreatingToken(true)}>
            {texts.createToken.title}
          </Button>
        )}
      </ScreenBar>
      {view === 'users' ? <UserTable onTask={setTask} /> : <TokenTable />}
      {task && <UserDialog task={task} onClose={() => setTask(undefined)} onSecret={setSecret} />}
      {creatingToken && <CreateTokenDialog onClose={() => setCreatingToken(false)} onSecret={setSecret} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
