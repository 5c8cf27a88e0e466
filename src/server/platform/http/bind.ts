/**
 * Binds the contract's routes to their handlers. The handlers' table is checked by the compiler: a call without a
 * handler, or a handler without a call, does not build.
 *
 *   Handlers, Handler     what a domain offers for its routes
 *   Place                 one address that routes are served at: a prefix and what it stands for
 *   Admitted              a call that is about to be made
 *   bind                  registers the routes at every place
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Route, Routes } from '../../../contract/index.ts';
import { matches, tagOf } from './conditional.ts';
import { badRequest } from './errors.ts';
import { isLong, textOfList } from './longList.ts';
import { noFields, strict } from './strict.ts';

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

export interface Place<Area extends string> {
  /** '' or '/prefix' */
  readonly prefix: string;
  /** the area whose content the place shows */
  readonly area: Area;
  /** the administration address */
  readonly base: boolean;
}

export interface HandlerArguments<R extends Route, Caller, Area extends string> {
  params: Output<R['params']>;
  query: Output<R['query']>;
  body: Output<R['body']>;
  place: Place<Area>;
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}
type Answer<R extends Route> = R['media'] extends 'text/plain'
  ? string
  : R['media'] extends string
    ? unknown
    : z.input<R['answer']>;
export type Handler<R extends Route, Caller, Area extends string> = (
  args: HandlerArguments<R, Caller, Area>,
) => Answer<R> | Promise<Answer<R>>;
export type Handlers<T extends Routes, Caller, Area extends string> = {
  readonly [K in keyof T]: Handler<T[K], Caller, Area>;
};

export interface Admitted<Caller, Area extends string> {
  readonly route: Route;
  readonly place: Place<Area>;
  readonly caller: Caller;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export interface Binding<Caller, Area extends string> {
  readonly places: readonly Place<Area>[];
  /** where the calls of every process are served when `places` lacks the administration address */
  readonly root: Place<Area>;
  /** who calls; throws when the route is not theirs to call at this place */
  readonly authorize: (
    request: FastifyRequest,
    route: Route,
    place: Place<Area>,
    reply: FastifyReply,
  ) => Promise<Caller>;
  /** the last word before the call is made, when all that it asks for is known; throws when it may not be */
  readonly admit: (call: Admitted<Caller, Area>) => Promise<void>;
  /** whether nobody may keep a copy of what the route answers at this place, whatever its handler says */
  readonly secret: (route: Route, place: Place<Area>) => boolean;
  /** what answers follow from that `follow` a place: its content, and what the caller may see of it */
  readonly contentKey: (place: Place<Area>, caller: Caller) => Promise<string>;
  /** whether a caller's own cache may keep what a place answers, and ask each time whether it still holds */
  readonly keeps: (place: Place<Area>) => boolean;
}

/** JSON that is read. */
const isList = ({ method, media, changes }: Route): boolean =>
  method === 'GET' && media === undefined && changes === undefined;

/** Tags an answer by its text where nothing else says what it follows from, and sends no body to who has it. */
async function tagged(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof body !== 'string') return body;
  const tag = String(reply.getHeader('etag') ?? tagOf(body));
  reply.header('etag', tag);
  if (!matches(request.headers['if-none-match'], tag)) return body;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return null;
}

export function bind<T extends Routes, Caller, Area extends string>(
  app: FastifyInstance,
  routes: T,
  handlers: Handlers<T, Caller, Area>,
  { places, root, authorize, admit, secret, contentKey, keeps }: Binding<Caller, Area>,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  for (const [name, route] of Object.entries(routes)) {
    const handler = handlers[name] as unknown as Handler<Route, Caller, Area>;
    const hasBase = places.some(({ base }) => base);
    for (const place of route.everyProcess && !hasBase ? [root, ...places] : places) {
      if (place !== root && !place.base && route.areas === undefined) continue;
      app.route({
        method: route.method,
        url: `${place.prefix}${route.path}`,
        // Fastify offers HEAD for every GET; for a GET that changes something that would be a second door.
        exposeHeadRoute: route.changes === undefined,
        schema: {
          operationId: name,
          summary: route.summary,
          tags: [route.permission],
          hide: !place.base,
          ...(route.params && { params: route.params }),
          querystring: strict(route.query ?? noFields),
          ...(route.body && { body: strict(route.body) }),
          ...(route.upload && { consumes: ['multipart/form-data'] }),
          ...(route.media ? { produces: [route.media] } : { response: { 200: route.answer } }),
        },
        // Before parsing and validation: who may not call learns nothing about what the call would take.
        onRequest: async (request, reply) => {
          callers.set(request, await authorize(request, route, place, reply));
        },
        preValidation: async (request) => {
          const takesNone = route.body === undefined && route.upload === undefined;
          if (takesNone && request.body !== undefined) throw badRequest('no-body', 'This call takes no body.');
        },
        onSend: [
          ...(isList(route) ? [tagged] : []),
          ...(secret(route, place)
            ? [async (_request: FastifyRequest, reply: FastifyReply) => void reply.header('cache-control', 'no-store')]
            : []),
        ],
        handler: async (request, reply) => {
          const caller = callers.get(request) as Caller;
          const { params, query, body } = request;
          await admit({ route, place, caller, params, query, body });
          const from =
            route.follows &&
            tagOf(
              JSON.stringify([await contentKey(place, caller), name, request.protocol, request.host, params, query]),
            );
          const known = request.headers['if-none-match'];
          // `*` asks whether there is an answer at all, which only the handler knows.
          if (from !== undefined && known?.trim() !== '*' && matches(known, from)) {
            return reply.code(304).header('etag', from).send();
          }
          const answer = await handler({
            params: params as never,
            query: query as never,
            body: body as never,
            place,
            caller,
            request,
            reply,
          });
          if (from !== undefined) reply.header('etag', from);
          if (isList(route) && keeps(place)) {
            reply.header('cache-control', 'private, no-cache').header('vary', 'Cookie, Authorization');
          }
          if (route.media === 'text/plain') reply.type('text/plain; charset=utf-8');
          const textOf = isLong(answer) ? reply.getSerializationFunction('200') : undefined;
          if (!textOf || route.media !== undefined) return answer;
          const { text, tag } = await textOfList(answer as readonly unknown[], textOf as (rows: unknown) => string);
          return reply
            .type('application/json; charset=utf-8')
            .header('etag', from ?? tag)
            .send(text);
        },
      });
    }
  }
}
