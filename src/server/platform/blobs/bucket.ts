/**
 * A bucket of an S3 service: the calls that blobs need.
 *
 *   Bucket, ObjectInfo
 *   openBucket
 */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { multipartUploads } from './multipart.ts';
import { BUCKET_TIMES, type BucketTimes, openS3Client, type S3Location } from './s3Client.ts';

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

const objectInfoOf = (key: string, size = 0, modified?: Date): ObjectInfo => ({
  key,
  size,
  modifiedAt: modified?.getTime() ?? Date.now(),
});

export function openBucket(location: S3Location, given: Partial<BucketTimes> = {}): Bucket {
  const times = { ...BUCKET_TIMES, ...given };
  const Bucket = location.bucket;
  const calls = openS3Client(location, times);
  const { client, callOrFail, callUnlessAbsent } = calls;

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
    ...multipartUploads(Bucket, calls, times),
    close: () => client.destroy(),
  };
}
