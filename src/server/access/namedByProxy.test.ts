/** A person whom a proxy names, while what knows them is away: a fault of ours is not called a refusal. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../testing/databases.ts';
import { accessHandlers } from './routes.ts';
import { SignInFailure } from './signInFailure.ts';

it('is refused with the code of the failure; any other error stays what it is', async () => {
  const { database, end } = await openTestDatabase();
  const nobody = { username: '', roles: [], session: undefined };
  const sessionAfter = (thrown: Error) => {
    const proxy = () => {
      throw thrown;
    };
    const { session } = accessHandlers({ database, access: {}, proxy } as unknown as Parameters<
      typeof accessHandlers
    >[0]);
    const call = { caller: nobody, request: {} as FastifyRequest, reply: {} as FastifyReply };
    return session(call as unknown as Parameters<typeof session>[0]);
  };
  const away = new Error('the database is away');
  await expect(sessionAfter(away)).rejects.toBe(away);
  await expect(sessionAfter(new SignInFailure('sign-in-failed', away))).rejects.toMatchObject({ status: 403 });
  const lines = await database.read.selectFrom('logLines').select('message').execute();
  expect(lines).toEqual([{ message: 'Sign-in by the proxy refused: sign-in-failed. the database is away' }]);
  await end();
});
