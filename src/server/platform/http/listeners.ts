/**
 * The HTTP servers of an application: one for each address that it listens on, since a name such as `localhost` may
 * have two. The connection limits must hold for all of them.
 *
 *   openListeners   for Fastify's `serverFactory`
 *   Interceptor
 *   serversOf
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { type ConnectionLimits, guardConnections } from './connections.ts';

const all = new WeakMap<FastifyInstance, Set<Server>>();

/** milliseconds */
const HEADERS_MS = 30_000;
/** Longer than the keep-alive time of proxies, so that they never send a request on a closing connection. */
const KEEP_ALIVE_MS = 72_000;

export interface Listeners {
  readonly serverFactory: FastifyServerFactory;
  /** Registers the servers for `serversOf`. */
  belongTo(app: FastifyInstance): void;
}

/** Answers a request, or hands it on. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse, handOn: () => void) => void;

/** @param takeFirst is given each request before the application */
export function openListeners(limits: Partial<ConnectionLimits> | undefined, intercept?: Interceptor): Listeners {
  const servers = new Set<Server>();
  return {
    serverFactory(handler) {
      const server = createServer(
        intercept ? (request, response) => intercept(request, response, () => handler(request, response)) : handler,
      );
      // A large body may take any time; only the head of a request has a limit.
      server.requestTimeout = 0;
      server.headersTimeout = HEADERS_MS;
      server.keepAliveTimeout = KEEP_ALIVE_MS;
      guardConnections(server, limits);
      servers.add(server);
      server.once('close', () => servers.delete(server));
      return server;
    },
    belongTo: (app) => void all.set(app, servers),
  };
}

export const serversOf = (app: FastifyInstance): ReadonlySet<Server> => all.get(app) ?? new Set();
