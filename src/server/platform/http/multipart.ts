/**
 * Reads the one file of a multipart body. A malformed or truncated body is reported as the sender's fault.
 *
 *   UploadedFile
 *   fileOf
 */
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ApiError, badRequest } from './errors.ts';

export interface UploadedFile {
  readonly fileName: string;
  readonly stream: Readable;
  /** after the stream's end: whether it has more than `maxBytes` */
  truncated(): boolean;
  /** Turns an error of reading the stream into an answer where it is the sender's fault. */
  failure(error: unknown): unknown;
}

const malformed = (cause: unknown) =>
  badRequest(
    'bad-multipart',
    'The body is not a complete multipart form: it breaks off, or a part of it cannot be read.',
    {
      cause,
    },
  );

/** Messages of the parser that blame the body; other errors are not the sender's fault. */
const MALFORMED = /multipart|boundary|unexpected end|malformed|terminated early|premature|part header/i;

const failureOf = (error: unknown): unknown => {
  if (error instanceof ApiError || (error as { statusCode?: number }).statusCode !== undefined) return error;
  return error instanceof Error && MALFORMED.test(error.message) ? malformed(error) : error;
};

/**
 * @param what the file, for the message
 * @throws ApiError 400 if there is no such file
 */
export async function fileOf(request: FastifyRequest, what: string, maxBytes?: number): Promise<UploadedFile> {
  const options = maxBytes === undefined ? undefined : { limits: { fileSize: maxBytes } };
  const part = await request.file(options).catch((error: unknown) => {
    throw failureOf(error);
  });
  if (part?.fieldname !== 'file') {
    throw badRequest('no-file', `The request needs a multipart field named "file" with ${what}.`);
  }
  return {
    fileName: part.filename,
    stream: part.file,
    truncated: () => part.file.truncated,
    failure: failureOf,
  };
}
