/** The tab's user: a session that ends while a page is open, other tabs, and other users. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, sessionApi } from '../api/api.ts';
import { queryClient } from '../api/queryClient.ts';
import { takeNote } from '../api/restartPage.ts';
import { uploads } from '../api/uploads.ts';
import { jsonAnswer } from '../testing/renderScreen.tsx';
import { loadEnvironment } from './environment.ts';
import { Providers } from './Providers.tsx';
import SignIn from './SignIn.tsx';
import SignInAgain from './SignInAgain.tsx';
import { SessionProvider, useSession, useSessionChange } from './session.tsx';

const refused = (status: number, code: string) => jsonAnswer(status, { errorMessage: 'No.', code, status });
const CONFIG = { API_BASE_URL: '', API_TEST_EMBARGO_URL: '', API_TEST_PREPROD_URL: '', API_TEST_PROD_URL: '' };

/** The server's side: one session per browser. */
let server: { user: string | undefined; token: string; promoted: string[]; sentWith: (string | null)[] };
const OTHER_USER = 'You are now signed in as bert. This page belonged to anna and was reloaded.';
/** The restarts of the page, which jsdom cannot do: what the new page says. Just before each, uploads are cancelled. */
let restarts: (string | undefined)[];
const otherTab = () => new BroadcastChannel('lacquer-person');
const channels: BroadcastChannel[] = [];
const tell = async (name: string | null) => {
  const channel = otherTab();
  channels.push(channel);
  await act(async () => {
    channel.postMessage(name);
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
};

beforeEach(async () => {
  server = { user: 'anna', token: 'first', promoted: [], sentWith: [] };
  queryClient.clear();
  restarts = [];
  vi.spyOn(uploads, 'clear').mockImplementation(() => {
    restarts.push(takeNote());
  });
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname } = new URL(input, 'http://localhost');
    const call = `${init.method ?? 'GET'} ${pathname}`;
    const headers = new Headers(init.headers);
    if (pathname.endsWith('config.json')) return jsonAnswer(200, CONFIG);
    if (call === 'GET /api/v2/public/sign-in-options') return jsonAnswer(200, { oidc: null });
    const session = () => jsonAnswer(200, { username: server.user, roles: ['ROLE_UPLOAD'], token: server.token });
    if (call === 'POST /api/v2/public/session') {
      const { username, password } = JSON.parse(String(init.body)) as Record<string, string>;
      if (password !== 'right') return refused(401, 'wrong-password');
      server.user = username;
      server.token = `of ${username}`;
      return session();
    }
    if (call === 'DELETE /api/v2/public/session') {
      server.sentWith.push(headers.get('x-csrf-token'));
      server.user = undefined;
      return jsonAnswer(200, { message: 'Signed out.', next: null });
    }
    if (server.user === undefined) return refused(401, 'not-signed-in');
    if (call === 'GET /api/v2/public/session') return session();
    const answer = (body: unknown) => {
      const made = jsonAnswer(200, body);
      made.headers.set('x-lacquer-user', encodeURIComponent(server.user ?? ''));
      return made;
    };
    if (call === 'GET /api/v2/admin/files') return answer([]);
    if (headers.get('x-csrf-token') !== server.token) {
      const made = refused(403, 'header-token');
      made.headers.set('x-lacquer-user', encodeURIComponent(server.user));
      return made;
    }
    server.promoted.push(`${server.user} ${String(init.body)}`);
    return new Response('done');
  });
  await loadEnvironment();
});
afterEach(() => {
  cleanup();
  for (const channel of channels.splice(0)) channel.close();
});

function Page() {
  const { username } = useSession();
  const change = useSessionChange();
  const [note, setNote] = useState('');
  const packs = useQuery({ queryKey: ['packs'], queryFn: ({ signal }) => api().packs({ signal }) });
  const promote = useMutation({
    mutationFn: () =>
      api().promoteStatic({
        key: 'a key of this test',
        body: { fileName: 'a.zip', source: 'embargo', target: 'prod', note },
      }),
  });
  const leave = useMutation({ mutationFn: () => sessionApi.signOut(), onSuccess: () => change(null) });
  return (
    <main>
      <h1>Page of {username}</h1>
      <input aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      <p>{packs.error ? packs.error.message : (packs.data?.length ?? 'loading')}</p>
      <p>{promote.status}</p>
      <button type="button" onClick={() => promote.mutate()}>
        Promote
      </button>
      <button type="button" onClick={() => void packs.refetch()}>
        Look again
      </button>
      <button type="button" onClick={() => leave.mutate()}>
        Leave
      </button>
    </main>
  );
}
const open = async () => {
  render(
    <Providers>
      <SessionProvider
        signIn={<SignIn fetchNext={() => Promise.resolve()} />}
        signInAgain={(username) => <SignInAgain username={username} />}
      >
        <Page />
      </SessionProvider>
    </Providers>,
  );
  await screen.findByRole('heading', { name: 'Page of anna' });
  return userEvent.setup();
};
const dialog = () => screen.findByRole('dialog', { name: 'Sign in again' });
const signInAs = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.clear(screen.getByLabelText(/User name/));
  await user.type(screen.getByLabelText(/User name/), name);
  await user.type(screen.getByLabelText(/Password/), 'right');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
};

