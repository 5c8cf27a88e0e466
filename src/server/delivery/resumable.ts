/**
 * Resumable uploads (tus 1.0.0, https://tus.io/protocols/resumable-upload) beside the multipart call: after a broken
 * connection, or a crash of the server, an upload continues where it stopped. A complete upload becomes a pack in the same
 * way as any other (upload.ts) and is acknowledged only then. Only the user who began an upload may continue it.
 *
 *   Resumable, openResumable
 *   serveResumable             adds the calls to the server
 *   RESUMABLE_HEADERS          response headers that pages of other origins may read
 */
import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RESUMABLE_UPLOADS } from '../../contract/index.ts';
import type { Caller } from '../handlers.ts';
import type { FailureLog } from '../platform/log.ts';
import { unknownUpload } from './partFiles.ts';
import type { TusOptions, TusServer } from './tusServer.ts';

export const RESUMABLE_HEADERS = ['location', 'tus-resumable', 'upload-length', 'upload-offset', 'upload-expires'];

/** as the library makes them */
const UPLOAD_ID = /^[0-9a-f]{32}$/;
/** Expired uploads are deleted at this interval. */
const SWEEP_INTERVAL_MS = 3600 * 1000;

export interface Resumable {
  handle(request: FastifyRequest, response: ServerResponse, caller: Caller): Promise<void>;
  close(): void;
}

/** The library takes 20 MiB, so it is loaded with the first upload in parts, or if an earlier process left some. */
export function openResumable(options: TusOptions & { readonly sweepFailures: FailureLog }): Resumable {
  let opened: Promise<TusServer> | undefined;
  const tus = () => {
    opened ??= import('./tusServer.ts').then(({ openTusServer }) => openTusServer(options));
    return opened;
  };
  const sweep = async () => {
    if (opened === undefined && (await readdir(options.folder)).length === 0) return;
    await (await tus()).deleteExpired();
  };
  const sweepAndReport = () => void sweep().then(options.sweepFailures.worked, options.sweepFailures.failed);
  sweepAndReport();
  const timer = setInterval(sweepAndReport, SWEEP_INTERVAL_MS);
  timer.unref();
  return {
    handle: async (request, response, caller) => (await tus()).handle(request, response, caller),
    close: () => clearInterval(timer),
  };
}

/** tus has methods and a media type of its own, so its calls are not in the contract. They need the same permission. */
export async function serveResumable(
  app: FastifyInstance,
  resumable: Resumable,
  authorize: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>,
): Promise<void> {
  await app.register(async (scope) => {
    // The bytes bypass Fastify and go straight to their file.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
    const callers = new WeakMap<FastifyRequest, Caller>();
    for (const url of [RESUMABLE_UPLOADS, `${RESUMABLE_UPLOADS}/:id`]) {
      scope.route({
        method: ['POST', 'HEAD', 'PATCH', 'DELETE'],
        url,
        schema: { hide: true },
        onRequest: async (request, reply) => {
          callers.set(request, await authorize(request, reply));
        },
        handler: async (request, reply) => {
          const { id } = request.params as { id?: string };
          if (id !== undefined && !UPLOAD_ID.test(id)) throw unknownUpload();
          for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
          reply.hijack();
          await resumable.handle(request, reply.raw, callers.get(request) as Caller);
        },
      });
    }
  });
}
