/**
 * What the routes.ts of a domain gives to the app: a handler for each of its calls, which receives the caller and the area.
 * It comes before all domains, access included, because all of them have calls.
 *
 *   Handlers                     of a domain's routes
 *   Mount                        an address that calls are served at
 *   Caller
 *   accountOf
 *   jobAddress, setJobLocation   where the job that a call started can be followed
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Area, type Role, type Routes, routes, type TokenScope, urlOf } from '../contract/index.ts';
import type { Permissions } from '../engine/permissions.ts';
import type { Handlers as HandlersFor, Mount as Prefixed } from './platform/http/bind.ts';

export interface Mount extends Prefixed {
  /** the area whose content it shows */
  readonly area: Area;
  /** the administration address */
  readonly base: boolean;
}

export interface Caller {
  /** '' for a caller who is not signed in */
  readonly username: string;
  readonly roles: readonly Role[];
  /** for an API token already cut by its scopes */
  readonly can: Permissions;
  /** present if an API token identified the caller */
  readonly scopes?: readonly TokenScope[];
  /** present if a cookie identified the caller */
  readonly session?: { readonly idHash: string; readonly csrfToken: string };
}

export type Handlers<T extends Routes> = HandlersFor<T, Caller, Mount>;

/** The lane that a call queues in: its account, or the address of a caller who is not signed in. */
export const accountOf = (caller: Caller, request: FastifyRequest): string =>
  caller.username === '' ? `address ${request.ip}` : `account ${caller.username}`;

export const jobAddress = (jobId: string): string => urlOf(routes.job, { params: { jobId } });
/** The answers that the specification gives have no field for the job's id, so a header names it. */
export const setJobLocation = (reply: FastifyReply, jobId: string): void =>
  void reply.header('location', jobAddress(jobId));
