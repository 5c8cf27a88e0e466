/**
 * Watches the calls in progress. A long one, an upload or a download, is cut when its caller loses the right to make it: when
 * the account is disabled or loses the role, or when its session or token ends, in any process.
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
  /** the caller's authenticated name, even if the caller may not make the call */
  who?: string;
  admitted?: true;
}

export interface CallWatch {
  begin(call: Call): void;
  /** Sets the account that an open call is about, for the audit trail: that of a refused sign-in. */
  name(request: FastifyRequest, username: string): void;
  /** Checks the permission again before an upload that took long is acknowledged. @throws ApiError 401, 403 */
  assertStillAllowed(request: FastifyRequest): Promise<void>;
  /** The caller of an open call as of now, for long-lived answers. @throws ApiError 401, 403 */
  callerNow(request: FastifyRequest): Promise<Caller>;
  close(): void;
}

/** A call's permission is checked again this often. */
const CHECK_INTERVAL_MS = 1000;

/** Signing out ends the right to sign out, and must still be answered. */
const needsNoRole = ({ permission }: Route) => permission === 'anyone' || permission === 'signedIn';

/**
 * @param permit throws ApiError if the caller may not make the call; other errors decide nothing and are ignored
 * @param onEnd  called once for each call, when its answer is sent or the connection is lost
 */
export function watchCalls({
  permit,
  onEnd,
}: {
  permit: (call: Call) => Promise<Caller>;
  onEnd: (call: Call) => void;
}): CallWatch {
  const calls = new Map<FastifyRequest, Call>();
  /** the calls that were already open at the last check */
  let older: readonly Call[] = [];

  async function recheck(call: Call): Promise<Caller> {
    const caller = await permit(call);
    if (caller.username !== call.who) throw unauthorized('not-signed-in', 'Sign in first.');
    return caller;
  }

  const timer = setInterval(() => {
    // Calls that end before the second check are short and need no check.
    for (const call of older) {
      if (!calls.has(call.request) || call.admitted !== true || needsNoRole(call.route)) continue;
      recheck(call).catch((error: unknown) => {
        if (error instanceof ApiError) call.request.raw.socket.destroy();
      });
    }
    older = [...calls.values()];
  }, CHECK_INTERVAL_MS);
  timer.unref();

  return {
    begin(call) {
      calls.set(call.request, call);
      call.reply.raw.once('close', () => {
        calls.delete(call.request);
        onEnd(call);
      });
    },
    name(request, username) {
      const call = calls.get(request);
      if (call) call.who = username;
    },
    async assertStillAllowed(request) {
      const call = calls.get(request);
      if (call) await recheck(call);
    },
    async callerNow(request) {
      const call = calls.get(request);
      if (!call) throw unauthorized('not-signed-in', 'The connection has ended.');
      return recheck(call);
    },
    close: () => clearInterval(timer),
  };
}
