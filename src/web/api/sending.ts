/**
 * Sends calls for the person of this tab. An answer can ask something of the person first: to sign in again, because the
 * session has ended, or to give the password, because Prod or an account changes. Then the call waits and is sent again,
 * so screens know nothing of it. One question at a time; calls that come meanwhile wait for the same answer.
 *
 *   fetchAsPerson      as fetch
 *   sendAsPerson       the same for calls that fetch cannot make, such as uploads
 *   mayTryAgain        whether a refused call may be sent again; @returns once the person has done their part
 *   questions          who shows the question for the password listens here
 */
import { ApiFailure } from '../../contract/index.ts';
import { areaElsewhere, openSessionAt } from './otherHost.ts';
import { headerToken, person } from './person.ts';

/** why it is asked, as a sentence; undefined: it is not asked any more */
type Listener = (why: string | undefined) => void;

let listener: Listener | undefined;
let waiting: Promise<boolean> | undefined;
let answer: ((confirmed: boolean) => void) | undefined;

export const questions = {
  /** @returns ends listening */
  listen(to: Listener): () => void {
    listener = to;
    return () => {
      listener = undefined;
      questions.answer(false);
    };
  },
  /** false: the person gave up */
  answer(confirmed: boolean): void {
    listener?.(undefined);
    answer?.(confirmed);
    answer = undefined;
    waiting = undefined;
  },
};

function askForPassword(why: string): Promise<boolean> {
  if (!listener) return Promise.resolve(false);
  waiting ??= new Promise((resolve) => {
    answer = resolve;
    listener?.(why);
  });
  return waiting;
}

/** Another tab signed the same person in anew, which made another token; or somebody else, who is not worked for. */
async function renewToken(): Promise<boolean> {
  const before = person.session()?.token;
  await person.renew();
  const now = person.session();
  return Boolean(now) && !person.hasEnded() && now?.token !== before;
}

interface Refusal {
  status: number;
  body: unknown;
  /** that was asked; undefined: the base address */
  url?: string | undefined;
}
interface RefusalBody {
  code?: string;
  errorMessage?: string;
}

/** @param asked what this call has asked for already: nothing is asked twice */
export async function mayTryAgain({ status, body, url }: Refusal, asked: Set<string>): Promise<boolean> {
  const { code = '', errorMessage = '' } = (body ?? {}) as RefusalBody;
  if (asked.has(code)) return false;
  asked.add(code);
  const elsewhere = url === undefined ? undefined : areaElsewhere(url);
  if (status === 401 && code === 'not-signed-in') {
    if (!elsewhere) return person.end();
    await openSessionAt(elsewhere, fetchAsPerson);
    return true;
  }
  if (status === 403 && code === 'header-token') return renewToken();
  if (status === 403 && code === 'confirm-first') return askForPassword(errorMessage);
  return false;
}

/** The header token may have changed since the call was made. */
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
const forEver = new Promise<never>(() => {});

export const fetchAsPerson: typeof fetch = async (input, init) => {
  const asked = new Set<string>();
  for (;;) {
    const response = await fetch(input, withToken(init));
    const user = response.headers.get('x-lacquer-user');
    if (user !== null && person.session() && decodeURIComponent(user) !== person.session()?.username) {
      // What is another person's must not reach this page, which is being left.
      person.isNow(decodeURIComponent(user));
      return forEver;
    }
    if (response.status !== 401 && response.status !== 403) return response;
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    const url = input instanceof Request ? input.url : String(input);
    const again = mayTryAgain({ status: response.status, body, url }, asked);
    if (!(await (init?.signal ? Promise.race([again, aborted(init.signal)]) : again))) return response;
  }
};

/** @param send asks the address; throws ApiFailure for a refused call */
export async function sendAsPerson<T>(url: string, send: () => Promise<T>): Promise<T> {
  const asked = new Set<string>();
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const { status, body } = error;
      if (!(await mayTryAgain({ status, body, url }, asked))) throw error;
    }
  }
}
