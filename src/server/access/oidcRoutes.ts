/**
 * The two steps of a sign-in at an OpenID Connect provider. Both end in a page: the sign-in page shows what went wrong.
 *
 *   oidcHandlers
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { accessRoutes } from '../../contract/access.ts';
import type { Handlers } from '../handlers.ts';
import { writeAlone } from '../journal/journal.ts';
import { ApiError, notFound } from '../platform/http/errors.ts';
import type { Database } from '../schema.ts';
import type { Oidc } from './oidc.ts';
import { ensureProvenUser } from './provenUsers.ts';
import { causeOf, SignInFailure } from './signInFailure.ts';
import type { SignInLimits } from './signInLimits.ts';

const PENDING_COOKIE = '__Host-lacquer-sign-in';
const PENDING_SECONDS = 600;
const COOKIE = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const;

export function oidcHandlers({
  database,
  oidc,
  limits,
  begin,
}: {
  database: Database;
  oidc: Oidc | undefined;
  limits: SignInLimits;
  /** Opens a session and sets its cookie. */
  begin: (request: FastifyRequest, reply: FastifyReply, username: string) => Promise<unknown>;
}): Pick<Handlers<typeof accessRoutes>, 'signInOptions' | 'oidcStart' | 'oidcCallback'> {
  const assertProvider = () => {
    if (!oidc) throw notFound('not-found', 'There is nothing at this address.');
    return oidc;
  };
  const redirectFailed = async (reply: FastifyReply, error: unknown) => {
    const code = error instanceof SignInFailure ? error.code : 'too-many-sign-ins';
    if (!(error instanceof SignInFailure) && !(error instanceof ApiError && error.status === 429)) throw error;
    const line = { status: 'WARN', context: 'sign-in', who: 'anonymous' } as const;
    const cause = causeOf(error);
    const why = cause === '' ? '' : ` ${cause}`;
    await writeAlone(database, { ...line, message: `Sign-in by OpenID Connect refused: ${code}.${why}` });
    return reply.redirect(assertProvider().page(`/?signInError=${code}`), 302);
  };

  return {
    signInOptions: () => ({ oidc: oidc?.label ?? null }),
    oidcStart: async ({ query, request, reply }) => {
      const provider = assertProvider();
      try {
        await limits.charge({ address: request.ip });
        const { url, pending } = await provider.begin(query.returnTo);
        reply.setCookie(PENDING_COOKIE, pending, { ...COOKIE, maxAge: PENDING_SECONDS });
        return reply.redirect(url, 302);
      } catch (error) {
        return redirectFailed(reply, error);
      }
    },
    oidcCallback: async ({ request, reply }) => {
      const provider = assertProvider();
      try {
        const refund = await limits.charge({ address: request.ip });
        reply.clearCookie(PENDING_COOKIE, COOKIE);
        const query = new URL(request.url, 'http://localhost').searchParams;
        const { proven, next } = await provider.finish(query, request.cookies[PENDING_COOKIE]);
        const username = await ensureProvenUser(database, proven, database.clock.now());
        await refund();
        await begin(request, reply, username);
        const message = `${username} signed in by OpenID Connect.`;
        await writeAlone(database, { status: 'INFO', context: 'sign-in', message, who: username });
        return reply.redirect(provider.page(next), 302);
      } catch (error) {
        return redirectFailed(reply, error);
      }
    },
  };
}
