/** The suite for all backends on S3, and the failures of S3: killed processes, races between machines, a broken connection. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runChild } from '../database/testing/databases.ts';
import { type Blobs, BlobsUnavailable } from './blobs.ts';
import { openS3Blobs, type S3Options } from './s3.ts';
import { allOf, testBlobs } from './testing/contractSuite.ts';
import { freshBucket, type Line, openLine, S3_SERVICE, type TestBucket } from './testing/s3.ts';

const MIB = 1024 ** 2;
const keyOf = (sha256: string) => `test/blobs/${sha256}`;
/** Unlinked files of this process in the folder, other than the cache. */
const nameless = (folder: string) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(`${folder}/staged.`);
    } catch {
      return false;
    }
  }).length;

if (S3_SERVICE) {
  testBlobs('S3', async () => {
    const bucket = await freshBucket();
    const blobs = await openS3Blobs(bucket.options);
    return {
      blobs,
      async damage(sha256) {
        const bytes = await bucket.get(keyOf(sha256));
        bytes[1000] = (bytes[1000] ?? 0) ^ 1;
        await bucket.put(keyOf(sha256), bytes);
      },
      async staged() {
        const others = (await bucket.keys()).filter((key) => !key.startsWith(keyOf('')));
        return nameless(bucket.options.folder) + (await bucket.unfinished()) + others.length;
      },
      tick: 2100,
      async drop() {
        await blobs.close();
        await bucket.drop();
      },
    };
  });
}

