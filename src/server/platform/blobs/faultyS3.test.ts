/** An S3 service that answers late, never, or wrongly: callers get an error within limits, and sending ends. */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Blobs, BlobsUnavailable } from './blobs.ts';
import { openS3Blobs } from './s3.ts';
import { freshBucket, type Gateway, openGateway, S3_SERVICE, type TestBucket } from './testing/s3.ts';

const MIB = 1024 ** 2;
/** Short limits, for services that never answer. */
const impatient = { call: 400, send: 800, tidy: 200 };
/** Long limits, for services that answer on a busy machine. */
const times = { call: 30_000, send: 30_000, tidy: 30_000, unmarked: 1000, resendPause: 20 };

describe.runIf(S3_SERVICE)('a faulty S3', () => {
  let bucket: TestBucket;
  let gateway: Gateway;
  let blobs: Blobs;
  const openBlobs = async (more: Parameters<typeof openS3Blobs>[0]['times'] = {}) => {
    const opened = await openS3Blobs({ ...bucket.options, times: { ...times, ...more } });
    onTestFinished(() => opened.close());
    return opened;
  };
  beforeAll(async () => {
    gateway = await openGateway();
    bucket = await freshBucket(gateway.endpoint);
    blobs = await openS3Blobs({ ...bucket.options, times });
  });
  afterEach(() => gateway.misbehave(undefined));
  afterAll(async () => {
    await blobs.close();
    await bucket.drop();
    await gateway.close();
  });

  it('by default a call and the clean-up after its failure end within a minute', async () => {
    // Sending, waiting for a deletion, the listing that was begun before, verifying what was sent.
    const { BUCKET_TIMES } = await import('./s3Client.ts');
    const { S3_TIMES } = await import('./s3Sending.ts');
    const { call, send, tidy } = BUCKET_TIMES;
    expect(send + S3_TIMES.unmarked + call + call).toBeLessThan(60_000);
    expect(call + send + tidy).toBeLessThan(60_000);
  });

  it.each([
    ['a small blob', 10],
    ['a large one', 20 * MIB],
  ])('that never answers while %s is stored: the store is unavailable, and the reason says so', async (_what, size) => {
    const blobs = await openBlobs(impatient);
    gateway.misbehave('hang');
    const failure = await blobs.put(randomBytes(size)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BlobsUnavailable);
    expect(JSON.stringify((failure as Error).cause, ['message'])).toMatch(/no answer within/);
  });

  it('that stops answering in the middle of a large blob: the store is unavailable, and nothing is left behind once it answers again', async () => {
    const blobs = await openBlobs({ send: impatient.send });
    gateway.misbehave('hang', /partNumber=2/);
    await expect(blobs.put(randomBytes(20 * MIB))).rejects.toThrow(BlobsUnavailable);
    gateway.misbehave(undefined);
    expect(await bucket.unfinished()).toBe(0);
  });

  it('that acknowledges blobs and loses them: noticed after a few tries, reported, and not ready until it keeps blobs again', async () => {
    const bytes = randomBytes(100);
    const name = createHash('sha256').update(bytes).digest('hex');
    gateway.misbehave('drop', /^PUT/);
    const before = gateway.requests.length;
    const failure = await blobs.put(bytes).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BlobsUnavailable);
    expect(((failure as Error).cause as Error).message).toMatch(/acknowledged .* 3 times and does not have it/);
    const sent = gateway.requests
      .slice(before)
      .filter((request) => request.startsWith('PUT') && request.includes(name));
    expect(sent).toHaveLength(3);
    await expect(blobs.check()).rejects.toThrow(/the object that was just written cannot be read/);
    gateway.misbehave(undefined);
    await blobs.check();
    await blobs.put(bytes);
    expect(await blobs.verify(name)).toBe(true);
  });

  it('a mark left by a killed process delays the first caller, not every one', async () => {
    const bytes = randomBytes(100);
    const mark = `test/unused/${createHash('sha256').update(bytes).digest('hex')}.gone`;
    await bucket.put(mark, Buffer.alloc(0));
    await expect(blobs.put(bytes)).rejects.toThrow(BlobsUnavailable);
    const patient = await openBlobs({ markStale: 300 });
    await patient.put(bytes);
    expect(await bucket.keys()).not.toContain(mark);
  });
});
