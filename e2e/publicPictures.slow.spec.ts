/** Public pictures of Prod on a page of another site. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { endAll, folderOfStore, start } from '../src/server/testing/testServer.ts';
import { exteriorPack, metaPack } from './packs.ts';

const SET = '1PP2A5xxxxxxxxxx';
const PICTURE = `/api/v2/image/dis/${SET}/imageFromOptions?versionId=1PP2A5QESFB0A0F4&view=001&format=webp`;

test.afterAll(endAll);

for (const isPublic of [true, false]) {
  test(`a shop ${isPublic ? 'shows pictures of Prod, and of Prod only' : 'cannot show pictures that are not public'}`, async ({
    page,
  }) => {
    const server = await start(folderOfStore(), { LACQUER_PUBLIC_PROD_PICTURES: String(isPublic) });
    await server.upload(`meta-${SET}.zip`, await metaPack());
    await server.upload(`image-ext-${SET}.zip`, await exteriorPack());
    await expect.poll(async () => (await server.get(`/embargo${PICTURE}`)).status).toBe(200);
    await server.post(`/api/v2/admin/dis/${SET}/promote`, { disId: SET, source: 'embargo', target: 'prod' });
    await expect.poll(async () => (await server.get(`/prod${PICTURE}`)).status).toBe(200);

    const images = ['prod', 'embargo'].map((area) => `<img alt="${area}" src="${server.address}/${area}${PICTURE}">`);
    // Another site than 127.0.0.1, where the pictures are.
    const shop = createServer((_request, response) => response.end(`<!doctype html>${images.join('')}`));
    await once(shop.listen(0, 'localhost'), 'listening');
    await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}/`);
    const width = (area: string) =>
      page.getByAltText(area).evaluate(async (image: HTMLImageElement) => {
        await image.decode().catch(() => {});
        return image.naturalWidth;
      });
    if (isPublic) expect(await width('prod')).toBeGreaterThan(0);
    else expect(await width('prod')).toBe(0);
    expect(await width('embargo')).toBe(0);
    // Scripts of the shop may read it too, for a canvas.
    const read = page.evaluate((url) => fetch(url).then(({ status }) => status), `${server.address}/prod${PICTURE}`);
    expect(await read.catch(() => 'refused')).toBe(isPublic ? 200 : 'refused');
    shop.close();
  });
}
