/**
 * The user that this tab works for. The browser has one session for all of its tabs, and the session can end or become
 * another user's while a tab is open: after a time, by an administrator, in another tab. The tab then either waits
 * until the same user signs in again, or restarts. It never works for one user with the session of another.
 *
 *   currentUser    the session that the tab knows, and its changes
 *   headerToken    the session's token, which changing calls carry
 */
import type { Session } from '../../contract/index.ts';
import { noticeTexts } from '../texts/failures.ts';
import { restartPage } from './restartPage.ts';

/** messages between tabs: the name of the signed-in user; null: signed out */
type TabMessage = string | null;
const CHANNEL = 'lacquer-person';

let session: Session | null | undefined;
let ended = false;
let refresh: () => Promise<unknown> = () => Promise.resolve();
let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();
let waiting: ((isSameUser: boolean) => void)[] = [];

function set(next: typeof session, isEnded: boolean): void {
  session = next;
  ended = isEnded;
  for (const listener of listeners) listener();
}

/** Lets the calls that wait for the user continue or fail. */
function release(isSameUser: boolean): void {
  const all = waiting;
  waiting = [];
  for (const resolve of all) resolve(isSameUser);
}

/** @param username of the user who has signed in; null: the user signed out */
function restartFor(username: string | null): void {
  restartPage(username && session ? noticeTexts.otherUser(username, session.username) : undefined);
}

function onMessage(username: TabMessage): void {
  if (session === undefined) return;
  if (username === session?.username) {
    if (ended) void refresh();
  } else if (username === null || session) restartFor(username);
  // This tab shows the sign-in page, and somebody signed in from another tab.
  else void refresh();
}

export const currentUser = {
  /** undefined: not known yet; null: nobody */
  session: () => session,
  /** the session has ended, and the page waits for its user to sign in again */
  hasEnded: () => ended,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** @param ask asks the server who is signed in. @returns a function that stops listening to other tabs and forgets the user */
  connect(ask: () => Promise<unknown>): () => void {
    refresh = ask;
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
    return () => {
      channel?.close();
      channel = undefined;
      refresh = () => Promise.resolve();
      release(false);
      set(undefined, false);
    };
  },

  /** Somebody signed in. Calls that waited for the same user continue; for another user the page restarts. */
  onSignedIn(fresh: Session): void {
    if (session && session.username !== fresh.username) {
      currentUser.check(fresh.username);
      return;
    }
    const isNew = !session || ended;
    set(fresh, false);
    if (isNew) channel?.postMessage(fresh.username satisfies TabMessage);
    release(true);
  },

  /** Restarts the page if an answer was for another user than this tab expects. */
  check(username: string): void {
    if (session && session.username !== username) restartFor(username);
  },

  /** The server says that nobody is signed in. @returns whether the same user signed in again */
  waitForSignIn(): Promise<boolean> {
    if (!session) return Promise.resolve(false);
    if (!ended) set(session, true);
    return new Promise((resolve) => waiting.push(resolve));
  },

  /** The user signed out in this tab. */
  onSignedOut(): void {
    set(null, false);
    channel?.postMessage(null satisfies TabMessage);
    release(false);
  },

  /** Nobody was signed in when the page was loaded. */
  setSignedOut(): void {
    set(null, false);
  },

  /** Asks who is signed in now. */
  refresh: () => refresh(),
};

export const headerToken = {
  headers: (): Record<string, string> => (session ? { 'X-CSRF-Token': session.token } : {}),
};
