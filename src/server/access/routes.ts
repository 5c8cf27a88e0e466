/**
 * Signing in and out, who is signed in, and one's own password.
 *
 *   accessHandlers
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { accessRoutes } from '../../contract/access.ts';
import type { Role } from '../../contract/index.ts';
import type { Caller, Handlers } from '../handlers.ts';
import { writeAlone } from '../journal/journal.ts';
import { forbidden, unauthorized } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import { type Access, SESSION_COOKIE, setUserHeader } from './access.ts';
import type { Confirmation } from './confirm.ts';
import type { KnownBrowsers } from './knownBrowsers.ts';
import { nameKeyOf } from './names.ts';
import type { Oidc } from './oidc.ts';
import { oidcHandlers } from './oidcRoutes.ts';
import { ensureProvenUser, type ProvenIdentity } from './provenUsers.ts';
import { createHandOverCode, redeemHandOverCode } from './sessionHandOver.ts';
import { closeSession, closeSessionOfCookie, openSession } from './sessions.ts';
import { causeOf, SignInFailure } from './signInFailure.ts';
import type { SignInLimits } from './signInLimits.ts';
import { checkPassword, findAccountName, rolesOfUser, sourceOf } from './userQueries.ts';
import { userHandlers } from './userRoutes.ts';
import { setPassword } from './users.ts';

function setCookie(reply: FastifyReply, id: string, lifetimeMs: number): void {
  reply.setCookie(SESSION_COOKIE, id, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: Math.floor(lifetimeMs / 1000),
  });
}

const assertSignedIn = (caller: Caller) => {
  if (caller.username === '') throw unauthorized('not-signed-in', 'Sign in first.');
  return { username: caller.username, roles: [...caller.roles] as Role[] };
};

export function accessHandlers({
  database,
  access,
  limits,
  browsers,
  confirmation,
  oidc,
  proxy,
}: {
  database: Database;
  access: Access;
  limits: SignInLimits;
  browsers: KnownBrowsers;
  confirmation: Confirmation;
  /** undefined: local accounts only */
  oidc: Oidc | undefined;
  /** the person that a trusted proxy names */
  proxy: ((request: FastifyRequest) => ProvenIdentity | undefined) | undefined;
}): Handlers<typeof accessRoutes> {
  /** Opens a session, sets its cookie, and ends the session that the browser had before. @returns the header token */
  const begin = async (
    request: FastifyRequest,
    reply: FastifyReply,
    username: string,
    passwordHash?: string,
  ): Promise<string> => {
    const before = request.cookies[SESSION_COOKIE];
    if (before !== undefined) await closeSessionOfCookie(database, before);
    const { id, csrfToken } = await openSession(database, username, database.clock.now(), access.limits, passwordHash);
    setUserHeader(reply, username);
    setCookie(reply, id, access.limits.max);
    await browsers.remember(request, reply, nameKeyOf(username));
    return csrfToken;
  };

  const namedByProxy = async (request: FastifyRequest): Promise<string | undefined> => {
    try {
      const proven = proxy?.(request);
      return proven && (await ensureProvenUser(database, proven, database.clock.now()));
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      const message = `Sign-in by the proxy refused: ${error.code}. ${causeOf(error)}`.trim();
      await writeAlone(database, { status: 'WARN', context: 'sign-in', message, who: 'anonymous' });
      throw forbidden(error.code, `The proxy’s sign-in was refused (${error.code}). Ask an administrator.`);
    }
  };

  return {
    ...oidcHandlers({ database, oidc, begin, limits }),
    ...userHandlers({ database, limits: access.limits }),
    changePassword: async ({ body, caller, request }) => {
      const { username, session } = caller;
      if (!session)
        throw forbidden('needs-a-session', 'Only a signed-in user can change a password, and only their own.');
      const refund = await limits.charge({ address: request.ip, account: username, known: session.idHash });
      const checked = await checkPassword(database, username, body.current);
      if (!checked) throw forbidden('wrong-password', 'The current password is wrong.');
      await refund();
      const ended = await setPassword(database, username, body.wanted, database.clock.now(), {
        by: username,
        except: session.idHash,
        from: checked.passwordHash,
      });
      const tokens = ended.tokens === 0 ? '' : ' Your API tokens are revoked: scripts that use them need new ones.';
      return { message: `Password changed. Your other sessions have ended.${tokens}` };
    },
    user: ({ caller }) => assertSignedIn(caller),
    session: async ({ caller, request, reply }) => {
      const username = await namedByProxy(request);
      if (username !== undefined && (caller.session === undefined || caller.username !== username)) {
        const token = await begin(request, reply, username);
        const message = `${username} signed in by the proxy.`;
        await writeAlone(database, { status: 'INFO', context: 'sign-in', message, who: username });
        return { username, roles: await rolesOfUser(database, username), token };
      }
      return { ...assertSignedIn(caller), token: caller.session?.csrfToken ?? '' };
    },
    signIn: async ({ body, request, reply }) => {
      const account = nameKeyOf(body.username);
      const known = await browsers.idOf(request, account);
      const refund = await limits.charge({ address: request.ip, account, known });
      const checked = await checkPassword(database, body.username, body.password);
      const identity = checked?.identity;
      const typed = await findAccountName(database, body.username);
      if (typed !== undefined) access.name(request, typed);
      const refused = typed === undefined ? 'Sign-in refused: no such user.' : `Sign-in as ${typed} refused.`;
      await writeAlone(database, {
        status: identity ? 'INFO' : 'WARN',
        context: 'sign-in',
        message: identity ? `${identity.username} signed in.` : refused,
        who: identity?.username ?? 'anonymous',
      });
      if (!checked || !identity) throw unauthorized('wrong-password', 'User name or password is wrong.');
      await refund();
      return { ...identity, token: await begin(request, reply, identity.username, checked.passwordHash) };
    },
    confirmSession: async ({ body, caller, request }) => {
      const { username: account, session } = caller;
      const refund = await limits.charge({ address: request.ip, account, known: session?.idHash });
      await confirmation.confirm(caller, body.password);
      await refund();
      return { message: 'Confirmed.' };
    },
    handOverSession: async ({ caller }) => {
      if (!caller.session) throw forbidden('needs-a-session', 'Only a signed-in user has a session.');
      return { code: await createHandOverCode(database, caller.session.idHash, database.clock.now()) };
    },
    takeSession: async ({ body, request, reply }) => {
      // The browser would neither store nor send a cookie of another site.
      if (request.headers['sec-fetch-site'] === 'cross-site') {
        throw forbidden(
          'other-site',
          `This page and ${request.host} are different sites, and browsers do not share a session between sites. An administrator can put both names under one domain, such as images.example.com and prod.example.com, or serve the areas at one address.`,
        );
      }
      const redeemed = await redeemHandOverCode(database, body.code, database.clock.now());
      if (!redeemed) throw unauthorized('bad-code', 'The code was used before or has expired. Load the page again.');
      const before = request.cookies[SESSION_COOKIE];
      if (before !== undefined) await closeSessionOfCookie(database, before);
      setUserHeader(reply, redeemed.username);
      setCookie(reply, redeemed.id, redeemed.lifetimeMs);
      return { message: 'Signed in.' };
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
      // The local session ends in any case; an unreachable provider must not hide that.
      const isProviderAccount = oidc && (await sourceOf(database, caller.username)) === 'oidc';
      // The provider's session stays, as if it had no address for signing out.
      const next = isProviderAccount ? await oidc.endSessionUrl().catch(() => null) : null;
      return { message: 'Signed out.', next };
    },
  };
}
