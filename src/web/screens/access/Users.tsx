/** Users (/admin/users): accounts with roles, state and sessions, and the API tokens of scripts. */
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { type Secret, SecretDialog } from './fields.tsx';
import { MakeTokenDialog, TokenTable } from './TokenTable.tsx';
import { type Asked, UserDialog } from './UserDialogs.tsx';
import { UserTable } from './UserTable.tsx';

const route = getRouteApi('/admin/users');

export function Users() {
  const { view = 'users' } = route.useSearch();
  const navigate = route.useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<Secret>();
  return (
    <>
      <ScreenBar title="Users">
        <Tabs
          value={view}
          aria-label="What to see"
          onChange={(_, next: 'users' | 'tokens') => void navigate({ search: { view: next } })}
        >
          <Tab value="users" label="Accounts" />
          <Tab value="tokens" label="API tokens" />
        </Tabs>
        {view === 'users' ? (
          <Button variant="contained" onClick={() => setAsked({ action: 'add' })}>
            Add a user
          </Button>
        ) : (
          <Button variant="contained" onClick={() => setMaking(true)}>
            Make an API token
          </Button>
        )}
      </ScreenBar>
      {view === 'users' ? <UserTable onAsk={setAsked} /> : <TokenTable />}
      {asked && <UserDialog asked={asked} onClose={() => setAsked(undefined)} onSecret={setSecret} />}
      {making && <MakeTokenDialog onClose={() => setMaking(false)} onSecret={setSecret} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
