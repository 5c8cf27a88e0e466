/**
 * Who is signed in: loaded once, kept. Without a session the sign-in page shows; when it ends later, it shows over the screens,
 * which wait as they are. When the call fails, an empty user without permissions is used and a notice says so.
 *
 *   SessionProvider, useSession
 *   wasSignedIn    when this browser was here last
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Area, Session } from '../../contract/index.ts';
import { type Permissions, permissionsOf, visibleAreas } from '../../engine/permissions.ts';
import { sessionApi } from '../api/api.ts';
import { person } from '../api/person.ts';
import { startedAnewFor } from '../api/startAnew.ts';
import { useNotify } from '../ui/Notices.tsx';
import { useFailureNotice } from '../ui/useFailureNotice.ts';

export interface SignedIn {
  username: string;
  can: Permissions;
  /** where this person's test screens start */
  defaultArea: Area;
  /** the areas that this person may look at */
  areas: Area[];
}

const SESSION_KEY = ['session'];
/** in localStorage; says nothing but that there was somebody */
const HERE_BEFORE = 'lacquer-signed-in';
export const wasSignedIn = (): boolean => localStorage.getItem(HERE_BEFORE) !== null;

const Context = createContext<SignedIn | undefined>(undefined);

export function useSession(): SignedIn {
  const session = useContext(Context);
  if (!session) throw new Error('useSession stands inside SessionProvider');
  return session;
}

/** After signing in or out: everything known belongs to somebody else, but for the person who comes back. */
export function useSessionChange(): (session: Session | null) => void {
  const client = useQueryClient();
  return (session) => {
    if (session) person.begin(session);
    else person.leave();
    if (person.session() !== session) return;
    if (session === null) client.removeQueries({ predicate: (query) => query.queryKey[0] !== SESSION_KEY[0] });
    client.setQueryData(SESSION_KEY, session);
  };
}

/** Who is signed in, as the server says. One who was there and is no longer is waited for. */
async function askWho(signal: AbortSignal): Promise<Session | null> {
  const session = await sessionApi.session(signal);
  if (session) {
    person.begin(session);
    // Somebody else's session: the page is being left, and shows nothing of it.
    return person.session() === session ? session : new Promise(() => {});
  }
  const before = person.session();
  if (before) void person.end();
  else person.isNobody();
  return before ?? null;
}

/**
 * @param signIn in place of the screens, while nobody is signed in
 * @param signInAgain over the screens, for the user whose session has ended
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
    queryFn: ({ signal }) => askWho(signal),
  });
  useFailureNotice(query.error, 'get credentials');
  useEffect(
    () =>
      person.open(() =>
        client.fetchQuery({ queryKey: SESSION_KEY, staleTime: 0, queryFn: ({ signal }) => askWho(signal) }),
      ),
    [client],
  );
  const ended = useSyncExternalStore(person.subscribe, person.hasEnded);
  const session = query.data;
  useEffect(() => {
    if (session) localStorage.setItem(HERE_BEFORE, 'yes');
    else if (session === null) localStorage.removeItem(HERE_BEFORE);
  }, [session]);
  const notify = useNotify();
  useEffect(() => {
    const before = session && startedAnewFor();
    if (before === undefined || !session) return;
    notify('info', `You are now signed in as ${session.username}. This page belonged to ${before} and was reloaded.`);
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
