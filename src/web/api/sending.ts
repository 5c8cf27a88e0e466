/**
 * Sends calls for the current user. An answer can require something from the user first: to sign in again because the
 * session has ended, or to enter the password because Prod or an account changes. The call then waits and is sent
 * again, unnoticed by the screens. There is one prompt at a time; calls that need the same answer wait for it.
 *
 *   fetchAsUser        as fetch
 *   sendAsUser         the same for calls that do not use fetch, such as uploads
 *   mayRetry           whether a refused call may be sent again, as soon as the user has answered
 *   passwordPrompt     connects the dialog that asks for the password
 */
import { ApiFailure } from '../../contract/index.ts';
import { currentUser, headerToken } from './currentUser.ts';
import { areaOnOtherHost, openSessionAt } from './otherHost.ts';

/** @param reason why the password is needed, as a sentence; undefined: it is no longer needed */
type Listener = (reason: string | undefined) => void;

let listener: Listener | undefined;
let waiting: Promise<boolean> | undefined;
let answer: ((confirmed: boolean) => void) | undefined;

export const passwordPrompt = {
  /** @returns stops listening */
  listen(to: Listener): () => void {
    listener = to;
    return () => {
      listener = undefined;
      passwordPrompt.answer(false);
    };
  },
  /** @param confirmed false: the user gave up */
  answer(confirmed: boolean): void {
    listener?.(undefined);
    answer?.(confirmed);
    answer = undefined;
    waiting = undefined;
  },
};

function askForPassword(reason: string): Promise<boolean> {
  if (!listener) return Promise.resolve(false);
  waiting ??= new Promise((resolve) => {
    answer = resolve;
    listener?.(reason);
  });
  return waiting;
}

/**
 * Another tab has signed in the same user again, so the token is another one. If it was another user, the page restarts.
 * @returns whether there is a new token
 */
async function renewToken(): Promise<boolean> {
  const before = currentUser.session()?.token;
  await currentUser.refresh();
  const now = currentUser.session();
  return Boolean(now) && !currentUser.hasEnded() && now?.token !== before;
}

interface Refusal {
  status: number;
  body: unknown;
  /** area of the call; undefined: at the base address */
  url?: string | undefined;
}
interface RefusalBody {
  code?: string;
  errorMessage?: string;
}

/** @param handled the codes that this call was refused with before: the user is never prompted twice for one of them */
export async function mayRetry({ status, body, url }: Refusal, handled: Set<string>): Promise<boolean> {
  const { code = '', errorMessage = '' } = (body ?? {}) as RefusalBody;
  if (handled.has(code)) return false;
  handled.add(code);
  if (status === 401 && code === 'not-signed-in') {
    const otherHost = url === undefined ? undefined : areaOnOtherHost(url);
    if (!otherHost) return currentUser.waitForSignIn();
    await openSessionAt(otherHost, fetchAsUser);
    return true;
  }
  if (status === 403 && code === 'header-token') return renewToken();
  if (status === 403 && code === 'confirm-first') return askForPassword(errorMessage);
  return false;
}

/** The header token may have changed since the call was prepared. */
function withToken(init: RequestInit | undefined): RequestInit | undefined {
  const headers = new Headers(init?.headers);
  if (!headers.has('X-CSRF-Token')) return init;
  for (const [name, value] of Object.entries(headerToken.headers())) headers.set(name, value);
  return { ...init, headers };
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
const never = new Promise<never>(() => {});

export const fetchAsUser: typeof fetch = async (input, init) => {
  const handled = new Set<string>();
  for (;;) {
    const response = await fetch(input, withToken(init));
    const user = response.headers.get('x-lacquer-user');
    if (user !== null && currentUser.session() && decodeURIComponent(user) !== currentUser.session()?.username) {
      // The page restarts: another user's answer must not reach it.
      currentUser.check(decodeURIComponent(user));
      return never;
    }
    if (response.status !== 401 && response.status !== 403) return response;
    const body: unknown = await response
      .clone()
      .json()
      // A proxy's page: it is no answer of ours to act upon.
      .catch(() => undefined);
    const url = input instanceof Request ? input.url : String(input);
    const again = mayRetry({ status: response.status, body, url }, handled);
    if (!(await (init?.signal ? Promise.race([again, aborted(init.signal)]) : again))) return response;
  }
};

/** @param send sends the call; throws ApiFailure if it is refused */
export async function sendAsUser<T>(url: string, send: () => Promise<T>): Promise<T> {
  const handled = new Set<string>();
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const { status, body } = error;
      if (!(await mayRetry({ status, body, url }, handled))) throw error;
    }
  }
}
