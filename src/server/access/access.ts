/**
 * Identifies callers and decides what they may do. Every call passes `authorize` before its body is read.
 *
 *   Access         turns requests into callers
 *   openAccess
 */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../contract/index.ts';
import { cutPermissions, permissionsOf } from '../../engine/permissions.ts';
import type { Caller, Mount } from '../handlers.ts';
import { type Line, writeAlone } from '../journal/journal.ts';
import { openEventThrottle } from '../platform/eventThrottle.ts';
import { ApiError, forbidden, unauthorized } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import { findApiToken } from './apiTokens.ts';
import type { Audit } from './audit.ts';
import { type Call, type CallWatch, watchCalls } from './callWatch.ts';
import { allows } from './permissions.ts';
import { scopeRefusal } from './scopes.ts';
import { findSession, type SessionLimits } from './sessions.ts';

export interface Access extends Pick<CallWatch, 'name' | 'assertStillAllowed' | 'callerNow'> {
  readonly limits: SessionLimits;
  /** Who makes a call. It is not watched, and a refusal is not recorded. @throws ApiError 401, 403 */
  permit(call: Call): Promise<Caller>;
  /** Watches a call that was permitted. */
  begin(call: Call, caller: Caller): void;
  /** Writes the counts of repeated refusals. */
  close(): Promise<void>;
  authorize(request: FastifyRequest, route: Route, mount: Mount, reply: FastifyReply): Promise<Caller>;
}

export const SESSION_COOKIE = '__Host-lacquer';
/** Each answer to a browser names the user whose session made the call: another tab may have signed in as somebody else. */
export const USER_HEADER = 'x-lacquer-user';
export const setUserHeader = (reply: FastifyReply, username: string): void => {
  reply.header(USER_HEADER, encodeURIComponent(username));
};
const HEADER_TOKEN = 'x-csrf-token';
const REFUSAL_LINE = { status: 'WARN', context: 'access' } as const;
/** Equal refusals within this time are combined into one line of the journal. */
const REPEAT_WINDOW_MS = 10 * 60_000;
const NOBODY: Caller = { username: '', roles: [], can: permissionsOf([]) };

/** The caller as handlers see it: an API token has only the permissions that its scopes leave. */
const limitToScopes = (caller: Caller): Caller =>
  caller.scopes ? { ...caller, can: cutPermissions(caller.can, caller.scopes) } : caller;

const isEqual = (a: string, b: string) => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
};

class Forbidden extends ApiError {
  readonly caller: Caller;
  constructor(
    caller: Caller,
    { code, message } = {
      code: 'not-allowed',
      message: 'Your account is not allowed to do this. An administrator can give it the role.',
    },
  ) {
    super(403, code, message);
    this.caller = caller;
  }
}

/**
 * Pages of other sites must neither change anything nor show our pictures, whatever cookies the browser sends.
 * @returns whether the call comes from a page that may not make it
 */
function isForeignPage(request: FastifyRequest, route: Route, allowedOrigins: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin !== undefined && allowedOrigins.includes(origin)) return false;
  const site = request.headers['sec-fetch-site'];
  // A user follows a link in the web app on another host of ours. The page with the link cannot see the answer.
  const followed = request.headers['sec-fetch-mode'] === 'navigate' && request.headers['sec-fetch-dest'] === 'document';
  const reads = route.method === 'GET' && route.changes !== true;
  if (allowedOrigins.length > 0 && site === 'same-site' && followed && reads && origin === undefined) return false;
  const foreign = site === 'cross-site' || site === 'same-site';
  const guarded = route.changes === true || route.method !== 'GET' || route.media?.startsWith('image/') === true;
  const otherOrigin = origin !== undefined && URL.parse(origin)?.host !== request.host;
  return guarded && (foreign || otherOrigin);
}

