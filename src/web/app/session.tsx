/**
 * Who is signed in: loaded once and kept. Without a session the sign-in page is shown; if the session ends later, it is
 * shown over the screens, which keep their state. If the call fails, an empty user without permissions is used, and a
 * notice reports it.
 *
 *   SessionProvider, useSession
 *   wasSignedIn    whether somebody was signed in when this browser last used the app
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Area, Session } from '../../contract/index.ts';
import { type Permissions, permissionsOf, visibleAreas } from '../../engine/permissions.ts';
import { sessionApi } from '../api/api.ts';
import { currentUser } from '../api/currentUser.ts';
import { takeNote } from '../api/restartPage.ts';
import { useNotices, useNotify } from '../ui/Notices.tsx';
import { useFailureNotice } from '../ui/useFailureNotice.ts';

export interface SignedIn {
  username: string;
  can: Permissions;
  /** the area that the user's test screens start in */
  defaultArea: Area;
  /** the areas whose content the user may see */
  areas: Area[];
}

const SESSION_KEY = ['session'];
/** in localStorage; says only that somebody was signed in */
const SIGNED_IN_KEY = 'lacquer-signed-in';
export const wasSignedIn = (): boolean => localStorage.getItem(SIGNED_IN_KEY) !== null;

const Context = createContext<SignedIn | undefined>(undefined);

export function useSession(): SignedIn {
  const session = useContext(Context);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** Call it after signing in or out. Loaded data is kept only for the same user. */
export function useSessionChange(): (session: Session | null) => void {
  const client = useQueryClient();
  const { clear } = useNotices();
  return (session) => {
    if (session) currentUser.onSignedIn(session);
    else currentUser.onSignedOut();
    if (currentUser.session() !== session) return;
    if (session === null) {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== SESSION_KEY[0] });
      clear();
    }
    client.setQueryData(SESSION_KEY, session);
  };
}

/** Asks the server who is signed in. If the session has ended, the page waits for its user to sign in again. */
async function loadSession(signal: AbortSignal): Promise<Session | null> {
  const session = await sessionApi.session(signal);
  if (session) {
    currentUser.onSignedIn(session);
    // Another user's session: the page restarts, and shows nothing of it.
    return currentUser.session() === session ? session : new Promise(() => {});
  }
  const before = currentUser.session();
  if (before) void currentUser.waitForSignIn();
  else currentUser.setSignedOut();
  return before ?? null;
}

/**
 * @param signIn shown in place of the screens while nobody is signed in
 * @param signInAgain shown over the screens, for the user whose session has ended
 */
export function SessionProvider({
  signIn,
  signInAgain,
  children,
}: {
  signIn: ReactNode;
  signInAgain?: (username: string) => ReactNode;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: SESSION_KEY,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => loadSession(signal),
  });
  useFailureNotice(query.error, 'get credentials');
  useEffect(
    () =>
      currentUser.connect(() =>
        client.fetchQuery({ queryKey: SESSION_KEY, staleTime: 0, queryFn: ({ signal }) => loadSession(signal) }),
      ),
    [client],
  );
  const ended = useSyncExternalStore(currentUser.subscribe, currentUser.hasEnded);
  const session = query.data;
  useEffect(() => {
    if (session) localStorage.setItem(SIGNED_IN_KEY, 'yes');
    else if (session === null) localStorage.removeItem(SIGNED_IN_KEY);
  }, [session]);
  const notify = useNotify();
  useEffect(() => {
    if (session === undefined) return;
    const note = takeNote();
    if (session && note !== undefined) notify('info', note);
  }, [session, notify]);
  const value = useMemo((): SignedIn => {
    const can = permissionsOf(session?.roles ?? []);
    return {
      username: session?.username ?? '',
      can,
      areas: visibleAreas(can),
      defaultArea: can.embargo ? 'embargo' : 'preprod',
    };
  }, [session]);
  if (query.isPending) return null;
  if (session === null) return signIn;
  return (
    <Context value={value}>
      {children}
      {ended && signInAgain?.(value.username)}
    </Context>
  );
}
