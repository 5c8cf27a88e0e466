/**
 * A bucket of an S3 service: the calls that blobs need, retried by the SDK where that can help. The only file that
 * knows the SDK; it is loaded only where blobs are on S3.
 *
 *   S3Location, BlobSettingNames, Bucket, BucketTimes, ObjectInfo
 *   openBucket
 *   reasonOf      explains a failure to an administrator
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { isTracing, traced } from '../tracing.ts';
import { BlobsUnavailable } from './blobs.ts';

export interface S3Location {
  readonly bucket: string;
  /** '' or ending with / */
  readonly prefix: string;
  /** undefined: Amazon's own */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** the bucket is named in the path instead of the host name */
  readonly pathStyle: boolean;
  /** undefined: the SDK looks for them (AWS_… variables, a profile, the machine's role) */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** Names of settings, for messages. */
export interface BlobSettingNames {
  /** the setting that says where the store is */
  readonly store: string;
  /** the setting that names the folder on this machine */
  readonly folder: string;
  readonly keyId: string;
  readonly secretKey: string;
  readonly region: string;
}

export interface ObjectInfo {
  readonly key: string;
  /** bytes */
  readonly size: number;
  /** epoch milliseconds, rounded down to whole seconds by the service */
  readonly modifiedAt: number;
}

export interface Bucket {
  /** undefined: there is none */
  head(key: string): Promise<ObjectInfo | undefined>;
  /** The bytes from `start` to `end`, both inclusive; undefined if there is no such key. */
  get(key: string, start: number, end: number): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Stored when it resolves; the service has compared the bytes with their hash. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Succeeds also if there is no such key. */
  delete(key: string, signal?: AbortSignal): Promise<void>;
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** @throws Error if the bucket does not answer */
  check(): Promise<void>;
  /** One object of many parts. Stored when it resolves; if it rejects and S3 still answers, nothing remains. */
  putParts(
    key: string,
    parts: number,
    send: (upload: (number: number, bytes: Uint8Array) => Promise<void>) => Promise<void>,
  ): Promise<void>;
  /** Discards multipart uploads that were begun before `before` and never completed. @returns how many */
  abortParts(prefix: string, before: number): Promise<number>;
  close(): void;
}

const ATTEMPTS = 3;
const CONNECT_TIMEOUT_MS = 3_000;
const SOCKET_TIMEOUT_MS = 10_000;
const MAX_SOCKETS = 64;

/** How long a call may take including its retries, in milliseconds. Together they stay below a minute for an upload. */
export interface BucketTimes {
  /** until the answer begins */
  readonly call: number;
  /** for a call that carries bytes of a blob */
  readonly send: number;
  /** for a call that only cleans up after a failure */
  readonly tidy: number;
}
export const BUCKET_TIMES: BucketTimes = { call: 12_000, send: 20_000, tidy: 5_000 };

type Failure = { name?: string; message?: string; code?: string; $metadata?: { httpStatusCode?: number } };

const isAbsent = (error: unknown) => ['NotFound', 'NoSuchKey', 'NoSuchUpload'].includes((error as Failure).name ?? '');

export function reasonOf(error: unknown, names: Pick<BlobSettingNames, 'keyId' | 'secretKey' | 'region'>): string {
  const { name, message, code, $metadata } = ((error as Error).cause ?? error) as Failure;
  const status = $metadata?.httpStatusCode;
  if (name === 'NoSuchBucket' || name === 'NotFound') return 'there is no such bucket';
  if (name === 'CredentialsProviderError') {
    return `there are no credentials: set ${names.keyId} and ${names.secretKey}, or give the process a role`;
  }
  if (status === 301 || name === 'PermanentRedirect' || name === 'AuthorizationHeaderMalformed') {
    return `the bucket is in another region (${message}): set ${names.region}`;
  }
  if (status === 403) {
    return `the credentials are wrong, or lack the right to list, read, write and delete there (${name})`;
  }
  return `it does not answer like S3 (${[code ?? name, message].filter((part) => part !== undefined && part !== '').join(': ')})`;
}

const objectInfoOf = (key: string, size = 0, modified?: Date): ObjectInfo => ({
  key,
  size,
  modifiedAt: modified?.getTime() ?? Date.now(),
});