export function openAccess(
  database: Database,
  options: {
    limits: SessionLimits;
    publicProdPictures: boolean;
    corsOrigins: readonly string[];
    audit: Audit;
    now?: () => number;
  },
): Access {
  const now = options.now ?? database.clock.now;
  const pendingWrites = new Set<Promise<void>>();
  const refusals = openEventThrottle<Line>({
    windowMs: REPEAT_WINDOW_MS,
    report(line = { ...REFUSAL_LINE, message: 'Refused: calls of many kinds', who: 'system' }, times) {
      const written = writeAlone(database, { ...line, message: `${line.message}, ${times} more times` });
      // The refusals stood; the database reports its own failures.
      const ended = written.catch(() => {}).finally(() => pendingWrites.delete(ended));
      pendingWrites.add(ended);
    },
  });
  const watch = watchCalls({ permit, onEnd: options.audit.recordCall });

  async function callerOf({ request, reply, route }: Omit<Call, 'mount'>): Promise<Caller> {
    // Health is public, also while the database with the sessions is unreachable.
    if (route.everyProcess) return NOBODY;
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (bearer !== undefined) {
      const identity = await findApiToken(database, bearer, now());
      if (!identity) throw unauthorized('bad-token', 'The API token is unknown, expired or revoked.');
      return { ...identity, can: permissionsOf(identity.roles) };
    }
    const cookie = request.cookies[SESSION_COOKIE];
    const session = cookie === undefined ? undefined : await findSession(database, cookie, now(), options.limits);
    if (!session) return NOBODY;
    setUserHeader(reply, session.username);
    if (route.changes === true) {
      const token = request.headers[HEADER_TOKEN];
      if (typeof token !== 'string' || !isEqual(token, session.csrfToken)) {
        throw forbidden(
          'header-token',
          'This call changes something and needs the session’s header token. Sign in again.',
        );
      }
    }
    return { username: session.username, roles: session.roles, can: permissionsOf(session.roles), session };
  }

  async function permit({ request, reply, route, mount }: Call): Promise<Caller> {
    const isPublic =
      options.publicProdPictures && route.permission === 'pictures' && mount.area === 'prod' && !mount.base;
    if (isForeignPage(request, route, options.corsOrigins)) {
      // Other sites get only public answers, whoever is looking at them.
      if (isPublic) return NOBODY;
      throw forbidden('foreign-page', 'This call is not open to pages of other sites.');
    }
    const caller = await callerOf({ request, reply, route });
    if (isPublic) return limitToScopes(caller);
    if (!allows(route, caller.can, mount, caller.username !== '')) {
      if (caller.username === '') throw unauthorized('not-signed-in', 'Sign in first.');
      throw new Forbidden(caller);
    }
    const refusal = scopeRefusal(route, mount, caller);
    if (refusal) throw new Forbidden(caller, refusal);
    return limitToScopes(caller);
  }

  return {
    limits: options.limits,
    name: watch.name,
    assertStillAllowed: watch.assertStillAllowed,
    callerNow: watch.callerNow,
    permit,
    begin(call, caller) {
      watch.begin(Object.assign(call, { who: caller.username, admitted: true as const }));
    },
    async close() {
      watch.close();
      refusals.close();
      await Promise.allSettled(pendingWrites);
    },
    async authorize(request, route, mount, reply) {
      const call: Call = { request, reply, route, mount };
      watch.begin(call);
      try {
        const caller = await permit(call);
        call.who = caller.username;
        call.admitted = true;
        return caller;
      } catch (error) {
        if (!(error instanceof Forbidden)) throw error;
        call.who = error.caller.username;
        const what = `${route.method} ${mount.prefix}${route.path}`;
        const line: Line = { ...REFUSAL_LINE, message: `Refused: ${what}`, who: error.caller.username };
        // The refusal stands even if the journal cannot be written.
        if (refusals.isFirst(`${line.who} ${what}`, line)) await writeAlone(database, line).catch(() => {});
        throw error;
      }
    },
  };
}
