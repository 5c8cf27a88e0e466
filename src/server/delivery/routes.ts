/** The calls that upload and list packs. */
import type { FastifyRequest } from 'fastify';
import type { deliveryRoutes } from '../../contract/delivery.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type Handlers, setJobLocation } from '../handlers.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { fileOf } from '../platform/http/multipart.ts';
import type { Database } from '../schema.ts';
import { listPacks } from './packs.ts';
import type { UploadQuota } from './quota.ts';
import { receivePack } from './upload.ts';

/** A multipart body may be this much larger than its file. */
const FORM_BYTES = 64 * 1024;

export function deliveryHandlers({
  database,
  catalogue,
  blobs,
  quota,
  assertStillAllowed,
}: {
  database: Database;
  catalogue: Catalogue;
  blobs: Blobs;
  quota: UploadQuota;
  /** called when a pack is complete, before it is stored */
  assertStillAllowed: (request: FastifyRequest) => Promise<void>;
}): Handlers<typeof deliveryRoutes> {
  return {
    uploadPack: async ({ request, caller, reply }) => {
      const aborted = new AbortController();
      request.raw.once('aborted', () => aborted.abort(new Error('the connection broke off')));
      const { fileName, stream, truncated, failure } = await fileOf(request, 'the pack');
      const received = await receivePack(
        { database, blobs, quota },
        {
          fileName,
          // The rest of the form is at most this large: the pack has at least so many bytes. The others count as they arrive.
          size: Math.max(0, Number(request.headers['content-length'] ?? 0) - FORM_BYTES),
          bytes: { stream, truncated },
          assertStillAllowed: () => assertStillAllowed(request),
        },
        caller,
        aborted.signal,
      ).catch((error: unknown) => {
        throw failure(error);
      });
      setJobLocation(reply, received.jobId);
      return { message: `${received.fileName} was received and is being read.`, ...received };
    },

    packs: ({ query: { disId, fileName, since }, caller }) =>
      listPacks(database, catalogue, caller, {
        disId,
        fileName,
        since: since === undefined ? undefined : Date.parse(since),
      }),
  };
}