describe('a session that ended', () => {
  it('shows the sign-in page over the page; afterwards typed text is still there and the waiting call is sent once', async () => {
    const user = await open();
    await user.type(screen.getByLabelText('Note'), 'for the fair');
    server.user = undefined;
    // Two calls at once: the second must neither be lost nor prompt a second time.
    fireEvent.click(screen.getByRole('button', { name: 'Promote' }));
    fireEvent.click(screen.getByRole('button', { name: 'Look again' }));
    expect((await dialog()).textContent).toContain('Sign in as anna');
    expect(server.promoted).toEqual([]);
    await signInAs(user, 'anna');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText('success');
    expect(server.promoted).toEqual([expect.stringContaining('anna {"fileName":"a.zip"')]);
    expect((screen.getByLabelText('Note') as HTMLInputElement).value).toBe('for the fair');
    expect(screen.getByText('0')).toBeDefined();
    expect(restarts).toEqual([]);
  });

  it('restarts the page and sends no waiting call when another user signs in', async () => {
    const user = await open();
    server.user = undefined;
    await user.click(screen.getByRole('button', { name: 'Promote' }));
    await dialog();
    await signInAs(user, 'bert');
    await waitFor(() => expect(restarts).toContain(OTHER_USER));
    expect(server.promoted).toEqual([]);
    expect(screen.queryByText('Page of bert')).toBeNull();
  });

  it('reports a wrong password and asks again', async () => {
    const user = await open();
    server.user = undefined;
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    await dialog();
    await user.type(screen.getByLabelText(/Password/), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const refusal = (await screen.findByText('No.')).closest('[role=alert]');
    expect(screen.getByLabelText(/Password/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText(/Password/).getAttribute('aria-describedby')).toBe(refusal?.id);
    await user.clear(screen.getByLabelText(/Password/));
    await signInAs(user, 'anna');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('continues when the same user signed in with another tab', async () => {
    const user = await open();
    server.user = undefined;
    await user.click(screen.getByRole('button', { name: 'Promote' }));
    await dialog();
    server.user = 'anna';
    server.token = 'second';
    await tell('anna');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText('success');
    expect(server.promoted).toHaveLength(1);
  });

  it('can be signed out of', async () => {
    const user = await open();
    server.user = undefined;
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await screen.findByRole('button', { name: 'Sign in' });
    expect(server.sentWith).toEqual([null]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('two tabs', () => {
  it('an answer for another user is not shown, and the page restarts', async () => {
    const user = await open();
    server.user = 'bert';
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    await waitFor(() => expect(restarts).toContain(OTHER_USER));
  });

  it('a change is not made as another user, and the page restarts', async () => {
    const user = await open();
    server.user = 'bert';
    server.token = 'of bert';
    await user.click(screen.getByRole('button', { name: 'Promote' }));
    await waitFor(() => expect(restarts).toContain(OTHER_USER));
    expect(server.promoted).toEqual([]);
  });

  it('tell each other when another user or nobody is signed in', async () => {
    await open();
    await tell('bert');
    expect(restarts.at(-1)).toBe(OTHER_USER);
    const before = restarts.length;
    await tell(null);
    expect(restarts.slice(before)).toEqual([undefined]);
  });

  it('continues with a new token when the same user signed in again', async () => {
    const user = await open();
    server.token = 'second';
    await user.click(screen.getByRole('button', { name: 'Promote' }));
    await screen.findByText('success');
    expect(server.promoted).toHaveLength(1);
    expect(restarts).toEqual([]);
  });

  it('signing out ends the session of the browser and notifies the other tabs', async () => {
    const user = await open();
    const heard: unknown[] = [];
    const channel = otherTab();
    channels.push(channel);
    channel.onmessage = ({ data }) => heard.push(data);
    server.token = 'second';
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await screen.findByRole('button', { name: 'Sign in' });
    expect(server.sentWith).toEqual(['second']);
    await waitFor(() => expect(heard).toEqual([null]));
  });
});
