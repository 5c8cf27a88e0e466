/** Render-ready forms: made once per content before a pack is live; pictures are right even without them. */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { databases } from '../testing/databases.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, pixels, pixelsOf, plain, png, zipOf } from '../testing/tinyPacks.ts';

const [WIDTH, HEIGHT] = [40, 24];
const noise = (seed: number) =>
  pixels(WIDTH, HEIGHT, (x, y) =>
    [0, 1, 2].map((c) => (seed * 97 + x * 41 + y * 59 + c * 83 + x * y) % 256).concat(255),
  );

describe.each(databases())('render-ready forms on %s', (kind) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(kind);
  });
  afterAll(() => server.stop());

  const forms = () =>
    server.database.read
      .selectFrom('derived')
      .selectAll()
      .where((is) => is.or([is('kind', 'like', 'renderReady.%'), is('kind', 'like', 'scaled.%')]))
      .execute();
  const warnings = async () =>
    (await server.call('GET', '/api/v2/admin/getspecificlog'))
      .json<{ status: string; message: string }[]>()
      .filter(({ message }) => message.includes('render-ready'));
  const forget = () => server.call('GET', '/embargo/api/v2/admin/clearAllCaches');
  const pathOf = (sha256: string) => join(server.folder, 'blobs', sha256.slice(0, 2), sha256.slice(2));

  /** Delivers a new set with one layer of noise. @returns what the set shows */
  async function deliver(disId: string, seed: number) {
    const profile = META['asset-profile.xml']?.replace('width="8" height="4"', `width="${WIDTH}" height="${HEIGHT}"`);
    const versions = META['versions.xml']?.replaceAll('1PP2A5', disId.slice(0, 6));
    const meta = await metaZip({ 'asset-profile.xml': profile, 'versions.xml': versions }, disId);
    expect(await server.deliver(`meta-${disId}.zip`, meta)).toMatchObject({ problems: [] });
    const rgba = noise(seed);
    const pack = await zipOf({ '001/black.png': await png(rgba, WIDTH, HEIGHT) });
    const before = new Set((await forms()).map((row) => row.sha256));
    expect(await server.deliver(`image-ext-${disId}.zip`, pack)).toMatchObject({ state: 'live', problems: [] });
    const made = (await forms()).filter((row) => !before.has(row.sha256));
    const shown = async (size = 'HD') => {
      const query = `view=001&layers=black&viewport=exterior&format=png&size=${size}`;
      const answer = await server.call('GET', `/embargo/api/v2/image/dis/${disId}/image?${query}`);
      expect(answer.statusCode, answer.body).toBe(200);
      return [...(await pixelsOf(answer.rawPayload)).rgba];
    };
    return { rgba: [...rgba], pack, made, shown };
  }

  /** Changes one byte in the middle of a stored form. */
  async function damage(sha256: string) {
    const row = (await forms()).find((one) => one.sha256 === sha256);
    if (!row) throw new Error('there is no such form');
    const file = openSync(pathOf(row.blob), 'r+');
    const at = Number(row.offset) + Math.floor(Number(row.length) / 2);
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, at);
    byte[0] = (byte[0] as number) ^ 0xff;
    writeSync(file, byte, 0, 1, at);
    closeSync(file);
  }

  it('exist when the pack is live, once per content, and are not made again', async () => {
    const { made, pack } = await deliver('1RA2A5xxxxxxxxxx', 1);
    expect(made).toMatchObject([{ kind: `renderReady.3.${WIDTH}x${HEIGHT}` }]);
    const before = await forms();
    await server.deliver('image-ext-1RA2A5xxxxxxxxxx.zip', pack);
    await server.deliver('image-ext-1RA2A5xxxxxxxxxx_again.zip', pack);
    expect(await forms()).toEqual(before);
  });

  it('are what is painted: the right pixels even if the delivered picture cannot be read', async () => {
    const { rgba, shown, pack } = await deliver('1RB2A5xxxxxxxxxx', 2);
    await forget();
    const { createHash } = await import('node:crypto');
    rmSync(pathOf(createHash('sha256').update(pack).digest('hex')));
    expect(await shown()).toEqual(rgba);
  });

  it('damaged in the store: made again from the picture with a log line, and repaired, even twice', async () => {
    const { rgba, shown, made } = await deliver('1RC2A5xxxxxxxxxx', 3);
    const sha256 = made[0]?.sha256 ?? '';
    for (const times of [1, 2]) {
      await damage(sha256);
      await forget();
      expect(await shown()).toEqual(rgba);
      expect(await warnings()).toHaveLength(times);
      // It is repaired: the next call logs nothing.
      await forget();
      expect(await shown()).toEqual(rgba);
      expect(await warnings()).toHaveLength(times);
    }
    const [line] = await warnings();
    expect(line).toMatchObject({
      status: 'WARN',
      message: expect.stringContaining('001/black.png of image-ext-1RC2A5'),
    });
  });

  it('never made, as in an older store, or lost with their bundle: made on demand', async () => {
    const { rgba, shown, made } = await deliver('1RD2A5xxxxxxxxxx', 4);
    const sha256 = made[0]?.sha256 ?? '';
    const there = async () => (await forms()).filter((row) => row.sha256 === sha256);
    await server.database.transaction((trx) => trx.deleteFrom('derived').where('sha256', '=', sha256).execute());
    await forget();
    expect(await shown()).toEqual(rgba);
    const [again] = await there();
    expect(again).toMatchObject({ kind: `renderReady.3.${WIDTH}x${HEIGHT}` });
    rmSync(pathOf(again?.blob ?? ''));
    await forget();
    expect(await shown()).toEqual(rgba);
  });

  it('of an earlier version, as in a store after an update: made again from the picture without a log line', async () => {
    const { rgba, shown, made } = await deliver('1RH2A5xxxxxxxxxx', 9);
    const sha256 = made[0]?.sha256 ?? '';
    const before = (await warnings()).length;
    // Zeros take its place: reading them would log damage.
    const old = await openFolderBlobs(join(server.folder, 'blobs')).then((blobs) => blobs.put(Buffer.alloc(500)));
    await server.database.transaction((trx) =>
      trx
        .updateTable('derived')
        .set({ kind: `renderReady.2.${WIDTH}x${HEIGHT}`, blob: old.sha256, offset: 0, length: old.size })
        .where('sha256', '=', sha256)
        .where('kind', 'like', 'renderReady.%')
        .execute(),
    );
    await forget();
    expect(await shown()).toEqual(rgba);
    expect(await shown('thumb')).toHaveLength(4 * 2 * 4);
    const kinds = (await forms()).filter((row) => row.sha256 === sha256).map((row) => row.kind);
    expect(kinds.sort()).toEqual([`renderReady.2.${WIDTH}x${HEIGHT}`, `renderReady.3.${WIDTH}x${HEIGHT}`]);
    expect(await warnings()).toHaveLength(before);
  });

  it('an older store that is delivered again gets the forms it lacks', async () => {
    const { made, pack } = await deliver('1RE2A5xxxxxxxxxx', 5);
    const sha256 = made[0]?.sha256 ?? '';
    await server.database.transaction((trx) =>
      trx.deleteFrom('derived').where('sha256', '=', sha256).where('kind', 'like', 'renderReady.%').execute(),
    );
    await server.deliver('image-ext-1RE2A5xxxxxxxxxx.zip', pack);
    expect((await forms()).filter((row) => row.sha256 === sha256)).toHaveLength(1);
  });

  it('a refused pack leaves none', async () => {
    const before = await forms();
    const pack = await zipOf({
      '001/black.png': await png(noise(6), WIDTH, HEIGHT),
      '001/white.png': Buffer.from('no picture'),
    });
    expect(await server.deliver('image-ext-1RA2A5xxxxxxxxxx.zip', pack)).toMatchObject({ state: 'refused' });
    expect(await forms()).toEqual(before);
  });

  it('in the sizes of the profile after a reprocess, with the same pixels as the scaled picture', async () => {
    const { made, shown } = await deliver('1RF2A5xxxxxxxxxx', 7);
    const before = await shown('thumb');
    await server.call('GET', '/api/v2/admin/dis/1RF2A5xxxxxxxxxx/reprocess');
    const kinds = async () =>
      (await forms())
        .filter((row) => row.sha256 === made[0]?.sha256)
        .map((row) => row.kind)
        .sort();
    await expect.poll(kinds).toEqual(['renderReady.3.40x24', 'scaled.3.2.4x2']);
    await forget();
    expect(await shown('thumb')).toEqual(before);
  });

  it('a hand-made picture in its own size', async () => {
    const disId = '1RG2A5xxxxxxxxxx';
    await deliver(disId, 8);
    const hand = await plain([1, 2, 3, 255], 4, 2);
    await server.deliver(`image-ext-${disId}_hand.zip`, await zipOf({ 'thumb/001/black.png': hand }));
    expect((await forms()).map((row) => row.kind)).toContain('renderReady.3.4x2');
  });
});
