/** What takes space where the blobs are in a bucket: its list gives the same figures as a folder. */
import { expect, it } from 'vitest';
import type { Storage } from '../../contract/index.ts';
import { freshBucket, S3_SERVICE } from '../platform/blobs/testing/s3.ts';
import { bucketSettings } from '../testing/bucketSettings.ts';
import { startTestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

/** A server with two packs, and what it says of them. */
async function measured(settings: Record<string, string>) {
  const server = await startTestApp('sqlite', settings);
  try {
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/body.png': await plain([255, 0, 0, 255]) }));
    expect((await server.call('POST', '/api/v2/admin/storage/measure')).statusCode).toBe(200);
    const storage = async () => (await server.call('GET', '/api/v2/admin/storage')).json<Storage>();
    await expect.poll(async () => (await storage()).measured !== null, { timeout: 60_000 }).toBe(true);
    const report = (await storage()).measured?.report;
    return { kinds: report?.kinds, packs: report?.packs, unreadable: report?.unreadable };
  } finally {
    await server.stop();
  }
}

it.skipIf(S3_SERVICE === undefined)('counts packs, lists and prepared forms in a bucket as in a folder', async () => {
  const bucket = await freshBucket();
  try {
    const inBucket = await measured(bucketSettings(bucket));
    expect(inBucket.kinds?.find(({ kind }) => kind === 'image')?.bytes).toBeGreaterThan(0);
    expect(inBucket.unreadable).toBe(0);
    expect(inBucket).toEqual(await measured({}));
  } finally {
    await bucket.drop();
  }
});
