/**
 * Resumable uploads (tus 1.0.0, https://tus.io/protocols/resumable-upload) beside the multipart call: a broken connection
 * goes on where it stopped, also after the server was killed. What has come whole goes through the same door as any other
 * pack, and only then is acknowledged. Only who began an upload may go on with it.
 *
 *   openResumable      the handler, and what ends it
 *   serveResumable     gives it its place among the calls
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createWriteStream } from 'node:fs';
import { readdir, truncate } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RESUMABLE_UPLOADS } from '../../contract/index.ts';
import type { Caller } from '../handlers.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { ApiError, errorAnswerOf, notFound, retryAfterOf, tooMany } from '../platform/http/errors.ts';
import { isTemporary } from '../platform/unavailable.ts';
import type { Database } from '../schema.ts';
import type { IncomingPack, Reservation, UploadQuota } from './quota.ts';
import { packNameOf, packTooLarge, receivePack } from './upload.ts';

const PATH = RESUMABLE_UPLOADS;
/** What a page of another origin reads of the answers. */
export const RESUMABLE_HEADERS = ['location', 'tus-resumable', 'upload-length', 'upload-offset', 'upload-expires'];

/** As the library makes them. */
const UPLOAD_ID = /^[0-9a-f]{32}$/;
/** of one user: each costs two files and some memory */
const MOST_UNFINISHED = 1000;

/** An upload that nobody goes on with is forgotten after this long, milliseconds. */
const KEPT = 24 * 3600 * 1000;
const SWEEP_EVERY = 3600 * 1000;

export interface Resumable {
  handle(request: FastifyRequest, response: ServerResponse, caller: Caller): Promise<void>;
  close(): void;
}

const unknownUpload = () => notFound('unknown-upload', 'There is no such upload any more. Send the pack again.');

/** tus answers with what is thrown at it; ours are the answers of every other call. */
class TusAnswer extends Error {
  readonly status_code: number;
  readonly body: string;
  constructor(error: unknown, { request, response }: Call) {
    const answer = errorAnswerOf(error, request.id);
    super(answer.errorMessage, { cause: error });
    this.status_code = answer.status;
    this.body = JSON.stringify(answer);
    const retryAfter = retryAfterOf(error);
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  }
}

/** Brings what the library refuses into the form of every other error. */
const protocolError = ({ status_code, body }: { status_code: number; body: string }, packBytes: number): ApiError =>
  body.startsWith('Maximum size')
    ? packTooLarge(packBytes)
    : new ApiError(status_code, 'upload-protocol', `${body.trim()}.`);

interface Call {
  readonly request: FastifyRequest;
  readonly response: ServerResponse;
  readonly caller: Caller;
}

interface Options {
  database: Database;
  blobs: Blobs;
  /** of the parts */
  folder: string;
  quota: UploadQuota;
  /** asked when a pack has come whole, before it is taken */
  assertStillAllowed: (request: FastifyRequest) => Promise<void>;
}

/** The library is loaded with the first upload in parts, or where one was left from before: it takes 20 MiB. */
export function openResumable(options: Options): Resumable {
  let opened: ReturnType<typeof openTus> | undefined;
  const tus = () => {
    opened ??= openTus(options);
    return opened;
  };
  const sweep = async () => {
    if (opened === undefined && (await readdir(options.folder)).length === 0) return;
    await (await tus()).deleteExpired();
  };
  const quiet = () => void sweep().catch(() => undefined);
  quiet();
  const timer = setInterval(quiet, SWEEP_EVERY);
  timer.unref();
  return {
    handle: async (request, response, caller) => (await tus()).handle(request, response, caller),
    close: () => clearInterval(timer),
  };
}

