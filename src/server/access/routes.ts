/**
 * Signing in and out, who is signed in, and one's own password.
 *
 *   accessHandlers
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { accessRoutes } from '../../contract/access.ts';
import type { Role } from '../../contract/index.ts';
import { writeAlone } from '../journal/journal.ts';
import type { Database } from '../platform/database/database.ts';
import { forbidden, tooMany, unauthorized } from '../platform/http/errors.ts';
import type { Caller, Serves } from '../serves.ts';
import { type Access, nameUser, SESSION_COOKIE } from './access.ts';
import type { Confirmation } from './confirm.ts';
import type { Oidc } from './oidc.ts';
import { oidcHandlers } from './oidcRoutes.ts';
import { type Proven, provenUser } from './provenUsers.ts';
import { closeSession, closeSessionOfCookie, openSession } from './sessions.ts';
import { SignInFailure } from './signInFailure.ts';
import { userHandlers } from './userRoutes.ts';
import { accountNamed, checkPassword, rolesIn, setPassword, sourceOf } from './users.ts';

const signedIn = (caller: Caller) => {
  if (caller.username === '') throw unauthorized('not-signed-in', 'Sign in first.');
  return { username: caller.username, roles: [...caller.roles] as Role[] };
};

export function accessHandlers({
  app,
  database,
  access,
  signInPerMinute,
  confirmation,
  oidc,
  proxy,
}: {
  app: FastifyInstance;
  database: Database;
  access: Access;
  signInPerMinute: number;
  confirmation: Confirmation;
  /** undefined: local accounts only */
  oidc: Oidc | undefined;
  /** whom a trusted proxy names */
  proxy: ((request: FastifyRequest) => Proven | undefined) | undefined;
}): Serves<typeof accessRoutes> {
  const window = { max: signInPerMinute, timeWindow: 60_000 };
  const byAddress = app.createRateLimit({
    ...window,
    max: signInPerMinute * 5,
    keyGenerator: (r) => `address ${r.ip}`,
  });
  const byAccount = app.createRateLimit({
    ...window,
    keyGenerator: (r) => `account ${(r.body as { username: string }).username.toLowerCase()}`,
  });
  const bySession = app.createRateLimit({ ...window, keyGenerator: (r) => `session ${r.cookies[SESSION_COOKIE]}` });
  const limited = async (request: FastifyRequest, limits: (typeof byAddress)[]) => {
    for (const limit of limits) {
      const found = await limit(request);
      if (!found.isAllowed && found.isExceeded) {
        throw tooMany('too-many-sign-ins', 'Too many attempts to sign in. Wait a minute and try again.', {
          retryAfter: found.ttlInSeconds,
        });
      }
    }
  };

  /** A new session and its cookie; the one that the browser held before ends. @returns the header token */
  const begin = async (request: FastifyRequest, reply: FastifyReply, username: string): Promise<string> => {
    const before = request.cookies[SESSION_COOKIE];
    if (before !== undefined) await closeSessionOfCookie(database, before);
    const { id, csrfToken } = await openSession(database, username, Date.now(), access.limits);
    nameUser(reply, username);
    reply.setCookie(SESSION_COOKIE, id, {
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'lax',
      maxAge: Math.floor(access.limits.max / 1000),
    });
    return csrfToken;
  };

  const namedByProxy = async (request: FastifyRequest): Promise<string | undefined> => {
    try {
      const proven = proxy?.(request);
      return proven && (await provenUser(database, proven, Date.now()));
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      throw forbidden(error.code, `The proxy’s sign-in is refused (${error.code}). An administrator can help.`);
    }
  };

  return {
    ...oidcHandlers({ database, oidc, begin, limited: (request) => limited(request, [byAddress]) }),
    ...userHandlers({ database, limits: access.limits }),
    changePassword: async ({ body, caller, request }) => {
      const { username, session } = caller;
      if (!session) throw forbidden('needs-a-session', 'A password is changed by its owner, signed in with it.');
      await limited(request, [byAddress, bySession]);
      if (!(await checkPassword(database, username, body.current))) {
        throw forbidden('wrong-password', 'The current password is wrong.');
      }
      const ended = await setPassword(database, username, body.wanted, Date.now(), {
        by: username,
        except: session.idHash,
      });
      const tokens = ended.tokens === 0 ? '' : ' Your API tokens are revoked: scripts that use them need new ones.';
      return { message: `Password changed. Your other sessions have ended.${tokens}` };
    },
    user: ({ caller }) => signedIn(caller),
    session: async ({ caller, request, reply }) => {
      const username = await namedByProxy(request);
      if (username !== undefined && (caller.session === undefined || caller.username !== username)) {
        const token = await begin(request, reply, username);
        const message = `${username} signed in by the proxy.`;
        await writeAlone(database, { status: 'INFO', context: 'sign-in', message, who: username });
        return { username, roles: await rolesIn(database, username), token };
      }
      return { ...signedIn(caller), token: caller.session?.csrfToken ?? '' };
    },
    signIn: async ({ body, request, reply }) => {
      await limited(request, [byAddress, byAccount]);
      const identity = await checkPassword(database, body.username, body.password);
      const account = await accountNamed(database, body.username);
      if (account !== undefined) access.name(request, account);
      const refused = account === undefined ? 'Sign-in refused: no such user.' : `Sign-in as ${account} refused.`;
      await writeAlone(database, {
        status: identity ? 'INFO' : 'WARN',
        context: 'sign-in',
        message: identity ? `${identity.username} signed in.` : refused,
        who: identity?.username ?? 'anonymous',
      });
      if (!identity) throw unauthorized('wrong-password', 'User name or password is wrong.');
      const csrfToken = await begin(request, reply, identity.username);
      return { ...identity, token: csrfToken };
    },
    confirmSession: async ({ body, caller, request }) => {
      await limited(request, [byAddress, bySession]);
      await confirmation.confirm(caller, body.password);
      return { message: 'Confirmed.' };
    },
    signOut: async ({ caller, reply }) => {
      if (caller.session) {
        await closeSession(database, caller.session.idHash);
        const message = `${caller.username} signed out.`;
        await writeAlone(database, { status: 'INFO', context: 'sign-in', message, who: caller.username });
      }
      reply
        .clearCookie(SESSION_COOKIE, { path: '/', secure: true, httpOnly: true, sameSite: 'lax' })
        .header('clear-site-data', '"cache", "storage"');
      // Signed out here in any case; that the provider is away must not hide it.
      const elsewhere = oidc && (await sourceOf(database, caller.username)) === 'oidc';
      const next = elsewhere ? await oidc.endSessionUrl().catch(() => null) : null;
      return { message: 'Signed out.', next };
    },
  };
}
