/**
 * The users' administration: accounts, roles, passwords, sessions and API tokens, for administrators.
 *
 *   UserAccount, ApiToken
 *   userRoutes
 */
import { z } from 'zod';
import { route } from './route.ts';
import { Instant, Message, Password, Role, TokenScope, User, Username } from './words.ts';

export const UserAccount = User.extend({
  /** how the account signs in: by password, OpenID Connect, or a proxy */
  source: z.enum(['local', 'oidc', 'proxy']),
  disabled: z.boolean(),
  createdAt: Instant,
  lastSeenAt: Instant.nullable(),
  /** number of open ones */
  sessions: z.number().int(),
  /** number of valid API tokens */
  tokens: z.number().int(),
});
export type UserAccount = z.infer<typeof UserAccount>;

/** The token itself is answered once, to the person who made it. */
export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  /** `admin`: everything that its user may do */
  scopes: z.array(TokenScope),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  /** null: it never expires */
  expiresAt: Instant.nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

const UserParam = z.object({ username: Username });
/** `password`: the one that the server made, answered only here; null if the caller gave one. */
const NewPassword = z.object({ username: z.string(), password: z.string().nullable() });
const MAX_TOKEN_DAYS = 3650;

export const userRoutes = {
  users: route({
    method: 'GET',
    path: '/api/v2/admin/users',
    summary: 'The accounts, sorted by name',
    permission: 'admin',
    embargo: 'none',
    answer: z.array(UserAccount),
  }),
  addUser: route({
    method: 'POST',
    path: '/api/v2/admin/users',
    summary: 'Add a local account; without a password the server makes one and answers it once',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    changesCredentials: true,
    body: z.object({ username: Username, roles: z.array(Role), password: Password.optional() }),
    answer: NewPassword,
  }),
  setRoles: route({
    method: 'PUT',
    path: '/api/v2/admin/users/:username/roles',
    summary: 'Change the roles of an account; they hold from its next call',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    changesCredentials: true,
    params: UserParam,
    body: z.object({ roles: z.array(Role) }),
    answer: Message,
  }),
  setDisabled: route({
    method: 'PUT',
    path: '/api/v2/admin/users/:username/disabled',
    summary: 'Disable an account at once, or enable it again',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    changesCredentials: true,
    params: UserParam,
    body: z.object({ disabled: z.boolean() }),
    answer: Message,
  }),
  resetPassword: route({
    method: 'PUT',
    path: '/api/v2/admin/users/:username/password',
    summary: 'A new password for a local account, given or made by the server; ends its sessions and API tokens',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    changesCredentials: true,
    params: UserParam,
    body: z.object({ password: Password.optional() }),
    answer: NewPassword,
  }),
  endSessions: route({
    method: 'DELETE',
    path: '/api/v2/admin/users/:username/sessions',
    summary: 'End all sessions of an account and revoke its API tokens',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    params: UserParam,
    answer: z.object({ ended: z.number().int(), tokens: z.number().int() }),
  }),
  tokens: route({
    method: 'GET',
    path: '/api/v2/admin/tokens',
    summary: 'The API tokens that were not revoked, newest first',
    permission: 'admin',
    embargo: 'none',
    answer: z.array(ApiToken),
  }),
  makeToken: route({
    method: 'POST',
    path: '/api/v2/admin/tokens',
    summary: 'Make an API token for an account; it is answered once',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    changesCredentials: true,
    body: z.object({
      username: Username,
      name: z.string().trim().min(1).max(100),
      /** absent: everything that its user may do */
      scopes: z.array(TokenScope).min(1).max(20).optional(),
      days: z.number().int().min(1).max(MAX_TOKEN_DAYS).nullable(),
    }),
    answer: z.object({ id: z.string(), token: z.string() }),
  }),
  revokeToken: route({
    method: 'DELETE',
    path: '/api/v2/admin/tokens/:id',
    summary: 'Revoke an API token, at once and for ever',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    params: z.object({ id: z.string().min(1).max(100) }),
    answer: Message,
  }),
} as const;
