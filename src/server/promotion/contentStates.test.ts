/** Pictures and packs of a set that has some for one driver type only. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContentDiff, SetOverview } from '../../contract/index.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  const picture = { '001/badge.png': await plain([255, 0, 0, 255]) };
  await server.deliver(`image-ext-lhd-${SET}.zip`, await zipOf(picture));
  await server.deliver(`meta-${SET}.zip`, await metaZip());
  await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/badge.png': await plain([0, 255, 0, 255]) }));
});
afterAll(() => server.stop());

it('a diff tells the pictures of one driver type from common ones of the same name', async () => {
  const answer = await server.call('GET', `/api/v2/admin/dis/${SET}/diff?source=embargo&target=preprod`);
  const { added, pictures } = answer.json<ContentDiff>();
  expect([added, pictures.map(({ path }) => path).sort()]).toEqual([
    2,
    ['exterior/001/badge.png', 'exterior/LHD/001/badge.png'],
  ]);
});

it('lists the packs of an area by name, in whatever order they came', async () => {
  const { areas } = (await server.call('GET', `/api/v2/test/dis/${SET}/overview`)).json<SetOverview>();
  expect(areas[0]?.packs.map(({ fileName }) => fileName)).toEqual([
    `image-ext-${SET}.zip`,
    `image-ext-lhd-${SET}.zip`,
    `meta-${SET}.zip`,
  ]);
});
