/**
 * Signing in and out, and the signed-in user (section 6 of both specification documents). The users' administration belongs to
 * the same domain and is in users.ts.
 *
 *   Session, SignInError
 *   accessRoutes
 */
import { z } from 'zod';
import type { SIGN_IN_ERRORS } from './constants.ts';
import { route } from './route.ts';
import { userRoutes } from './users.ts';
import { Message, Password, User, Username } from './words.ts';

/** `token` is the header token (`X-CSRF-Token`) that changing calls of this session need. */
export const Session = User.extend({ token: z.string() });
export type Session = z.infer<typeof Session>;

export type SignInError = (typeof SIGN_IN_ERRORS)[number];

export const accessRoutes = {
  ...userRoutes,
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
      'End the session, if it has not ended yet; `next` is the page that ends the provider’s session, for accounts of OpenID Connect',
    permission: 'anyone',
    embargo: 'none',
    changes: true,
    answer: Message.extend({ next: z.string().nullable() }),
  }),
  confirmSession: route({
    method: 'PUT',
    path: '/api/v2/public/session',
    summary: 'Confirm with the password, where promoting to Prod requires it',
    permission: 'signedIn',
    embargo: 'none',
    changes: true,
    body: z.object({ password: Password }),
    answer: Message,
  }),
  handOverSession: route({
    method: 'POST',
    path: '/api/v2/public/session/hand-over',
    summary: 'Make a code that opens this session at a server on another host, once and within a minute',
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
    summary: 'The label of the button for OpenID Connect; null if it is off',
    permission: 'anyone',
    embargo: 'none',
    answer: z.object({ oidc: z.string().nullable() }),
  }),
  oidcStart: route({
    method: 'GET',
    path: '/api/v2/public/oidc',
    summary: 'Redirect to the OpenID Connect provider, and afterwards to `returnTo`, a path of this application',
    permission: 'anyone',
    embargo: 'none',
    query: z.object({ returnTo: z.string().max(2000).optional() }),
    answer: z.unknown(),
    media: 'text/html',
  }),
  oidcCallback: route({
    method: 'GET',
    path: '/api/v2/public/oidc/callback',
    summary: 'The address that the OpenID Connect provider sends the browser back to',
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
    summary: 'Change the password of the signed-in local account; ends its other sessions and revokes its API tokens',
    permission: 'signedIn',
    embargo: 'none',
    changes: true,
    body: z.object({ current: Password, wanted: Password }),
    answer: Message,
  }),
} as const;
