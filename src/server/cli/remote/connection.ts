/**
 * The connection of a command to a remote server: its address, the API token, and retries.
 *
 *   Connection, connect
 *   NotConnected      the server cannot be reached: wrong address, no network, token refused
 *   WrongUsage        nothing was asked
 *   PATIENCE_MS
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  ApiFailure,
  type Area,
  type Client,
  createClient,
  isInProgress,
  routes,
  type WireOf,
} from '../../../contract/index.ts';
import { CLIENT_SETTINGS } from '../../config.ts';

export class NotConnected extends Error {}
/** What the command line or the environment says cannot be meant. */
export class WrongUsage extends NotConnected {}

export interface Connection {
  /** without a slash at the end */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly client: Client<typeof routes>;
  /**
   * Repeats a call until there is an answer, for up to five minutes: networks fail and servers restart. Only for calls
   * that change nothing, and for those with an Idempotency-Key.
   * @throws NotConnected; ApiFailure if the server refuses; the signal's reason
   */
  patiently<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** aborted by Ctrl-C */
  readonly signal: AbortSignal;
}

/** How long the server may be unreachable before a command gives up. */
export const PATIENCE_MS = 5 * 60_000;
const PAUSES_MS = [500, 1000, 2000, 5000, 10_000];
/** A call that waits for changes takes 20 seconds. */
const CALL_TIMEOUT_MS = 60_000;
/** 0: no answer. The others come from proxies, and from servers that are starting or busy. */
const TEMPORARY_STATUSES = [0, 429, 502, 503, 504];

/** The answers are not checked against the schemas, so that a command can talk to a server of another version. */
const wire = Object.fromEntries(
  Object.entries(routes).map(([name, { answer, ...route }]) => [name, route]),
) as unknown as WireOf<typeof routes>;

const LOCAL = /^(localhost|127\..*|\[::1\])$/;

function addressOf(text: string | undefined): URL {
  if (text === undefined || text === '') {
    throw new WrongUsage(`Which server? Set ${CLIENT_SETTINGS.url}, or pass --url https://lacquer.example.com.`);
  }
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') {
    throw new WrongUsage(`"${text}" is not the address of a server, such as https://lacquer.example.com.`);
  }
  if (url.protocol === 'http:' && !LOCAL.test(url.hostname)) {
    console.error(`Warning: ${url.origin} is not https. Anyone who can read the traffic can take the token.`);
  }
  return url;
}

/** Codes of Node's TLS for certificates of authorities that it does not know. */
const UNKNOWN_AUTHORITY = new Set([
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

/** Explains why there was no answer, which fetch hides in the error's cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ');
  if (error.cause !== undefined) return reasonOf(error.cause);
  return UNKNOWN_AUTHORITY.has(String((error as { code?: unknown }).code))
    ? `its certificate was not issued by an authority that this machine trusts (${error.message}). NODE_EXTRA_CA_CERTS names the file of your own authority.`
    : error.message;
}

/**
 * Checks address and token with a call, so that a mistake shows before anything is sent.
 * @param given the server's address; absent: LACQUER_URL
 * @param area whose lists and pictures the calls are about; absent: calls about all areas
 * @throws NotConnected
 */
export async function connect(given: string | undefined, signal: AbortSignal, area?: Area): Promise<Connection> {
  const address = addressOf((given ?? process.env[CLIENT_SETTINGS.url])?.trim());
  const token = process.env[CLIENT_SETTINGS.token]?.trim() ?? '';
  if (token === '') {
    const how = 'An administrator makes one under Administration, Users, or with "lacquer token create".';
    throw new WrongUsage(`Set ${CLIENT_SETTINGS.token} to an API token. ${how}`);
  }
  let url = `${address.origin}${address.pathname}`;
  while (url.endsWith('/')) url = url.slice(0, -1);
  const headers = { authorization: `Bearer ${token}` };
  const clientAt = (base: string) =>
    createClient<typeof routes>(wire, {
      base,
      headers: () => headers,
      async fetch(target, init) {
        const signals = [AbortSignal.timeout(CALL_TIMEOUT_MS), signal, ...(init?.signal ? [init.signal] : [])];
        const answer = await fetch(target, { ...init, redirect: 'manual', signal: AbortSignal.any(signals) });
        if (answer.status < 300 || answer.status > 399) return answer;
        throw new NotConnected(`${url} leads to ${answer.headers.get('location')}. Use the address that it leads to.`);
      },
    });

  /** @throws the error as the command should report it */
  const explain = (error: unknown): never => {
    signal.throwIfAborted();
    if (error instanceof SyntaxError) throw new NotConnected(`${url} is not a Lacquer server.`);
    if (!(error instanceof ApiFailure)) throw error;
    const cause = error.cause;
    if (cause instanceof NotConnected) throw cause;
    if (error.status === 401) throw new NotConnected(error.message, { cause: error });
    if (!TEMPORARY_STATUSES.includes(error.status)) throw error;
    throw new NotConnected(error.status > 0 ? error.message : `${url} cannot be reached: ${reasonOf(cause)}`, {
      cause: error,
    });
  };

  // No area has this call.
  await clientAt(url).user({ signal }).catch(explain);
  return {
    url,
    headers,
    client: clientAt(area === undefined ? url : `${url}/${area}`),
    signal,
    async patiently(call) {
      const until = performance.now() + PATIENCE_MS;
      for (let round = 0; ; round += 1) {
        try {
          return await call(signal);
        } catch (error) {
          const isPassing =
            error instanceof ApiFailure && (TEMPORARY_STATUSES.includes(error.status) || isInProgress(error));
          if (signal.aborted || !isPassing || performance.now() > until) return explain(error);
          // It fails only when it is aborted, which the next round sees.
          await wait(PAUSES_MS[Math.min(round, PAUSES_MS.length - 1)], undefined, { signal }).catch(() => {});
        }
      }
    },
  };
}
