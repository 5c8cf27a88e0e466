/**
 * Whether a bucket can be used.
 *
 *   tryBucket       @throws NotUsable
 *   NEUTRAL_NAMES   of settings, for messages where the caller has none
 */
import { randomUUID } from 'node:crypto';
import { NotUsable } from '../notUsable.ts';
import type { Bucket } from './bucket.ts';
import type { S3Location } from './s3Client.ts';
import { type BlobSettingNames, reasonOf } from './s3Failures.ts';

/** Writes, reads and deletes an object, so that a missing right shows at start and not at the first upload. */
export async function tryBucket(bucket: Bucket, location: S3Location, names: BlobSettingNames): Promise<void> {
  const key = `${location.prefix}check/${randomUUID()}`;
  try {
    await bucket.check();
    await bucket.put(key, Buffer.from('a check'));
    const found = await bucket.head(key);
    if (found?.size !== 7) throw new Error('the object that was just written cannot be read');
    for await (const _ of bucket.list(key));
    await bucket.delete(key);
    await bucket.abortParts(key, 0);
  } catch (error) {
    const where = location.endpoint ?? `Amazon S3, region ${location.region}`;
    const reason = reasonOf(error, names);
    throw new NotUsable(`${names.store}: the bucket "${location.bucket}" at ${where} cannot be used: ${reason}`, {
      cause: error,
    });
  }
}

export const NEUTRAL_NAMES: BlobSettingNames = {
  store: 'The file store',
  folder: 'The folder of the file store',
  keyId: 'the id of a key',
  secretKey: 'its secret',
  region: 'the region',
};
