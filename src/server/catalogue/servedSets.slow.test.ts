/** A set is assembled again only if its composition has changed. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGlobalConfigs } from '../globalConfigs/globalConfigs.ts';
import { openFolderBlobs } from '../platform/blobs/folder.ts';
import { startTestApp } from '../testing/testApp.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';
import { openXmlFiles } from '../xmlFiles/xmlFiles.ts';
import { openAreaRefs } from './areaRefs.ts';
import { openCatalogue } from './catalogue.ts';
import { openImageSets } from './imageSets.ts';
import { openSnapshots } from './snapshots.ts';

const OTHER = '1QQ2A5xxxxxxxxxx';

it('a set stays the same object while other sets of its area move, but not when it moves', async () => {
  const server = await startTestApp();
  const { database } = server;
  await server.deliver(`meta-${SET}.zip`, await metaZip());
  const blobs = await openFolderBlobs(join(server.folder, 'blobs'));
  const snapshots = openSnapshots(database, blobs);
  const xmlFiles = openXmlFiles();
  const catalogue = openCatalogue({
    database,
    areaRefs: openAreaRefs(database),
    imageSets: openImageSets(snapshots, { bytes: 64 * 1024 ** 2 }),
    globalConfigs: openGlobalConfigs(database, xmlFiles),
  });
  const served = () => catalogue.servedIncludingHidden('embargo', SET);
  const before = await served();
  await server.deliver(`meta-${OTHER}.zip`, await metaZip({ 'versions.xml': undefined }, OTHER));
  expect(await served()).toBe(before);
  await server.deliver(`meta-${SET}.zip`, await metaZip({ 'versions.xml': undefined }));
  expect(await served()).not.toBe(before);
  await xmlFiles.close();
  await snapshots.close();
  await blobs.close();
  await server.stop();
});
