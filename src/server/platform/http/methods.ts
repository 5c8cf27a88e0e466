/**
 * Which methods an address supports, for callers that used another one (RFC 9110, 15.5.6).
 *
 *   watchMethods    for routes that are registered after it
 *   refuseMethod    the answer 405
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, errorAnswerOf } from './errors.ts';

/** Catch-all routes: every path has them, so they say nothing about calls. */
const PLAIN = new Set(['/*', '*', '/']);

/** @param names segments of a route's path; those with a colon are parameters, and a `*` at the end is everything below */
const isAt = (names: readonly string[], path: readonly string[]): boolean =>
  (names.at(-1) === '*' ? names.length <= path.length : names.length === path.length) &&
  names.every((name, at) => name === '*' || (name.startsWith(':') ? path[at] !== '' : name === path[at]));

/** @param allowed methods of the address, of which the request's is none */
export function refuseMethod(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): FastifyReply {
  const methods = allowed.join(', ');
  const error = new ApiError(405, 'method-not-allowed', `This address supports ${methods}.`);
  return reply.code(405).header('allow', methods).type('application/json').send(errorAnswerOf(error, request.id));
}

export function watchMethods(app: FastifyInstance): (path: string) => string[] {
  const routes = new Map<string, { names: string[]; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (PLAIN.has(url)) return;
    const known = routes.get(url) ?? { names: url.split('/'), methods: new Set() };
    routes.set(url, known);
    for (const one of [method].flat()) known.methods.add(one);
  });
  return (path) => {
    const folders = path.split('/');
    const found = [...routes.values()].filter(({ names }) => isAt(names, folders));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
  };
}
