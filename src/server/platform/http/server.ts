/**
 * The HTTP server without any calls: parsing limits, security headers, errors as answers, cookies, compression,
 * OpenAPI. Built apart from listening, so that tests run the real thing.
 *
 *   buildHttp    a Fastify app, ready for routes
 */
import type { IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { DatabaseUnavailable } from '../database/failures.ts';
import { timeOrderedId } from '../ids.ts';
import type { Log } from '../log.ts';
import { NoSpace } from '../unavailable.ts';
import { type ApiPage, serveApiPage } from './apiPage.ts';
import { type ConnectionLimits, sendContinue } from './connections.ts';
import { duplicateKey } from './duplicateKeys.ts';
import { ApiError, badRequest, errorAnswerOf, retryAfterOf } from './errors.ts';
import { refuseUnknownHosts } from './hosts.ts';
import { type Interceptor, openListeners } from './listeners.ts';
import { watchMethods } from './methods.ts';
import { traceRequests } from './requestTraces.ts';
import { refuseZeroBytes } from './zeroBytes.ts';

export interface HttpOptions {
  /** the page that documents the calls */
  docs: ApiPage;
  log: Log;
  /** host names that requests may use, see hosts.ts */
  hosts: readonly string[];
  /** the setting that lists them, for messages */
  hostsSetting: string;
  corsOrigins: readonly string[];
  /** headers that pages of those origins may read, besides the usual ones */
  exposedHeaders: readonly string[];
  /** path below which a proxy serves this: `/books`, or '' */
  basePath: string;
  /** addresses of proxies; '' for none */
  trustProxy: string;
  /** bytes of one uploaded file */
  uploadBytes: number;
  connections?: Partial<ConnectionLimits> | undefined;
  /** is given each request before any hook */
  intercept?: Interceptor;
}

const JSON_BYTES = 1024 ** 2;
const YEAR_SECONDS = 365 * 24 * 3600;

/** Headers of every answer. Each page sets its own policy, which needs a nonce; everything else may load nothing. */
const securityHeaders = (otherOrigins: boolean) => ({
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': otherOrigins ? 'same-site' : 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
});

/** Needs no log line: our own answer without a cause, or an outage that the database reports once. */
const isReported = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable ||
  error instanceof NoSpace ||
  (error instanceof ApiError && error.cause === undefined);

/** Removes the base path; leaves other paths as they are, for probes and for proxies that remove it themselves. */
function withoutBase(url: string, base: string): string {
  if (!url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}

/** @returns the app, and the methods that a path supports */
export async function buildHttp(
  options: HttpOptions,
): Promise<{ app: FastifyInstance; methodsAt: (path: string) => string[] }> {
  const headers = securityHeaders(options.corsOrigins.length > 0);
  const listeners = openListeners(options.connections, options.intercept);
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    genReqId: () => timeOrderedId(),
    rewriteUrl: ({ url = '/' }: IncomingMessage) => withoutBase(url, options.basePath),
    trustProxy: options.trustProxy === '' ? false : options.trustProxy,
    bodyLimit: JSON_BYTES,
    routerOptions: { maxParamLength: 300 },
    serverFactory: listeners.serverFactory,
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered during shutdown; then their connections close.
    return503OnClosing: false,
    // These errors are thrown before any hook runs, so the work of the hooks is repeated here.
    frameworkErrors: (error, request, reply) => {
      const status = error.statusCode === 414 ? 414 : 400;
      const refusal = new ApiError(status, 'bad-address', 'The address cannot be read, or a part of it is too long.');
      const { raw } = reply as unknown as FastifyReply;
      const type = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
      raw.writeHead(status, { ...headers, ...type, 'x-request-id': request.id });
      raw.end(JSON.stringify(errorAnswerOf(refusal, request.id)));
    },
  });
  listeners.belongTo(app);
  traceRequests(app);
  // A caller who waits for 100 Continue learns that permission is missing before sending the body.
  app.addHook('preParsing', (request, reply, _body, done) => {
    sendContinue(request.raw, reply.raw);
    done();
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    // It answers through the callback.
    void parseJson(request, text as string, (error, body) => {
      const twice = error ? undefined : duplicateKey(text as string);
      if (twice === undefined) done(error, body);
      else done(badRequest('duplicate-key', `The body names ${JSON.stringify(twice)} twice.`));
    });
  });

  app.setErrorHandler((error, request, reply) => {
    const answer = errorAnswerOf(error, request.id);
    if (answer.status >= 500 && !isReported(error)) request.log.error(error);
    const retryAfter = retryAfterOf(error);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return reply.code(answer.status).header('cache-control', 'no-store').type('application/json').send(answer);
  });
  const headerEntries = Object.entries(headers);
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of headerEntries) reply.header(name, value);
    reply.header('x-request-id', request.id).header('cache-control', 'no-store');
    done();
  });
  if (options.basePath !== '') {
    // Handlers name addresses without the base path.
    app.addHook('onSend', (_request, reply, _payload, done) => {
      const location = reply.getHeader('location');
      if (typeof location === 'string' && location.startsWith('/') && !location.startsWith(`${options.basePath}/`)) {
        reply.header('location', options.basePath + location);
      }
      done();
    });
  }
  app.addHook('onRequest', refuseUnknownHosts(options.hosts, options.hostsSetting));
  app.addHook('preValidation', refuseZeroBytes);
  if (options.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...options.corsOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['content-disposition', 'etag', 'server-timing', ...options.exposedHeaders],
    });
  }
  await app.register(cookie);
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
  // Reject a path as a file name instead of cutting it to its last part.
  await app.register(multipart, {
    preservePath: true,
    limits: { fileSize: options.uploadBytes, files: 1, fields: 5, parts: 6 },
  });
  const methodsAt = watchMethods(app);
  await serveApiPage(app, options.docs, options.basePath);
  // Made for each request, because it contains the addresses of this server.
  app.get('/api/v2/openapi.json', { schema: { hide: true } }, (request) => options.docs.document(request));
  return { app, methodsAt };
}