export function openBucket(location: S3Location, given: Partial<BucketTimes> = {}): Bucket {
  const times = { ...BUCKET_TIMES, ...given };
  const Bucket = location.bucket;
  const client = new S3Client({
    region: location.region,
    forcePathStyle: location.pathStyle,
    ...(location.endpoint !== undefined && { endpoint: location.endpoint }),
    ...(location.credentials && { credentials: location.credentials }),
    maxAttempts: ATTEMPTS,
    // Not every service understands the SDK's own checksums. Bytes are sent in one piece instead, whose SHA-256 is
    // signed and which the service compares.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_SOCKETS },
    },
  });

  if (isTracing()) {
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        (call) =>
          traced(`S3 ${commandName.replace(/Command$/, '')}`, { 'rpc.system.name': 'aws-api' }, () => next(call)),
      { step: 'initialize', name: 'traces' },
    );
  }

  /** Limits the time of one call including its retries, but not that of reading the answer's body. */
  async function withTimeout<T>(
    ms: number,
    call: (options: { abortSignal: AbortSignal }) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), ms);
    try {
      return await call({ abortSignal: signal ? AbortSignal.any([signal, late.signal]) : late.signal });
    } catch (error) {
      throw late.signal.aborted ? new Error(`no answer within ${ms / 1000} seconds`, { cause: error }) : error;
    } finally {
      clearTimeout(timer);
    }
  }
  type Call<T> = Parameters<typeof withTimeout<T>>[1];

  const callOrFail = async <T>(call: Call<T>, ms = times.call, signal?: AbortSignal): Promise<T> => {
    try {
      return await withTimeout(ms, call, signal);
    } catch (error) {
      throw new BlobsUnavailable(error);
    }
  };
  /** Treats any failure other than absence as an unavailable store. */
  const callUnlessAbsent = async <T>(call: Call<T>, signal?: AbortSignal): Promise<T | undefined> => {
    try {
      return await withTimeout(times.call, call, signal);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw new BlobsUnavailable(error);
    }
  };

  return {
    async head(key) {
      const answer = await callUnlessAbsent((options) =>
        client.send(new HeadObjectCommand({ Bucket, Key: key }), options),
      );
      return answer && objectInfoOf(key, answer.ContentLength, answer.LastModified);
    },
    async get(key, start, end) {
      const Range = `bytes=${start}-${end}`;
      const answer = await callUnlessAbsent((options) =>
        client.send(new GetObjectCommand({ Bucket, Key: key, Range }), options),
      );
      return answer?.Body as AsyncIterable<Uint8Array> | undefined;
    },
    async put(key, bytes) {
      const command = new PutObjectCommand({ Bucket, Key: key, Body: bytes });
      await callOrFail((options) => client.send(command, options), times.send);
    },
    async delete(key, signal) {
      await callUnlessAbsent((options) => client.send(new DeleteObjectCommand({ Bucket, Key: key }), options), signal);
    },
    async *list(prefix) {
      let ContinuationToken: string | undefined;
      do {
        const command = new ListObjectsV2Command({
          Bucket,
          Prefix: prefix,
          ...(ContinuationToken && { ContinuationToken }),
        });
        const page = await callOrFail((options) => client.send(command, options));
        for (const { Key = '', Size, LastModified } of page.Contents ?? []) yield objectInfoOf(Key, Size, LastModified);
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },
    async check() {
      await callOrFail((options) => client.send(new HeadBucketCommand({ Bucket }), options));
    },
    async putParts(Key, parts, send) {
      const { UploadId } = await callOrFail((options) =>
        client.send(new CreateMultipartUploadCommand({ Bucket, Key }), options),
      );
      const tags = new Map<number, string | undefined>();
      try {
        await send(async (PartNumber, Body) => {
          const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body });
          const { ETag } = await withTimeout(times.send, (options) => client.send(command, options));
          tags.set(PartNumber, ETag);
        });
        const Parts = Array.from({ length: parts }, (_, i) => ({ PartNumber: i + 1, ETag: tags.get(i + 1) }));
        const command = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } });
        await withTimeout(times.call, (options) => client.send(command, options));
      } catch (error) {
        const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
        await withTimeout(times.tidy, (options) => client.send(command, options)).catch(() => {});
        throw new BlobsUnavailable(error);
      }
    },
    async abortParts(prefix, before) {
      let aborted = 0;
      let marker: { KeyMarker?: string; UploadIdMarker?: string } = {};
      for (;;) {
        const command = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...marker });
        const page = await callOrFail((options) => client.send(command, options));
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (Key === undefined || UploadId === undefined || (Initiated?.getTime() ?? 0) >= before) continue;
          await callUnlessAbsent((options) =>
            client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), options),
          );
          aborted += 1;
        }
        if (!page.IsTruncated) return aborted;
        marker = {
          ...(page.NextKeyMarker !== undefined && { KeyMarker: page.NextKeyMarker }),
          ...(page.NextUploadIdMarker !== undefined && { UploadIdMarker: page.NextUploadIdMarker }),
        };
      }
    },
    close: () => client.destroy(),
  };
}
