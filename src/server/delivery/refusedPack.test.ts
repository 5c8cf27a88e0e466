/** What a refused pack leaves behind. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

it('of a refused pack nothing is left that was prepared from its good pictures', async () => {
  const server = await startTestApp();
  await server.deliver(`meta-${SET}.zip`, await metaZip());
  const good = await plain([255, 0, 0, 255]);
  const files = { '001/black.png': good, '001/white.png': Buffer.concat([good, Buffer.from('more')]) };
  expect((await server.deliver(`image-ext-${SET}.zip`, await zipOf(files))).state).toBe('refused');
  await expect.poll(() => readdirSync(join(server.folder, 'blobs', 'staging'))).toEqual([]);
  await server.stop();
});