async function openTus({ database, blobs, folder, quota, assertStillAllowed }: Options) {
  const [{ FileStore }, { Server }] = await Promise.all([import('@tus/file-store'), import('@tus/server')]);
  const calls = new AsyncLocalStorage<Call>();
  const call = () => calls.getStore() as Call;
  const caller = (): Caller => call().caller;
  const asAnswer = (error: unknown) => new TusAnswer(error, call());

  /** Of each unfinished upload, by its id. */
  const unfinished = new Map<string, { readonly who: string; readonly reservation: Reservation }>();
  const forget = (id: string): void => {
    unfinished.get(id)?.reservation.release();
    unfinished.delete(id);
  };

  /** Files of parts. Whatever way bytes come in, they are counted here. */
  class PartStore extends FileStore {
    override async create(upload: Upload): Promise<Upload> {
      try {
        return await super.create(upload);
      } catch (error) {
        forget(upload.id);
        throw asAnswer(error);
      }
    }
    override async write(source: Readable, id: string, offset: number): Promise<number> {
      const { reservation } = unfinished.get(id) ?? {};
      if (!reservation) throw unknownUpload();
      const file = createWriteStream(join(folder, id), { flags: 'r+', start: offset });
      try {
        await pipeline(reservation.count(source), file);
      } catch (error) {
        throw asAnswer(error);
      }
      return offset + file.bytesWritten;
    }
    override async declareUploadLength(id: string, size: number): Promise<void> {
      try {
        unfinished.get(id)?.reservation.declare(size);
      } catch (error) {
        throw asAnswer(error);
      }
      await super.declareUploadLength(id, size);
    }
    override async remove(id: string): Promise<void> {
      await super.remove(id);
      forget(id);
    }
  }
  const store = new PartStore({ directory: folder, expirationPeriodInMilliseconds: KEPT });

  /** What a process before this one left goes on to count. */
  async function resumeAll(): Promise<void> {
    for (const id of (await store.configstore.list?.()) ?? []) {
      const upload = await store.getUpload(id).catch(() => undefined);
      const who = upload?.metadata?.['owner'];
      if (!upload || typeof who !== 'string') continue;
      const pack = { who, fileName: upload.metadata?.['filename'] ?? '', size: upload.size ?? 0 };
      unfinished.set(id, { who, reservation: quota.resume(pack, upload.offset) });
    }
  }
  await resumeAll();

  /** @throws ApiError 400, 429, 507 */
  async function begin(id: string, pack: IncomingPack, bodyBytes: number): Promise<void> {
    packNameOf(pack.fileName);
    const begun = [...unfinished.values()].filter(({ who }) => who === pack.who).length;
    if (begun >= MOST_UNFINISHED) {
      throw tooMany(
        'too-many-uploads',
        `You have ${begun} unfinished uploads. Finish or cancel some of them; the others are forgotten after a day.`,
      );
    }
    const reservation = await quota.reserve(pack);
    unfinished.set(id, { who: pack.who, reservation });
    try {
      await reservation.expect(bodyBytes);
    } catch (error) {
      forget(id);
      throw error;
    }
  }

  const bodyBytesOf = (request: { headers: Headers }) => Number(request.headers.get('content-length') ?? 0);

  const tus = new Server({
    path: PATH,
    datastore: store,
    maxSize: quota.packBytes,
    relativeLocation: true,
    // The server's own rule names the origins that may read answers.
    allowedOrigins: () => false,
    async onResponseError(_request, error) {
      if (error instanceof TusAnswer) return undefined;
      if ('status_code' in error && error.status_code < 500) return asAnswer(protocolError(error, quota.packBytes));
      call().request.log.error(error);
      return asAnswer(error);
    },
    async onUploadCreate(request, upload) {
      const who = caller().username;
      const fileName = upload.metadata?.['filename'] ?? '';
      await begin(upload.id, { who, fileName, size: upload.size ?? 0 }, bodyBytesOf(request)).catch(
        (error: unknown) => {
          throw asAnswer(error);
        },
      );
      return { metadata: { ...upload.metadata, owner: who } };
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      const upload = await store.getUpload(id).catch(() => undefined);
      // Another's upload answers like one that does not exist; one that came whole before a crash is begun anew.
      if (upload?.metadata?.['owner'] !== caller().username || upload.offset === upload.size) {
        throw asAnswer(unknownUpload());
      }
      if (request.method !== 'PATCH') return;
      await unfinished
        .get(id)
        ?.reservation.expect(bodyBytesOf(request))
        .catch((error: unknown) => {
          throw asAnswer(error);
        });
    },
    async onUploadFinish(_request, upload) {
      const fileName = upload.metadata?.['filename'] ?? '';
      let comesAgain = false;
      try {
        const received = await receivePack(
          { database, blobs, quota },
          {
            fileName,
            // The parts stay until the pack is stored: both need space for a moment.
            size: upload.offset,
            reservation: unfinished.get(upload.id)?.reservation,
            stream: store.read(upload.id),
            truncated: () => false,
            assertStillAllowed: () => assertStillAllowed(call().request),
          },
          caller(),
          new AbortController().signal,
        );
        const body = JSON.stringify({ message: `${fileName} was received and is being read.`, ...received });
        return { status_code: 200, headers: { 'content-type': 'application/json' }, body };
      } catch (error) {
        // The store is away for a while: all but the last byte is kept, and with that byte the sender comes again.
        comesAgain = isTemporary(error) && upload.offset > 0;
        if (comesAgain) await truncate(join(folder, upload.id), upload.offset - 1);
        throw asAnswer(error);
      } finally {
        if (!comesAgain) await store.remove(upload.id);
      }
    },
  });

  return {
    deleteExpired: () => store.deleteExpired(),
    handle: (request: FastifyRequest, response: ServerResponse, who: Caller): Promise<void> =>
      calls.run({ request, response, caller: who }, () => tus.handle(request.raw, response)),
  };
}

/** tus brings methods and a media type of its own, so its calls stand beside the contract's, with the same permission. */
export async function serveResumable(
  app: FastifyInstance,
  resumable: Resumable,
  authorize: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>,
): Promise<void> {
  await app.register(async (scope) => {
    // The bytes go past Fastify, straight to where they are kept.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
    const callers = new WeakMap<FastifyRequest, Caller>();
    for (const url of [PATH, `${PATH}/:id`]) {
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
