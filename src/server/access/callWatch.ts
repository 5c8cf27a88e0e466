/**
 * Watches the calls that are being answered. A long one, an upload or a download, is cut when its caller loses the right to
 * make it: the account was disabled or lost the role, or its session or token ended, in whichever process.
 *
 *   Call
 *   watchCalls
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

export interface CallWatch {
  begin(call: Call): void;
  /** Whom an open call turned out to be about, for the audit trail: the account of a refused sign-in. */
  name(request: FastifyRequest, username: string): void;
  /** Asks again, before something is acknowledged that took long to come. @throws ApiError 401, 403 */
  assertStillAllowed(request: FastifyRequest): Promise<void>;
  close(): void;
}

/** A call's permission is checked again this often. */
const CHECK_INTERVAL_MS = 1000;

/** Signing out ends the right to sign out, and must still be answered. */
const needsNoRole = ({ permission }: Route) => permission === 'anyone' || permission === 'signedIn';

/**
 * @param permit throws ApiError when the call is not its caller's to make; anything else that it throws says nothing
 * @param ended  told of each call, once, when its answer is out or the connection is gone
 */
export function watchCalls({
  permit,
  ended,
}: {
  permit: (call: Call) => Promise<Caller>;
  ended: (call: Call) => void;
}): CallWatch {
  const calls = new Map<FastifyRequest, Call>();
  let old: readonly Call[] = [];

  async function again(call: Call): Promise<void> {
    const caller = await permit(call);
    if (caller.username !== call.who) throw unauthorized('not-signed-in', 'Sign in first.');
  }

  const timer = setInterval(() => {
    // Those that were there the last time too, and were let in.
    for (const call of old) {
      if (!calls.has(call.request) || call.admitted !== true || needsNoRole(call.route)) continue;
      again(call).catch((error: unknown) => {
        if (error instanceof ApiError) call.request.raw.socket.destroy();
      });
    }
    old = [...calls.values()];
  }, CHECK_INTERVAL_MS);
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
