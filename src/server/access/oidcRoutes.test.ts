/** A refused sign-in at a provider: where it leads, and what the journal says. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import { openTestDatabase } from '../testing/databases.ts';
import { oidcHandlers } from './oidcRoutes.ts';
import { SignInFailure } from './signInFailure.ts';

it('leads to the sign-in page with its code; the journal has its cause where there is one', async () => {
  const { database, end } = await openTestDatabase();
  const callbackAfter = async (thrown: Error) => {
    const oidc = {
      finish: async () => {
        throw thrown;
      },
      page: (path: string) => `https://cars.example${path}`,
    };
    const limits = { charge: async () => async () => {} };
    const given = { database, oidc, limits } as unknown as Parameters<typeof oidcHandlers>[0];
    const request = { ip: '::1', url: '/?code=x', cookies: {} } as unknown as FastifyRequest;
    const redirect = vi.fn();
    const reply = { clearCookie: () => {}, redirect } as unknown as FastifyReply;
    const { oidcCallback } = oidcHandlers(given);
    await oidcCallback({ request, reply } as unknown as Parameters<typeof oidcCallback>[0]);
    return redirect.mock.calls;
  };
  const page = [['https://cars.example/?signInError=sign-in-expired', 302]];
  expect(await callbackAfter(new SignInFailure('sign-in-expired'))).toEqual(page);
  expect(await callbackAfter(new SignInFailure('sign-in-expired', new Error('no cookie')))).toEqual(page);
  const fault = new Error('the database is away');
  await expect(callbackAfter(fault)).rejects.toBe(fault);
  const lines = await database.read.selectFrom('logLines').select('message').orderBy('id').execute();
  const refused = 'Sign-in by OpenID Connect refused: sign-in-expired.';
  expect(lines.map(({ message }) => message)).toEqual([refused, `${refused} no cookie`]);
  await end();
});
