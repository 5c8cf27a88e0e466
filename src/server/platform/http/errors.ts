/**
 * Errors as answers: thrown anywhere, answered in one place (errorHandler).
 *
 *   ErrorAnswer, Problem
 *   ApiError       status, stable code, message: what happened and what to do
 *   factories      badRequest, unauthorized, forbidden, notFound, conflict, tooLarge, unprocessable, tooMany, unavailable
 *   errorAnswerOf  any thrown value -> the answer's body, without stacks, paths or SQL
 *   retryAfterOf   seconds until the same request may succeed
 */
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isFull } from '../disk.ts';
import { NoSpace, Unavailable } from '../unavailable.ts';

/** What is wrong and where: in a file, or in a call's parameters. */
export interface Problem {
  entry: string;
  line?: number | undefined;
  column?: number | undefined;
  reason: string;
}

/** The body of every error answer. */
export interface ErrorAnswer {
  errorMessage: string;
  code: string;
  status: number;
  details?: Problem[] | undefined;
  requestId: string;
}

export interface ErrorExtras {
  details?: Problem[];
  /** seconds */
  retryAfter?: number;
  cause?: unknown;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Problem[] | undefined;
  readonly retryAfter: number | undefined;
  constructor(status: number, code: string, message: string, extras: ErrorExtras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = extras.details;
    this.retryAfter = extras.retryAfter;
  }
}

const factory =
  (status: number) =>
  (code: string, message: string, extras?: ErrorExtras): ApiError =>
    new ApiError(status, code, message, extras);

export const badRequest = factory(400);
export const unauthorized = factory(401);
export const forbidden = factory(403);
export const notFound = factory(404);
export const conflict = factory(409);
export const tooLarge = factory(413);
export const unprocessable = factory(422);
export const tooMany = factory(429);
export const unavailable = factory(503);

const NOT_A_FIELD = 'is not a field of this call';
export const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof ApiError || error instanceof Unavailable ? error.retryAfter : undefined;

/** Messages of Fastify's own errors are safe below 500; from 500 on, only a general sentence leaves the server. */
export function errorAnswerOf(error: unknown, requestId: string): ErrorAnswer {
  if (error instanceof ApiError) {
    return {
      errorMessage: error.message,
      code: error.code,
      status: error.status,
      ...(error.details && { details: error.details }),
      requestId,
    };
  }
  if (error instanceof Unavailable) {
    return { errorMessage: error.message, code: error.code, status: error instanceof NoSpace ? 507 : 503, requestId };
  }
  if (isFull(error)) {
    return {
      errorMessage: 'The disk is full, and nothing was changed. Ask an administrator to free space.',
      code: 'store-full',
      status: 507,
      requestId,
    };
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const part = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? 'request');
    const problems = error.validation.flatMap((v) => {
      const at = v.instancePath.replace(/^\//, '').replaceAll('/', '.');
      if (v.keyword !== 'unrecognized_keys') return [{ entry: at || part, reason: v.message ?? 'is not valid' }];
      const keys = v.params['keys'] as string[];
      return keys.map((key) => ({ entry: at === '' ? key : `${at}.${key}`, reason: NOT_A_FIELD }));
    });
    // An unknown field comes first: it is often the mistyped name of the one that is missing.
    const details = problems.toSorted((a, b) => Number(b.reason === NOT_A_FIELD) - Number(a.reason === NOT_A_FIELD));
    const first = details[0];
    return {
      errorMessage: `The ${part} is not valid: ${first?.entry ?? ''} ${first?.reason ?? ''}`,
      code: 'invalid-request',
      status: 400,
      details,
      requestId,
    };
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500) {
    const code = String((error as { code?: string }).code ?? 'refused')
      .toLowerCase()
      .replaceAll('_', '-');
    return { errorMessage: (error as Error).message, code, status, requestId };
  }
  return {
    errorMessage: `Something went wrong on the server. Try again; if it persists, tell an administrator the request id ${requestId}.`,
    code: 'internal',
    status: 500,
    requestId,
  };
}
