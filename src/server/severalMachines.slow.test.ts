/**
 * Two servers with nothing in common but PostgreSQL and S3: what one takes in the other reads, shows and promotes; S3
 * may be away in between, and either may be killed.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Pack, RESUMABLE_UPLOADS } from '../contract/index.ts';
import { freshBucket, type Line, openLine, S3_SERVICE, type TestBucket } from './platform/blobs/testing/s3.ts';
import { bucketSettings } from './testing/bucketSettings.ts';
import { databases, freshDatabase } from './testing/databases.ts';
import { shorter } from './testing/length.ts';
import { product } from './testing/product.ts';
import { BARE, endAll, folderOfStore, type Running, start } from './testing/testServer.ts';
import { META, metaZip, pixelsOf, plain, png, SET, zipOf } from './testing/tinyPacks.ts';

/** bytes that are read at once */
const WINDOW = 16 * 1024 ** 2;
/** pixels of a picture's side */
const SIDE = 160;
const PICTURES = shorter(500, 50);
const WAIT = { timeout: 120_000, interval: 100 };
const image = (area: string, layer: string) =>
  `/${area}/api/v2/image/dis/${SET}/image?view=001&format=png&layers=${layer}`;

/** A pack of pictures that differ and cannot be compressed: 100 kB each. */
async function manyPictures(count: number): Promise<Buffer> {
  const files: Record<string, Buffer> = { '001/black.png': await plain([9, 8, 7, 255], SIDE, SIDE) };
  for (let i = 0; i < count; i += 1) files[`001/p${i}.png`] = await png(randomBytes(SIDE * SIDE * 4), SIDE, SIDE);
  return zipOf(files);
}

