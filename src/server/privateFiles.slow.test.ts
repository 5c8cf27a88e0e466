/** Everything below the data folder is private to the account that runs Lacquer, whatever umask it was started with. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESUMABLE_UPLOADS } from '../contract/index.ts';
import { product } from './testing/product.ts';
import { BARE, endAll, folderOfStore, start } from './testing/testServer.ts';
import { metaZip, plain, SET, zipOf } from './testing/tinyPacks.ts';

/** Paths that the group or others may read, write or enter. */
function openPaths(folder: string): string[] {
  const paths = [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((one) => join(folder, one))];
  return paths.filter((path) => (statSync(path).mode & 0o077) !== 0);
}

describe('files of a store', () => {
  let before: number;
  beforeAll(() => {
    before = process.umask(0);
  });
  afterAll(async () => {
    process.umask(before);
    await endAll();
  });

  it('are private with umask 000: database, blobs, unfinished uploads, pictures, audit trail, backup', async () => {
    const data = join(folderOfStore(), 'data');
    const server = await start(data);
    await server.upload(`meta-${SET}.zip`, await metaZip());
    const name = `image-ext-${SET}.zip`;
    await server.upload(name, await zipOf({ '001/black.png': await plain([0, 0, 0, 255]) }));
    await expect
      .poll(async () => (await server.get(`/embargo/api/v2/image/dis/${SET}/image?view=001&layers=black`)).status)
      .toBe(200);
    const begun = await server.send('POST', RESUMABLE_UPLOADS, {
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': `filename ${Buffer.from('static_a.zip').toString('base64')}`,
    });
    expect(begun.status).toBe(201);
    await server.uploadHalf('static_b.zip', await zipOf({ 'co2/A.png': await plain([7, 8, 9, 255]) }));
    await expect.poll(() => readdirSync(join(data, 'blobs/staging')).length).toBeGreaterThan(0);
    await expect.poll(() => readdirSync(join(data, 'pictures')).length).toBeGreaterThan(0);
    await expect.poll(() => readdirSync(join(data, 'audit')).length).toBeGreaterThan(0);
    expect(readdirSync(data).filter((one) => one.startsWith('lacquer.db')).length).toBeGreaterThan(1);
    expect(openPaths(data)).toEqual([]);

    const backup = join(folderOfStore(), 'backup');
    execFileSync(process.execPath, product('backup', backup), { env: { ...BARE, LACQUER_DATA: data } });
    expect(openPaths(backup)).toEqual([]);
  });

  it('of a store that others could read become private at the next start', async () => {
    const data = folderOfStore();
    chmodSync(data, 0o755);
    for (const name of ['blobs/ab', 'uploads', 'pictures']) mkdirSync(join(data, name), { recursive: true });
    writeFileSync(join(data, 'blobs/ab/cd'), '');
    await (await start(data)).kill();
    for (const name of readdirSync(data)) chmodSync(join(data, name), name.startsWith('lacquer.db') ? 0o644 : 0o755);
    await start(data);
    // Deeper files can no longer be reached.
    expect(openPaths(data).map((path) => path.slice(data.length))).toEqual(['', '/blobs/ab', '/blobs/ab/cd']);
  });
});