describe.skipIf(!S3_SERVICE)('S3', () => {
  let line: Line;
  let bucket: TestBucket;
  let opened: Blobs[];
  const open = async (more: Partial<S3Options> = {}) => {
    const blobs = await openS3Blobs({ ...bucket.options, ...more });
    opened.push(blobs);
    return blobs;
  };
  beforeEach(async () => {
    opened = [];
    line = await openLine();
    bucket = await freshBucket(line.endpoint);
  });
  afterEach(async () => {
    for (const blobs of opened) await blobs.close();
    await line.close();
    await bucket.drop();
  });
  const MODULE = new URL('./s3.ts', import.meta.url).href;

  it('stores a stream of many parts with flat memory, and another process reads it by position', async () => {
    const hash = createHash('sha256');
    const blobs = await open();
    const staging = await blobs.stage();
    const many = async function* () {
      for (let i = 0; i < 25; i += 1) {
        const bytes = randomBytes(MIB + 1);
        hash.update(bytes);
        yield bytes;
      }
    };
    await staging.fromStream(Readable.from(many()));
    const { sha256, size } = await staging.commit();
    expect(sha256).toBe(hash.digest('hex'));
    expect(await bucket.unfinished()).toBe(0);
    const other = await open();
    expect(await other.verify(sha256)).toBe(true);
    const whole = await bucket.get(keyOf(sha256));
    const reader = await other.file(sha256);
    expect(reader.size).toBe(size);
    for (const [at, length] of [
      [0, 10],
      [MIB - 5, 10],
      [8 * MIB - 3, 3 * MIB],
      [size - 1, 1],
    ] as const) {
      expect((await reader.read(at, length)).equals(whole.subarray(at, at + length)), `${at}`).toBe(true);
    }
  });

  it('reads neighbouring blocks with one request, and again with none; with a small cache or none the bytes are the same', async () => {
    const bytes = randomBytes(20 * MIB + 17);
    const { sha256 } = await (await open()).put(bytes);
    const places = Array.from({ length: 300 }, (_, i) => [(i * 70_001) % (bytes.length - 5000), 5000] as const);
    const all = async (blobs: Blobs, whole: boolean) => {
      const reader = await blobs.file(sha256, { whole });
      const before = line.requests.length;
      await Promise.all(
        places.map(async ([at, length]) => {
          expect((await reader.read(at, length)).equals(bytes.subarray(at, at + length))).toBe(true);
        }),
      );
      return line.requests.length - before;
    };
    const roomy = await open();
    expect(await all(roomy, true)).toBeLessThanOrEqual(2);
    expect(await all(roomy, true)).toBe(0);
    expect(await all(await open({ cacheBytes: 3 * MIB }), false)).toBeGreaterThan(2);
    for (const none of [{ cacheBytes: 0 }, { freeBytes: 2 ** 50 }]) {
      const blobs = await open(none);
      await all(blobs, true);
      expect(await all(blobs, true)).toBeGreaterThan(0);
    }
  });

  it('reads what was just sent from its cache', async () => {
    const blobs = await open();
    const bytes = randomBytes(9 * MIB);
    const { sha256 } = await blobs.put(bytes);
    const before = line.requests.length;
    expect((await blobs.bytes(sha256)).equals(bytes)).toBe(true);
    expect(line.requests.length - before).toBe(0);
  });

  it('loses nothing and shows no partial blob when a sending process is killed; sweep removes its parts', async () => {
    const { child, lines, ended } = runChild(`
      import { openS3Blobs } from '${MODULE}';
      import { randomBytes } from 'node:crypto';
      const blobs = await openS3Blobs(${JSON.stringify(bucket.options)});
      console.log('small ' + (await blobs.put(Buffer.from('acknowledged'))).sha256);
      console.log('large ' + (await blobs.put(randomBytes(${20 * MIB}))).sha256);
      console.log('sending');
      for (;;) await blobs.put(randomBytes(${64 * MIB}));`);
    await vi.waitFor(() => expect(lines).toContain('sending'), { timeout: 60_000, interval: 10 });
    await vi.waitFor(async () => expect(await bucket.unfinished()).toBe(1), { timeout: 60_000, interval: 5 });
    child.kill('SIGKILL');
    await ended;
    const blobs = await open();
    const acknowledged = lines.filter((one) => one.includes(' ')).map((one) => one.split(' ')[1] ?? '');
    expect(acknowledged).toHaveLength(2);
    for (const sha256 of acknowledged) expect(await blobs.verify(sha256)).toBe(true);
    for (const { sha256 } of await allOf(blobs)) expect(await blobs.verify(sha256)).toBe(true);
    expect(readdirSync(bucket.options.folder)).toEqual([]);
    // A process that is still sending is left alone.
    expect(await blobs.sweep()).toBe(0);
    expect(await bucket.unfinished()).toBe(1);
    expect(await (await open({ abandonedAfterMs: -5000 })).sweep()).toBe(1);
    expect(await bucket.unfinished()).toBe(0);
    for (const sha256 of acknowledged) expect(await blobs.has(sha256)).toBe(true);
  });

  it('keeps one whole blob when two processes send the same content at once', async () => {
    const source = `
      import { openS3Blobs } from '${MODULE}';
      const blobs = await openS3Blobs(${JSON.stringify(bucket.options)});
      console.log((await blobs.put(Buffer.alloc(${20 * MIB}, 'the same content'))).sha256);
      await blobs.close();`;
    const both = [runChild(source), runChild(source)];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    const [sha256 = '', same] = both.map(({ lines }) => lines[0]);
    expect(same).toBe(sha256);
    const blobs = await open();
    expect(await allOf(blobs)).toEqual([{ sha256, size: 20 * MIB }]);
    expect(await blobs.verify(sha256)).toBe(true);
    expect(await bucket.unfinished()).toBe(0);
  });

  it('keeps what is stored again while others delete it, whichever came first', async () => {
    const [writer, first, second] = [await open(), await open(), await open()];
    const all = Array.from({ length: 40 }, (_, i) => Buffer.from(`blob ${i}`));
    await Promise.all(all.map((bytes) => writer.put(bytes)));
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const before = Date.now();
    await Promise.all(
      all.map(async (bytes, i) => {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const later = new Promise((resolve) => setTimeout(resolve, i * 6));
        const writing = later.then(() => writer.put(bytes));
        await Promise.all([writing, first.deleteUnused(sha256, before), second.deleteUnused(sha256, before)]);
        expect(await writer.has(sha256), `${i}`).toBe(true);
      }),
    );
    expect(await bucket.keys()).toHaveLength(all.length);
  });

  it('sends again what was deleted while it was sent', async () => {
    const blobs = await open();
    const text = Buffer.from('wanted again');
    const sha256 = createHash('sha256').update(text).digest('hex');
    const mark = `test/unused/${sha256}.another-process`;
    await bucket.put(mark, Buffer.alloc(0));
    const putting = blobs.put(text);
    await expect.poll(bucket.keys, { interval: 10 }).toContain(keyOf(sha256));
    await bucket.delete(keyOf(sha256));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await Promise.race([putting, 'waiting'])).toBe('waiting');
    await bucket.delete(mark);
    await putting;
    expect(await bucket.keys()).toContain(keyOf(sha256));
  });

  it('reports that it does not answer when the connection is cut, stores no partial blob, and continues once it is restored', async () => {
    const blobs = await open();
    const stored = await blobs.put(Buffer.from('kept'));
    const staging = await blobs.stage();
    await staging.fromStream(Readable.from([randomBytes(20 * MIB)]));
    line.cut();
    await expect(staging.commit()).rejects.toThrow(BlobsUnavailable);
    await staging.abort();
    await expect(blobs.check()).rejects.toThrow(BlobsUnavailable);
    await expect(blobs.has(stored.sha256)).rejects.toThrow(BlobsUnavailable);
    await expect(blobs.put(Buffer.from('new'))).rejects.toThrow(BlobsUnavailable);
    const other = blobs.bytes(createHash('sha256').update('other').digest('hex'));
    await expect(other).rejects.toThrow(BlobsUnavailable);
    await line.mend();
    await blobs.check();
    expect(await allOf(blobs)).toEqual([stored]);
    expect(String(await blobs.bytes(stored.sha256))).toBe('kept');
    await blobs.put(Buffer.from('new'));
    expect(await blobs.sweep()).toBe(0);
  });

  it('continues where an answer broke off', async () => {
    const bytes = randomBytes(12 * MIB);
    const { sha256 } = await (await open()).put(bytes);
    const blobs = await open();
    const reader = await blobs.file(sha256, { whole: true });
    const reading = reader.read(0, bytes.length);
    await new Promise((resolve) => setTimeout(resolve, 5));
    line.cut();
    await line.mend();
    expect((await reading).equals(bytes)).toBe(true);
  });

  it.each([
    [{ bucket: 'no-such-bucket-here' }, /there is no such bucket/],
    [{ credentials: { accessKeyId: 'wrong', secretAccessKey: 'wrong' } }, /credentials are wrong/],
    [{ endpoint: 'http://127.0.0.1:9' }, /does not answer.*ECONNREFUSED/],
  ] satisfies [Partial<S3Options>, RegExp][])('refuses to start with %j, and says why', async (more, why) => {
    await expect(open(more)).rejects.toThrow(why);
    await expect(open(more)).rejects.toThrow(/^The file store: the bucket ".*" at http/);
  });
});
