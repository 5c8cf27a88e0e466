/**
 * Who is calling: the user, signing in and out (section 6 of both specification documents), and ours beside them: the
 * users' administration.
 *
 *   User, Session, UserAccount, ApiToken
 *   accessRoutes
 */
import { z } from 'zod';
import type { SIGN_IN_ERRORS } from './constants.ts';
import { route } from './route.ts';
import { Instant, Message, Role } from './words.ts';

export const User = z.object({ username: z.string(), roles: z.array(Role) });
export type User = z.infer<typeof User>;

/** `token` is the header token (`X-CSRF-Token`) that changing calls of this session carry. */
export const Session = User.extend({ token: z.string() });
export type Session = z.infer<typeof Session>;

export const UserAccount = User.extend({
  /** where the account is proven: a password here, OpenID Connect, or a proxy in front */
  source: z.enum(['local', 'oidc', 'proxy']),
  disabled: z.boolean(),
  createdAt: Instant,
  lastSeenAt: Instant.nullable(),
  /** open now */
  sessions: z.number().int(),
  /** API tokens that work now */
  tokens: z.number().int(),
});
export type UserAccount = z.infer<typeof UserAccount>;

/** The token itself is told once, to whom made it. */
export const ApiToken = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  /** null: never */
  expiresAt: Instant.nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

export type SignInError = (typeof SIGN_IN_ERRORS)[number];

const Username = z.string().min(1).max(200);
const Password = z.string().min(1).max(1000);
const ofUser = z.object({ username: Username });
/** The password that the server made, told this once; null where the caller gave one. */
const NewPassword = z.object({ username: z.string(), password: z.string().nullable() });
const MAX_DAYS = 3650;

export const accessRoutes = {
  user: route({
    method: 'GET',
    path: '/api/v2/public/user',
    summary: 'The signed-in user; 401 without a session',
    permission: 'anyone',
    embargo: 'none',
    answer: User,
  }),
  session: route({
    method: 'GET',
    path: '/api/v2/public/session',
    summary: 'The session with its header token; 401 without one',
    permission: 'anyone',
    embargo: 'none',
    answer: Session,
  }),
  signIn: route({
    method: 'POST',
    path: '/api/v2/public/session',
    summary: 'Sign in with a local account',
    permission: 'anyone',
    embargo: 'none',
    body: z.object({ username: Username, password: Password }),
    answer: Session,
  }),
  signOut: route({
    method: 'DELETE',
    path: '/api/v2/public/session',
    summary:
      'End the session, also one that has ended already; `next` is where the sign-out goes on, for accounts of OpenID Connect',
    permission: 'anyone',
    embargo: 'none',
    changes: true,
    answer: Message.extend({ next: z.string().nullable() }),
  }),
  confirmSession: route({
    method: 'PUT',
    path: '/api/v2/public/session',
    summary: 'The password once more, where promoting to Prod asks for it',
    permission: 'signedIn',
    embargo: 'none',
    changes: true,
    body: z.object({ password: Password }),
    answer: Message,
  }),
  handOverSession: route({
    method: 'POST',
    path: '/api/v2/public/session/hand-over',
    summary: 'A code that opens this session at a server on another host, once and within a minute',
    permission: 'signedIn',
    embargo: 'none',
    changes: true,
    answer: z.object({ code: z.string() }),
  }),
  takeSession: route({
    method: 'PUT',
    path: '/api/v2/public/session/hand-over',
    summary: 'Open the session that a code was made for, at this server',
    permission: 'anyone',
    embargo: 'none',
    areas: true,
    changes: true,
    body: z.object({ code: z.string().min(1).max(200) }),
    answer: Message,
  }),
  signInOptions: route({
    method: 'GET',
    path: '/api/v2/public/sign-in-options',
    summary: 'The label of the button for OpenID Connect; null where it is off',
    permission: 'anyone',
    embargo: 'none',
    answer: z.object({ oidc: z.string().nullable() }),
  }),
  oidcStart: route({
    method: 'GET',
    path: '/api/v2/public/oidc',
    summary: 'Goes to the OpenID Connect provider, and afterwards to `returnTo`, a path of this application',
    permission: 'anyone',
    embargo: 'none',
    query: z.object({ returnTo: z.string().max(2000).optional() }),
    answer: z.unknown(),
    media: 'text/html',
  }),
  oidcCallback: route({
    method: 'GET',
    path: '/api/v2/public/oidc/callback',
    summary: 'Where the OpenID Connect provider sends the browser back to',
    permission: 'anyone',
    embargo: 'none',
    // Providers add fields of their own.
    query: z.looseObject({}),
    answer: z.unknown(),
    media: 'text/html',
  }),
  changePassword: route({
    method: 'PUT',
    path: '/api/v2/public/password',
    summary: 'A new password for the signed-in local account; ends its other sessions and its API tokens',
    permission: 'signedIn',
    embargo: 'none',
    changes: true,
    body: z.object({ current: Password, wanted: Password }),
    answer: Message,
  }),
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
    summary: 'Add a local account; without a password the server makes one and tells it once',
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
    summary: 'Change what an account may do; holds from its next call',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    changesCredentials: true,
    params: ofUser,
    body: z.object({ roles: z.array(Role) }),
    answer: Message,
  }),
  setDisabled: route({
    method: 'PUT',
    path: '/api/v2/admin/users/:username/disabled',
    summary: 'Lock an account out at once, or let it in again',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    changesCredentials: true,
    params: ofUser,
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
    params: ofUser,
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
    params: ofUser,
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
    summary: 'Make an API token for an account; it is told once',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    changesCredentials: true,
    body: z.object({
      username: Username,
      name: z.string().trim().min(1).max(100),
      days: z.number().int().min(1).max(MAX_DAYS).nullable(),
    }),
    answer: z.object({ id: z.string(), token: z.string() }),
  }),
  revokeToken: route({
    method: 'DELETE',
    path: '/api/v2/admin/tokens/:id',
    summary: 'Revoke an API token, at once and for good',
    permission: 'admin',
    embargo: 'none',
    changes: true,
    params: z.object({ id: z.string().min(1).max(100) }),
    answer: Message,
  }),
} as const;
