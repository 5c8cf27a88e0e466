/** Who is calling: the user, signing in and out. Section 6 of both specification documents. */
import { z } from 'zod';
import { route } from './route.ts';
import { Role } from './words.ts';

export const User = z.object({ username: z.string(), roles: z.array(Role) });
export type User = z.infer<typeof User>;

/** `token` is the header token (`X-CSRF-Token`) that changing calls of this session carry. */
export const Session = User.extend({ token: z.string() });
export type Session = z.infer<typeof Session>;

export const accessRoutes = {
  user: route({
    method: 'GET',
    path: '/api/v2/public/user',
    summary: 'The signed-in user; 401 without a session',
    permission: 'anyone',
    answer: User,
  }),
  session: route({
    method: 'GET',
    path: '/api/v2/public/session',
    summary: 'The session with its header token; 401 without one',
    permission: 'anyone',
    answer: Session,
  }),
  signIn: route({
    method: 'POST',
    path: '/api/v2/public/session',
    summary: 'Sign in with a local account',
    permission: 'anyone',
    body: z.object({ username: z.string().min(1).max(200), password: z.string().min(1).max(1000) }),
    answer: Session,
  }),
  signOut: route({
    method: 'DELETE',
    path: '/api/v2/public/session',
    summary: 'End the session',
    permission: 'signedIn',
    changes: true,
    answer: z.object({ message: z.string() }),
  }),
} as const;
