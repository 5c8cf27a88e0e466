/**
 * Requests as spans of traces, named by their route: an address names sets, and its parameters what was asked.
 *
 *   traceRequests   to be called before routes are added
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan, isTracing, type Span } from '../tracing.ts';

/** Probes and scrapers ask every few seconds. */
const UNTRACED = /^\/api\/v2\/(health\/|metrics$)/;

/** An answer that goes on for hours is no step of anything. */
const isStream = (accept: string | undefined): boolean => accept?.includes('text/event-stream') ?? false;

export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? '';
    if (!route.includes('/api/') || UNTRACED.test(route) || isStream(request.headers.accept)) return done();
    const parent = request.headers['traceparent'];
    const span = beginSpan(`${request.method} ${route}`, {
      kind: 'server',
      parent: typeof parent === 'string' ? parent : undefined,
      attributes: { 'http.request.method': request.method, 'http.route': route, 'request.id': request.id },
    });
    if (!span) return done();
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      const failed = statusCode >= 500 ? String(statusCode) : undefined;
      span.end({ attributes: { 'http.response.status_code': statusCode }, failed });
    });
    spans.set(request, span);
    span.within(() => done());
  });
  // The parser of the body calls back from the events of the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.within(() => done());
    else done();
  });
}
