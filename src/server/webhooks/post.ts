/**
 * Sends one signed message (Standard Webhooks): to the address that was checked, without following redirects, with a
 * time limit, and without reading the answer beyond its status.
 *
 *   makeSigningSecret, signatureOf
 *   post, Outcome
 */
import { createHmac, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { traceParent } from '../platform/tracing.ts';
import { NotAllowed, type Targets } from './targets.ts';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

export const makeSigningSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** @param seconds epoch seconds, as in the header */
export function signatureOf(
  secret: string,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

export interface Outcome {
  delivered: boolean;
  /** HTTP status; null: no answer */
  status: number | null;
  /** a sentence; null: delivered */
  failure: string | null;
  /** 410: the receiver wants no further messages */
  isGone: boolean;
}

/** Explains a failure without repeating the receiver's answer, which may come from inside the network. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof NotAllowed) return error.message;
  const { code = '', name = '' } = error as { code?: string; name?: string };
  if (name === 'TimeoutError' || name === 'AbortError') return `It did not answer within ${timeoutMs / 1000} seconds.`;
  if (code === 'ECONNREFUSED') return 'Nothing answers there.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'There is no address for its name.';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'It closed the connection before it answered.';
  if (/CERT|SIGNED|UNABLE_TO|TLS|SSL/.test(code)) return `Its certificate is not trusted (${code}).`;
  if (code.startsWith('HPE_')) return 'It answered something that is not HTTP.';
  return `It could not be reached${code === '' ? '' : ` (${code})`}.`;
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { delivered: true, status, failure: null, isGone: false };
  const failure =
    status >= 300 && status < 400
      ? `It answered ${status}. Redirects are not followed: use the address that it leads to.`
      : `It answered ${status}.`;
  return { delivered: false, status, failure, isGone: status === 410 };
}

async function statusOf(
  targets: Targets,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const resolved = targets.addressOf(url);
  // Name resolution has no time limit of its own, so stop waiting for it when the time is up.
  const { address, family } = await Promise.race([
    resolved,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  ]);
  const pinned: LookupFunction = (_host, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = send(url, { method: 'POST', headers, lookup: pinned, agent: false, signal }, (answer) => {
    resolve(answer.statusCode ?? 0);
    answer.destroy();
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** Never throws. @param now epoch milliseconds */
export async function post(
  targets: Targets,
  {
    url,
    secret,
    id,
    body,
    now,
    timeoutMs,
  }: { url: string; secret: string; id: string; body: string; now: number; timeoutMs: number },
): Promise<Outcome> {
  const seconds = Math.floor(now / 1000);
  const trace = traceParent();
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Lacquer',
    ...(trace !== undefined && { traceparent: trace }),
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatureOf(secret, { id, seconds, body }),
  };
  try {
    targets.check(url);
    return outcomeOf(await statusOf(targets, new URL(url), headers, body, AbortSignal.timeout(timeoutMs)));
  } catch (error) {
    return { delivered: false, status: null, failure: reasonOf(error, timeoutMs), isGone: false };
  }
}
