/**
 * Schemas that several domains share. docs/words.md has their meanings.
 *
 *   Area, ViewportParam, DriverParam, CommaList, Instant, Withheld, Message, ErrorAnswer, Role, User, Username,
 *   Password, TokenScope
 */
import { z } from 'zod';
import { AREAS, ROLES, TOKEN_SCOPES } from './constants.ts';

export const Area = z.enum(AREAS);
export type Area = z.infer<typeof Area>;

export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** What an API token was made for. */
export const TokenScope = z.enum(TOKEN_SCOPES);
export type TokenScope = z.infer<typeof TokenScope>;

export const User = z.object({ username: z.string(), roles: z.array(Role) });
export type User = z.infer<typeof User>;
export const Username = z.string().min(1).max(200);
export const Password = z.string().min(1).max(1000);

/** `exterior` and `interior`, or their first three characters, as image links send them. */
export const ViewportParam = z.enum(['exterior', 'interior', 'ext', 'int']);
export const DriverParam = z.enum(['LHD', 'RHD']);
/** Comma-joined names; empty parts are dropped by the server. */
export const CommaList = z.string().max(20_000);
export const Angle = z.string().min(1).max(100);

/** ISO 8601, UTC. */
export const Instant = z.iso.datetime();

/** Why the answer omits content, as a sentence; absent if it omits nothing. */
export const Withheld = z.string().optional();

export const Message = z.object({ message: z.string() });

/** What is wrong and where: in a refused pack, an XML file, or the parameters of a call. */
export const Problem = z.object({
  entry: z.string(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  reason: z.string(),
});
export type Problem = z.infer<typeof Problem>;

/** Every error answer. */
export const ErrorAnswer = z.object({
  errorMessage: z.string(),
  code: z.string(),
  status: z.number().int(),
  details: z.array(Problem).optional(),
  requestId: z.string(),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;
