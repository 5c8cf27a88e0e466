/**
 * Binds declared routes to their handlers. The compiler checks the table of handlers: a call without a handler, or a
 * handler without a call, does not build.
 *
 *   RouteDeclaration      what binding needs to know of a route; a product's routes have more
 *   Mount                 one address that routes are served at
 *   Handlers, Handler     what a domain offers for its routes
 *   PendingCall           a call that is about to be handled
 *   bind                  registers the routes at their mounts
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { z } from 'zod';
import { matches, tagOf } from './conditional.ts';
import { badRequest } from './errors.ts';
import { isLong, textOfList } from './longList.ts';
import { noFields, strict } from './strict.ts';

export interface RouteDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** parameters as `:name` */
  readonly path: string;
  readonly summary: string;
  /** changes something, whatever the method */
  readonly changes?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly upload?: 'multipart';
  readonly answer: z.ZodType;
  /** media type of an answer that is not JSON */
  readonly media?: string;
}
type Declarations<R extends RouteDeclaration = RouteDeclaration> = Readonly<Record<string, R>>;

export interface Mount {
  /** '' or '/prefix' */
  readonly prefix: string;
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;

export interface HandlerArguments<R extends RouteDeclaration, Caller, M extends Mount> {
  params: Output<R['params']>;
  query: Output<R['query']>;
  body: Output<R['body']>;
  mount: M;
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}
type Answer<R extends RouteDeclaration> = R['media'] extends 'text/plain'
  ? string
  : R['media'] extends string
    ? unknown
    : z.input<R['answer']>;
export type Handler<R extends RouteDeclaration, Caller, M extends Mount> = (
  args: HandlerArguments<R, Caller, M>,
) => Answer<R> | Promise<Answer<R>>;
export type Handlers<T extends Declarations, Caller, M extends Mount> = {
  readonly [K in keyof T]: Handler<T[K], Caller, M>;
};

export interface PendingCall<R extends RouteDeclaration, Caller, M extends Mount> {
  readonly route: R;
  readonly mount: M;
  readonly caller: Caller;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export interface Binding<R extends RouteDeclaration, Caller, M extends Mount> {
  /** where a route is served */
  readonly mountsOf: (route: R) => readonly M[];
  /** who calls; throws if the caller may not call the route at this mount */
  readonly authorize: (request: FastifyRequest, route: R, mount: M, reply: FastifyReply) => Promise<Caller>;
  /** Called right before the handler, when the whole request is known; throws if the call must not be made. */
  readonly admit: (call: PendingCall<R, Caller, M>) => Promise<void>;
  /** Makes a call that changes something, or answers what it was answered before. */
  readonly once: (
    call: PendingCall<R, Caller, M> & { readonly request: FastifyRequest; readonly reply: FastifyReply },
    make: () => Promise<unknown>,
  ) => Promise<unknown>;
  /** whether caches must not keep the route's answers at this mount, whatever its handler says */
  readonly secret: (route: R, mount: M) => boolean;
  /**
   * What the answer depends on besides the parameters, as text: a caller who has that answer gets 304 before it is
   * computed. undefined: only the answer itself can tell.
   */
  readonly contentKey: (route: R, mount: M, caller: Caller) => Promise<string | undefined>;
  /** whether the caller's own cache may keep a mount's answers if it revalidates them each time */
  readonly cacheable: (mount: M) => boolean;
}

/** Answers JSON and changes nothing. */
const isRead = ({ method, media, changes }: RouteDeclaration): boolean =>
  method === 'GET' && media === undefined && changes === undefined;

/** Sets the ETag from the answer's text unless there is one, and answers 304 to a client that has it. */
async function answerTagged(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof body !== 'string') return body;
  const tag = String(reply.getHeader('etag') ?? tagOf(body));
  reply.header('etag', tag);
  if (!matches(request.headers['if-none-match'], tag)) return body;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return null;
}

const neverKept: onSendHookHandler = (_request, reply, _payload, done) => {
  reply.header('cache-control', 'no-store');
  done();
};

export function bind<R extends RouteDeclaration, T extends Declarations<R>, Caller, M extends Mount>(
  app: FastifyInstance,
  routes: T,
  handlers: Handlers<T, Caller, M>,
  { mountsOf, authorize, admit, once, secret, contentKey, cacheable }: Binding<R, Caller, M>,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  for (const [name, route] of Object.entries(routes)) {
    const handler = handlers[name] as unknown as Handler<RouteDeclaration, Caller, M>;
    // The mounts share the schemas: making them anew for each costs memory.
    const querystring = strict(route.query ?? noFields);
    const bodySchema = route.body && strict(route.body);
    const takesNone = route.body === undefined && route.upload === undefined;
    for (const mount of mountsOf(route)) {
      app.route({
        method: route.method,
        url: `${mount.prefix}${route.path}`,
        // Fastify adds HEAD to every GET; a GET that changes something must not get it.
        exposeHeadRoute: route.changes === undefined,
        schema: {
          ...(route.params && { params: route.params }),
          querystring,
          ...(bodySchema && { body: bodySchema }),
          ...(route.media === undefined && { response: { 200: route.answer } }),
        },
        // Before parsing and validation: a caller without permission learns nothing about the parameters.
        onRequest: async (request, reply) => {
          callers.set(request, await authorize(request, route, mount, reply));
        },
        preValidation: (request, _reply, done) => {
          if (takesNone && request.body !== undefined) throw badRequest('no-body', 'This call takes no body.');
          done();
        },
        onSend: [...(isRead(route) ? [answerTagged] : []), ...(secret(route, mount) ? [neverKept] : [])],
        handler: async (request, reply) => {
          const caller = callers.get(request) as Caller;
          const { params, query, body } = request;
          await admit({ route, mount, caller, params, query, body });
          const key = await contentKey(route, mount, caller);
          const keyTag =
            key === undefined
              ? undefined
              : tagOf(JSON.stringify([key, name, request.protocol, request.host, params, query]));
          const clientTags = request.headers['if-none-match'];
          // `*` asks whether there is any answer, which only the handler knows.
          if (keyTag !== undefined && clientTags?.trim() !== '*' && matches(clientTags, keyTag)) {
            return reply.code(304).header('etag', keyTag).send();
          }
          const make = async () =>
            handler({
              params: params as never,
              query: query as never,
              body: body as never,
              mount,
              caller,
              request,
              reply,
            });
          const answer = route.changes
            ? await once({ route, mount, caller, params, query, body, request, reply }, make)
            : await make();
          if (keyTag !== undefined) reply.header('etag', keyTag);
          if (isRead(route) && cacheable(mount)) {
            reply.header('cache-control', 'private, no-cache').header('vary', 'Cookie, Authorization');
          }
          if (route.media === 'text/plain') reply.type('text/plain; charset=utf-8');
          const textOf = isLong(answer) ? reply.getSerializationFunction('200') : undefined;
          if (!textOf || route.media !== undefined) return answer;
          const { text, tag } = await textOfList(answer as readonly unknown[], textOf as (rows: unknown) => string);
          return reply
            .type('application/json; charset=utf-8')
            .header('etag', keyTag ?? tag)
            .send(text);
        },
      });
    }
  }
}
