/**
 * The SDK's client of an S3 service, with calls that are retried where that can help, limited in time, and fail as an
 * unavailable store. The SDK is loaded only where blobs are on S3.
 *
 *   S3Location, BucketTimes
 *   openS3Client
 */
import { S3Client } from '@aws-sdk/client-s3';
import { isTracing, withSpan } from '../tracing.ts';
import { BlobsUnavailable } from './blobs.ts';
import { isAbsent } from './s3Failures.ts';

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

/** Sends a command to the service. */
type Call<T> = (options: { abortSignal: AbortSignal }) => Promise<T>;

export type S3Calls = ReturnType<typeof openS3Client>;

export function openS3Client(location: S3Location, times: BucketTimes) {
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
          withSpan(`S3 ${commandName.replace(/Command$/, '')}`, { 'rpc.system.name': 'aws-api' }, () => next(call)),
      { step: 'initialize', name: 'traces' },
    );
  }

  /** Limits the time of one call including its retries, but not that of reading the answer's body. */
  async function withTimeout<T>(ms: number, call: Call<T>, signal?: AbortSignal): Promise<T> {
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

  return { client, withTimeout, callOrFail, callUnlessAbsent };
}
