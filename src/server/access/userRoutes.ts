/**
 * User administration: accounts, their roles, passwords, sessions and API tokens. For administrators.
 *
 *   userHandlers
 */
import { randomBytes } from 'node:crypto';
import type { accessRoutes } from '../../contract/access.ts';
import type { Handlers } from '../handlers.ts';
import type { Database } from '../schema.ts';
import { createApiToken, listApiTokens, revokeApiToken } from './apiTokens.ts';
import type { SessionLimits } from './sessions.ts';
import { listUsers } from './userQueries.ts';
import { addUser, endAccessOf, setDisabled, setPassword, setRoles } from './users.ts';

type UserCalls =
  | 'users'
  | 'addUser'
  | 'setRoles'
  | 'setDisabled'
  | 'resetPassword'
  | 'endSessions'
  | 'tokens'
  | 'makeToken'
  | 'revokeToken';

const DAY_MS = 24 * 3600 * 1000;
const makePassword = () => randomBytes(15).toString('base64url');

export function userHandlers({
  database,
  limits,
}: {
  database: Database;
  limits: SessionLimits;
}): Pick<Handlers<typeof accessRoutes>, UserCalls> {
  return {
    users: () => listUsers(database, database.clock.now(), limits),
    addUser: async ({ body, caller }) => {
      const password = body.password ?? makePassword();
      const username = await addUser(database, { ...body, password }, database.clock.now(), caller.username);
      return { username, password: body.password === undefined ? password : null };
    },
    setRoles: async ({ params, body, caller }) => {
      await setRoles(database, params.username, body.roles, database.clock.now(), caller.username);
      return { message: `The roles of ${params.username} apply from the next call on.` };
    },
    setDisabled: async ({ params, body, caller }) => {
      await setDisabled(database, params.username, body.disabled, database.clock.now(), caller.username);
      return { message: `${params.username} is ${body.disabled ? 'disabled' : 'enabled'}.` };
    },
    resetPassword: async ({ params, body, caller }) => {
      const password = body.password ?? makePassword();
      await setPassword(database, params.username, password, database.clock.now(), { by: caller.username });
      return { username: params.username, password: body.password === undefined ? password : null };
    },
    endSessions: async ({ params, caller }) => {
      const { sessions, tokens } = await endAccessOf(database, params.username, database.clock.now(), caller.username);
      return { ended: sessions, tokens };
    },
    tokens: () => listApiTokens(database),
    makeToken: ({ body, caller }) => {
      const now = database.clock.now();
      const expiresAt = body.days === null ? null : now + body.days * DAY_MS;
      return createApiToken(database, { ...body, now, expiresAt, by: caller.username });
    },
    revokeToken: async ({ params, caller }) => {
      await revokeApiToken(database, params.id, database.clock.now(), caller.username);
      return { message: 'The API token is revoked.' };
    },
  };
}
