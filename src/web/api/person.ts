/**
 * The person that this tab works for. The browser has one session for all of its tabs, and it can end or become somebody
 * else's while a tab is open: by time, by an administrator, in another tab. Then this tab either waits for the same person to
 * sign in again and goes on, or starts anew; it never works on for one person with the session of another.
 *
 *   person         the session that the tab knows, and what happens to it
 *   headerToken    the session's token, which changing calls carry
 */
import type { Session } from '../../contract/index.ts';
import { startAnew } from './startAnew.ts';

/** what tabs tell each other: the signed-in user's name; null: signed out */
type Told = string | null;
const CHANNEL = 'lacquer-person';

let session: Session | null | undefined;
let ended = false;
let renew: () => Promise<unknown> = () => Promise.resolve();
let channel: BroadcastChannel | undefined;
const listeners = new Set<() => void>();
let waiting: ((sameAgain: boolean) => void)[] = [];

function set(next: typeof session, isEnded: boolean): void {
  session = next;
  ended = isEnded;
  for (const listener of listeners) listener();
}

function release(sameAgain: boolean): void {
  const all = waiting;
  waiting = [];
  for (const one of all) one(sameAgain);
}

function hear(told: Told): void {
  if (session === undefined) return;
  if (told === session?.username) {
    if (ended) void renew();
  } else if (told === null || session) startAnew(told === null ? undefined : session?.username);
  // On the sign-in page of a browser where somebody has signed in meanwhile.
  else void renew();
}

export const person = {
  /** undefined: not known yet; null: nobody */
  session: () => session,
  /** the session is over, and the page waits for its person to sign in again */
  hasEnded: () => ended,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** @param ask asks the server who is signed in. @returns ends listening to other tabs, and forgets who it was */
  open(ask: () => Promise<unknown>): () => void {
    renew = ask;
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
    return () => {
      channel?.close();
      channel = undefined;
      renew = () => Promise.resolve();
      release(false);
      set(undefined, false);
    };
  },

  /** Somebody is signed in. Calls that waited for the same person go on; for somebody else the page starts anew. */
  begin(fresh: Session): void {
    if (session && session.username !== fresh.username) {
      person.isNow(fresh.username);
      return;
    }
    const isNews = !session || ended;
    set(fresh, false);
    if (isNews) channel?.postMessage(fresh.username satisfies Told);
    release(true);
  },

  /** An answer was for somebody else than this tab believes. */
  isNow(username: string): void {
    if (session && session.username !== username) startAnew(session.username);
  },

  /** The server says that nobody is signed in. @returns whether the same person signed in again */
  end(): Promise<boolean> {
    if (!session) return Promise.resolve(false);
    if (!ended) set(session, true);
    return new Promise((resolve) => waiting.push(resolve));
  },

  /** Signed out in this tab. */
  leave(): void {
    set(null, false);
    channel?.postMessage(null satisfies Told);
    release(false);
  },

  /** Nobody was signed in when the page was loaded. */
  isNobody(): void {
    set(null, false);
  },

  /** Asks who is signed in now. */
  renew: () => renew(),
};

export const headerToken = {
  headers: (): Record<string, string> => (session ? { 'X-CSRF-Token': session.token } : {}),
};
