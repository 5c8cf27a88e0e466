/**
 * What a domain's routes.ts gives to the app: a handler for each of its calls, with who calls and which area.
 * It stands before the domains, also before access (which finds out who calls), because all of them serve.
 *
 *   Serves
 *   Caller, Permissions
 *   accountOf
 */
import type { FastifyRequest } from 'fastify';
import type { Area, Role, Routes } from '../contract/index.ts';
import type { Handlers } from './platform/http/bind.ts';

export interface Permissions {
  readonly admin: boolean;
  readonly upload: boolean;
  readonly test: boolean;
  readonly embargo: boolean;
}

export interface Caller {
  /** '' for somebody not signed in */
  readonly username: string;
  readonly roles: readonly Role[];
  readonly can: Permissions;
  /** present when a cookie proved who calls */
  readonly session?: { readonly idHash: string; readonly csrfToken: string };
}

export type Serves<T extends Routes> = Handlers<T, Caller, Area>;

/** Whose turn it is where many wait: the account, or the address of somebody who is not signed in. */
export const accountOf = (caller: Caller, request: FastifyRequest): string =>
  caller.username === '' ? `address ${request.ip}` : `account ${caller.username}`;
