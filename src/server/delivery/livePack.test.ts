/** What is known about the pictures of a live pack, when its manifests cannot be read. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ContentDamaged } from '../catalogue/damaged.ts';
import { openSnapshots } from '../catalogue/snapshots.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';
import { loadPictureFacts } from './livePack.ts';

const PACK = `image-ext-${SET}.zip`;
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await server.deliver(`meta-${SET}.zip`, await metaZip());
  await server.deliver(PACK, await zipOf({ '001/black.png': await plain([255, 0, 0, 255]) }));
});
afterAll(() => server.stop());

/** @param failure of every manifest; undefined: none fails */
async function factsWith(failure?: Error) {
  const { database, folder } = server;
  const blobs = await openFolderBlobs(join(folder, 'blobs'));
  const snapshots = openSnapshots(database, blobs);
  try {
    const failing = failure ? { ...snapshots, manifestOf: () => Promise.reject(failure) } : snapshots;
    return await loadPictureFacts({ database, snapshots: failing }, PACK, 'dis');
  } finally {
    await snapshots.close();
    await blobs.close();
  }
}

it('a damaged manifest has no facts to take over, so the pack can be sent again', async () => {
  expect((await factsWith()).size).toBe(1);
  expect((await factsWith(new ContentDamaged('its hash differs', undefined))).size).toBe(0);
});

it('a store that cannot be read now is no damage: its error ends the job', async () => {
  await expect(factsWith(new Error('the store is away'))).rejects.toThrow('the store is away');
});
