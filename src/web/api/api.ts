/**
 * The typed client for the base address and for every area's address.
 *
 *   api            the calls, at an area's address or at the base address
 *   sessionApi     the calls about who is signed in. If refused, they do not prompt the user
 */
import { ApiFailure, type Area, type Client, createClient, type Session } from '../../contract/index.ts';
import { addressOf } from '../app/environment.ts';
import type { BrowserCalls } from './browserCalls.ts';
import { headerToken } from './currentUser.ts';
import { unreachableMessage } from './otherHost.ts';
import { fetchAsUser } from './sending.ts';
import { wire } from './wire.ts';

export type Api = Client<BrowserCalls>;
/** keyed by area and address, because tests change the address */
const clients = new Map<string, Api>();

export function api(area?: Area): Api {
  const base = addressOf(area);
  const key = `${area} ${base}`;
  const known = clients.get(key);
  if (known) return known;
  const fresh = createClient<BrowserCalls>(wire, {
    base,
    changeHeaders: headerToken.headers,
    fetch: fetchAsUser,
    ...unreachableMessage(area),
  });
  clients.set(key, fresh);
  return fresh;
}

const plainApi = (token: string | undefined): Api =>
  createClient<BrowserCalls>(wire, {
    base: addressOf(),
    ...unreachableMessage(undefined),
    changeHeaders: (): Record<string, string> => (token === undefined ? {} : { 'X-CSRF-Token': token }),
  });

export const sessionApi = {
  /** null if nobody is signed in */
  async session(signal?: AbortSignal): Promise<Session | null> {
    try {
      return await plainApi(undefined).session({ ...(signal && { signal }) });
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) return null;
      throw error;
    }
  },
  signIn: (username: string, password: string): Promise<Session> =>
    plainApi(undefined).signIn({ body: { username, password } }),
  /**
   * Ends the session that the browser has now, if it has one.
   * @returns the address where signing out continues, or null
   */
  async signOut(): Promise<string | null> {
    const session = await sessionApi.session();
    return (await plainApi(session?.token).signOut()).next;
  },
};