const shared = S3_SERVICE && databases().includes('postgres');
describe.skipIf(!shared)('two servers on PostgreSQL and S3', () => {
  let bucket: TestBucket;
  let lines: [Line, Line];
  let database: { url: string | undefined; drop: () => Promise<void> };
  beforeEach(async () => {
    lines = [await openLine(), await openLine()];
    bucket = await freshBucket();
    database = await freshDatabase('postgres');
  });
  afterEach(async () => {
    await endAll();
    for (const line of lines) await line.close();
    await database.drop();
    await bucket.drop();
  });

  const settings = (line: Line, more: Record<string, string> = {}) => ({
    ...bucketSettings(bucket),
    LACQUER_S3_ENDPOINT: line.endpoint,
    LACQUER_DATABASE_URL: database.url ?? '',
    ...more,
  });
  const startOn = (line: Line, workers: number) =>
    start(folderOfStore(), settings(line, { LACQUER_WORKERS: String(workers) }));
  const packs = async (server: Running) => (await (await server.get('/api/v2/admin/files')).json()) as Pack[];
  const stateOf = async (server: Running, fileName: string) =>
    (await packs(server)).find((pack) => pack.fileName === fileName)?.state;
  const colourOf = async (server: Running, path: string) => {
    const answer = await server.get(path);
    if (!answer.ok) return [answer.status];
    return [...(await pixelsOf(new Uint8Array(await answer.arrayBuffer()))).rgba.subarray(0, 4)];
  };
  const cli = async (data: string, environment: Record<string, string>, ...args: string[]) => {
    const env = { ...BARE, LACQUER_DATA: data, ...environment };
    return (await promisify(execFile)(process.execPath, product(...args), { env })).stdout;
  };

  it('T 4: what is uploaded at one is read by the other, shown by both, promoted at the other; many pictures take few requests', async () => {
    const [atFirst, atSecond] = lines;
    // The first takes packs and has no workers, the second reads them.
    const first = await startOn(atFirst, 0);
    const second = await startOn(atSecond, 2);
    const pack = await manyPictures(PICTURES);
    const layers = Array.from({ length: 10 }, (_, i) => `<layer name="p${i}" z="20"/>`).join('');
    const withLayers = META['layers-ext.xml']?.replace('<layer name="black"', `${layers}<layer name="black"`);
    await first.upload(`meta-${SET}.zip`, await metaZip({ 'layers-ext.xml': withLayers }));
    await expect.poll(() => stateOf(second, `meta-${SET}.zip`), WAIT).toBe('live');
    const uploaded = await first.upload(`image-ext-${SET}.zip`, pack);
    await expect.poll(() => stateOf(first, `image-ext-${SET}.zip`), WAIT).toBe('live');

    // Windows of 16 MiB, one for the directory at the end, one look at the size, one of the two that may be cut.
    const ofPack = atSecond.requests.filter((request) => request.includes(uploaded?.sha256 ?? '?'));
    expect(ofPack.length).toBeLessThanOrEqual(Math.ceil(pack.length / WINDOW) + 4);

    expect(await colourOf(first, image('embargo', 'black'))).toEqual([9, 8, 7, 255]);
    expect(await colourOf(second, image('embargo', 'black'))).toEqual([9, 8, 7, 255]);
    const before = atFirst.requests.length;
    for (let i = 0; i < 10; i += 1) expect((await first.get(image('embargo', `p${i}`))).status).toBe(200);
    expect(atFirst.requests.length - before).toBeLessThanOrEqual(10);

    await second.post(`/api/v2/admin/dis/${SET}/promote`, { disId: SET, source: 'embargo', target: 'preprod' });
    for (const server of [first, second]) {
      await expect.poll(() => colourOf(server, image('preprod', 'black')), WAIT).toEqual([9, 8, 7, 255]);
    }
  }, 400_000);

  it('S3 away: 503 and nothing acknowledged; what was acknowledged goes live when S3 is back, also when its reader is killed', async () => {
    const [atFirst, atSecond] = lines;
    const first = await startOn(atFirst, 0);
    const second = await startOn(atSecond, 1);
    await first.upload(`meta-${SET}.zip`, await metaZip());
    await expect.poll(() => stateOf(first, `meta-${SET}.zip`), WAIT).toBe('live');

    // Away for the one that reads: the job waits, and no pack is refused for it.
    atSecond.cut();
    const name = `image-ext-${SET}.zip`;
    expect(await first.upload(name, await zipOf({ '001/black.png': await plain([1, 2, 3, 255]) }))).toBeDefined();
    await expect.poll(() => stateOf(first, name), WAIT).toBe('reading');
    const jobs = async () =>
      (await (await first.get('/api/v2/admin/getBatchSummary')).json()) as { jobStatus: string; subject?: string }[];
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect((await jobs()).filter(({ jobStatus }) => jobStatus === 'FAILED')).toEqual([]);

    const inParts = await zipOf({ 'co2/C.png': await plain([7, 8, 9, 255]) });
    const tus = { 'tus-resumable': '1.0.0' };
    const begun = await first.send('POST', RESUMABLE_UPLOADS, {
      ...tus,
      'upload-metadata': `filename ${Buffer.from('static_c.zip').toString('base64')}`,
      'upload-length': String(inParts.length),
    });
    const from = (offset: number) => {
      const more = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
      return first.send('PATCH', begun.headers.get('location') ?? '', more, inParts.subarray(offset));
    };

    // Away for the one that takes packs: it says so, and keeps nothing.
    atFirst.cut();
    expect((await from(0)).status).toBe(503);
    const refused = await first.send('GET', '/api/v2/health/ready');
    expect(refused.status).toBe(503);
    expect(
      await first.upload('static_b.zip', await zipOf({ 'co2/A.png': await plain([1, 2, 3, 255]) })),
    ).toBeUndefined();
    expect(await stateOf(first, 'static_b.zip')).toBeUndefined();
    expect((await first.get('/api/v2/health/live')).status).toBe(200);

    await second.kill();
    await atFirst.mend();
    await atSecond.mend();
    await expect.poll(async () => (await first.send('GET', '/api/v2/health/ready')).status, WAIT).toBe(200);
    // What was sent in parts goes on where it stopped.
    const { headers } = await first.send('HEAD', begun.headers.get('location') ?? '', tus);
    expect(Number(headers.get('upload-offset'))).toBe(inParts.length - 1);
    expect((await from(inParts.length - 1)).status).toBe(200);
    const again = await startOn(atSecond, 1);
    await expect.poll(() => stateOf(first, name), WAIT).toBe('live');
    expect(await colourOf(first, image('embargo', 'black'))).toEqual([1, 2, 3, 255]);
    expect(await first.upload('static_b.zip', await zipOf({ 'co2/A.png': await plain([1, 2, 3, 255]) }))).toBeDefined();
    for (const pack of ['static_b.zip', 'static_c.zip']) {
      await expect.poll(() => stateOf(again, pack), WAIT).toBe('live');
    }

    // Pictures that need S3 and do not get it: 503, and shown as soon as it is back.
    const fresh = await startOn(atSecond, 0);
    atSecond.cut();
    const answer = await fresh.get(image('embargo', 'black'));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({ code: 'store-unavailable' });
    await atSecond.mend();
    expect(await colourOf(fresh, image('embargo', 'black'))).toEqual([1, 2, 3, 255]);
  }, 400_000);

  it('backup, restore, scrub and gc on S3; a backup of the database only asks for the blobs that it names', async () => {
    const [line] = lines;
    const server = await startOn(line, 1);
    await server.upload(`meta-${SET}.zip`, await metaZip());
    await server.upload(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': await plain([4, 5, 6, 255]) }));
    for (const name of [`meta-${SET}.zip`, `image-ext-${SET}.zip`]) {
      await expect.poll(() => stateOf(server, name), WAIT).toBe('live');
    }
    await server.kill();
    const data = folderOfStore();
    const own = settings(line);
    expect(await cli(data, own, 'scrub')).toMatch(/[1-9]\d* blobs read, 0 damaged, 0 missing/);
    expect(await cli(data, own, 'gc')).toMatch(/blobs: 0[\s\S]*unfinished uploads: 0/);
    const [whole, rowsOnly] = [folderOfStore(), folderOfStore()];
    expect(await cli(data, own, 'backup', whole)).toMatch(/[1-9]\d* blobs copied/);
    expect(await cli(data, own, 'backup', '--database-only', rowsOnly)).toMatch(/rows; no blobs/);

    // From S3 into a folder, with SQLite.
    const single = folderOfStore();
    await cli(single, {}, 'restore', whole);
    const alone = await start(single);
    expect(await colourOf(alone, image('embargo', 'black'))).toEqual([4, 5, 6, 255]);

    // The database anew, on the bucket that is there; then with a blob gone.
    const other = await freshDatabase('postgres');
    try {
      const into = { ...own, LACQUER_DATABASE_URL: other.url ?? '' };
      const lost = (await packs(alone)).find(({ fileName }) => fileName.startsWith('image'))?.sha256 ?? '';
      const key = `${bucket.options.prefix}blobs/${lost}`;
      const bytes = await bucket.get(key);
      await bucket.delete(key);
      await expect(cli(folderOfStore(), into, 'restore', rowsOnly)).rejects.toThrow(
        `1 of its blobs are not in the store (LACQUER_BLOBS), such as ${lost}`,
      );
      await bucket.put(key, bytes);
      await cli(folderOfStore(), into, 'restore', rowsOnly);
      const back = await start(folderOfStore(), into);
      expect(await colourOf(back, image('embargo', 'black'))).toEqual([4, 5, 6, 255]);
    } finally {
      await endAll();
      await other.drop();
    }
  }, 400_000);
});
