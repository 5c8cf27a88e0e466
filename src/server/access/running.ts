/**
 * The calls that are being answered. One that takes long, an upload or a download, ends when its caller may not make it
 * any more: the account was disabled, lost the role, or its session or token ended, by whichever process.
 *
 *   Call
 *   openRunning
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../contract/index.ts';
import type { Caller, Mount } from '../handlers.ts';
import { ApiError, unauthorized } from '../platform/http/errors.ts';

export interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly route: Route;
  readonly mount: Mount;
  /** the caller's name as far as it is proven, also of one who may not call */
  who?: string;
  admitted?: true;
}

export interface Running {
  begin(call: Call): void;
  /** Whom an open call turned out to be about, for the audit trail: the account of a refused sign-in. */
  name(request: FastifyRequest, username: string): void;
  /** Asks again, before something is acknowledged that took long to come. @throws ApiError 401, 403 */
  assertStillAllowed(request: FastifyRequest): Promise<void>;
  close(): void;
}

/** milliseconds: a call is asked about so long after it began, and again each time */
const ASK_EVERY = 1000;

/** Signing out ends the right to sign out, and must be answered all the same. */
const ofNobody = ({ permission }: Route) => permission === 'anyone' || permission === 'signedIn';

/**
 * @param permit throws ApiError when the call is not its caller's to make; anything else that it throws says nothing
 * @param ended  told of each call, once, when its answer is out or the connection is gone
 */
export function openRunning({
  permit,
  ended,
}: {
  permit: (call: Call) => Promise<Caller>;
  ended: (call: Call) => void;
}): Running {
  const calls = new Map<FastifyRequest, Call>();
  let old: readonly Call[] = [];

  async function again(call: Call): Promise<void> {
    const caller = await permit(call);
    if (caller.username !== call.who) throw unauthorized('not-signed-in', 'Sign in first.');
  }

  const timer = setInterval(() => {
    // Those that were there the last time too, and were let in.
    for (const call of old) {
      if (!calls.has(call.request) || call.admitted !== true || ofNobody(call.route)) continue;
      again(call).catch((error: unknown) => {
        if (error instanceof ApiError) call.request.raw.socket.destroy();
      });
    }
    old = [...calls.values()];
  }, ASK_EVERY);
  timer.unref();

  return {
    begin(call) {
      calls.set(call.request, call);
      call.reply.raw.once('close', () => {
        calls.delete(call.request);
        ended(call);
      });
    },
    name(request, username) {
      const call = calls.get(request);
      if (call) call.who = username;
    },
    async assertStillAllowed(request) {
      const call = calls.get(request);
      if (call) await again(call);
    },
    close: () => clearInterval(timer),
  };
}
