/** For tests: the settings of a server that has its blobs in a bucket for tests. */
import type { TestBucket } from '../platform/blobs/testing/s3.ts';

export const bucketSettings = ({
  options: { bucket, prefix, endpoint, credentials },
}: TestBucket): Record<string, string> => ({
  LACQUER_BLOBS: `s3://${bucket}/${prefix.replace(/\/$/, '')}`,
  LACQUER_S3_ENDPOINT: endpoint ?? '',
  LACQUER_S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
  LACQUER_S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
});
