/**
 * Who is signed in: loaded once, kept. Without a session the sign-in page shows; when the call fails, an empty user
 * without permissions is used and a notice says so.
 *
 *   SessionProvider, useSession, permissionsOf
 *   wasSignedIn    when this browser was here last
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { ApiFailure, type Area, type Role, type Session } from '../../contract/index.ts';
import { api, headerToken } from '../api/api.ts';
import { useFailureNotice } from '../ui/useFailureNotice.ts';

export interface Permissions {
  admin: boolean;
  upload: boolean;
  test: boolean;
  embargo: boolean;
}
export interface SignedIn {
  username: string;
  can: Permissions;
  /** where this person's test screens start */
  defaultArea: Area;
  /** the areas that this person may look at */
  areas: Area[];
}

export function permissionsOf(roles: readonly Role[]): Permissions {
  const admin = roles.includes('ROLE_ADMIN');
  const embargo = admin || roles.includes('ROLE_TEST_EMBARGO');
  return { admin, embargo, test: embargo || roles.includes('ROLE_TEST'), upload: roles.includes('ROLE_UPLOAD') };
}

/** Embargo permission lists all three areas, test permission the two others: landing page of the specification. */
export const areasOf = (can: Permissions): Area[] =>
  can.embargo ? ['embargo', 'preprod', 'prod'] : can.test ? ['preprod', 'prod'] : [];

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

/** After signing in or out: everything known belongs to somebody else. */
export function useSessionChange(): (session: Session | null) => void {
  const client = useQueryClient();
  return (session) => {
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== SESSION_KEY[0] });
    client.setQueryData(SESSION_KEY, session);
  };
}

export function SessionProvider({ signIn, children }: { signIn: ReactNode; children: ReactNode }) {
  const query = useQuery({
    queryKey: SESSION_KEY,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Session | null> => {
      try {
        return await api().session({ signal });
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 401) return null;
        throw error;
      }
    },
  });
  useFailureNotice(query.error, 'get credentials');
  const session = query.data;
  headerToken.set(session?.token ?? '');
  useEffect(() => {
    if (session) localStorage.setItem(HERE_BEFORE, 'yes');
    else if (session === null) localStorage.removeItem(HERE_BEFORE);
  }, [session]);
  const value = useMemo((): SignedIn => {
    const can = permissionsOf(session?.roles ?? []);
    return {
      username: session?.username ?? '',
      can,
      areas: areasOf(can),
      defaultArea: can.embargo ? 'embargo' : 'preprod',
    };
  }, [session]);
  if (query.isPending) return null;
  if (session === null) return signIn;
  return <Context value={value}>{children}</Context>;
}
