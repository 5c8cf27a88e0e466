/**
 * The tus protocol over our quota, store and error answers.
 *
 *   openTusServer
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Upload } from '@tus/server';
import type { FastifyRequest } from 'fastify';
import { RESUMABLE_UPLOADS } from '../../contract/index.ts';
import { type Caller, jobAddress } from '../handlers.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { ApiError, errorAnswerOf, retryAfterOf } from '../platform/http/errors.ts';
import { isTemporary } from '../platform/unavailable.ts';
import type { Database } from '../schema.ts';
import { unknownUpload } from './partFiles.ts';
import type { UploadQuota } from './quota.ts';
import { openUnfinishedUploads } from './unfinishedUploads.ts';
import { packTooLarge, receivePack } from './upload.ts';

export interface TusOptions {
  database: Database;
  blobs: Blobs;
  /** of the parts */
  folder: string;
  /** path below which a proxy serves the calls, or '' */
  basePath: string;
  quota: UploadQuota;
  /** called when a pack is complete, before it is stored */
  assertStillAllowed: (request: FastifyRequest) => Promise<void>;
}

export interface TusServer {
  handle(request: FastifyRequest, response: ServerResponse, caller: Caller): Promise<void>;
  deleteExpired(): Promise<unknown>;
}

interface Call {
  readonly request: FastifyRequest;
  readonly response: ServerResponse;
  readonly caller: Caller;
}

/** The library answers with the status and body of a thrown error; this makes them those of every other call. */
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

/** Turns refusals of the library into our usual errors. */
const protocolError = ({ status_code, body }: { status_code: number; body: string }, packBytes: number): ApiError =>
  body.startsWith('Maximum size')
    ? packTooLarge(packBytes)
    : new ApiError(status_code, 'upload-protocol', body.trim().replace(/\.?$/, '.'));

const bodyBytesOf = (request: { headers: Headers }) => Number(request.headers.get('content-length') ?? 0);
const fileNameOf = (upload: Upload) => upload.metadata?.['filename'] ?? '';

export async function openTusServer({
  database,
  blobs,
  folder,
  basePath,
  quota,
  assertStillAllowed,
}: TusOptions): Promise<TusServer> {
  const { Server } = await import('@tus/server');
  const calls = new AsyncLocalStorage<Call>();
  const call = () => calls.getStore() as Call;
  const asAnswer = (error: unknown) => new TusAnswer(error, call());
  const throwAnswer = (error: unknown): never => {
    throw asAnswer(error);
  };
  const uploads = await openUnfinishedUploads({ folder, quota, asAnswer });
  const { store } = uploads;

  const tus = new Server({
    // The addresses of uploads begin with it.
    path: `${basePath}${RESUMABLE_UPLOADS}`,
    datastore: store,
    maxSize: quota.packBytes,
    relativeLocation: true,
    // The server's own CORS rule names the origins that may read answers.
    allowedOrigins: [],
    async onResponseError(_request, error) {
      if (error instanceof TusAnswer) return undefined;
      // 500 is a fault of the server; 501 refuses what the protocol offers and this server does not.
      const isRefused = 'status_code' in error && error.status_code !== 500;
      if (isRefused) return asAnswer(protocolError(error, quota.packBytes));
      call().request.log.error(error);
      return asAnswer(error);
    },
    async onUploadCreate(request, upload) {
      const who = call().caller.username;
      const pack = { who, fileName: fileNameOf(upload), size: upload.size ?? 0 };
      await uploads.begin(upload.id, pack, bodyBytesOf(request)).catch(throwAnswer);
      return { metadata: { ...upload.metadata, owner: who } };
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      // An upload that cannot be read is answered as unknown, below.
      const upload = await store.getUpload(id).catch(() => undefined);
      // Another user's upload answers like one that does not exist. So does one that was complete before a crash: the
      // client begins it again.
      if (upload?.metadata?.['owner'] !== call().caller.username || upload.offset === upload.size) {
        throwAnswer(unknownUpload());
      }
      if (request.method === 'PATCH') {
        await uploads.reservationOf(id)?.expect(bodyBytesOf(request)).catch(throwAnswer);
      }
    },
    async onUploadFinish(_request, upload) {
      const { request, caller } = call();
      const fileName = fileNameOf(upload);
      let keepsParts = false;
      try {
        const received = await receivePack(
          { database, blobs, quota },
          {
            fileName,
            size: upload.offset,
            reservation: uploads.reservationOf(upload.id),
            bytes: await uploads.hashed(upload.id),
            assertStillAllowed: () => assertStillAllowed(request),
          },
          caller,
          new AbortController().signal,
        );
        const body = JSON.stringify({ message: `${fileName} was received and is being read.`, ...received });
        // After a POST, this header is the address of the upload itself.
        const job = request.method === 'PATCH' && { location: basePath + jobAddress(received.jobId) };
        return { status_code: 200, headers: { 'content-type': 'application/json', ...job }, body };
      } catch (error) {
        // While the store is unreachable, all bytes but the last are kept, and the client tries again with that one.
        keepsParts = isTemporary(error) && (await uploads.removeLastByte(upload));
        throw asAnswer(error);
      } finally {
        // Parts that cannot be deleted now must not replace the answer of the pack; they are deleted after a day.
        if (!keepsParts) await store.remove(upload.id).catch((error: unknown) => request.log.error(error));
      }
    },
  });

  return {
    deleteExpired: () => store.deleteExpired(),
    handle: (request, response, caller) =>
      calls.run({ request, response, caller }, () => tus.handle(request.raw, response)),
  };
}
