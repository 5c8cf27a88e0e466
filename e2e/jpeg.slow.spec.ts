/** The JPEG that the paint engine writes, decoded by Chromium and by libjpeg (in libvips): the same pixels. */
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { signIn, upload } from './app.ts';
import { zip } from './packs.ts';

const SET = '5JP1A5xxxxxxxxxx';
/** odd, so that the last blocks of rows and columns are cut */
const SIZE = { width: 333, height: 187 };

test('a painted JPEG is the same picture in the browser as in libvips', async ({ page }) => {
  await signIn(page, 'admin');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><defs><linearGradient id="g"><stop stop-color="#c22"/><stop offset="1" stop-color="#26c"/></linearGradient></defs><ellipse cx="166" cy="93" rx="150" ry="80" fill="url(#g)" fill-opacity="0.8"/></svg>`;
  await upload(page, {
    [`meta-${SET}.zip`]: await zip({
      [`${SET}/asset-profile.xml`]: `<assetProfile><viewport name="exterior"><angle name="001"/><resolution name="HD" width="${SIZE.width}" height="${SIZE.height}"/></viewport></assetProfile>`,
      [`${SET}/layers-ext.xml`]: '<layers><family name="body"><layer name="body" z="1"/></family></layers>',
    }),
    [`image-ext-${SET}.zip`]: await zip({ '001/body.png': await sharp(Buffer.from(svg)).png().toBuffer() }),
  });
  const path = `/embargo/api/v2/image/dis/${SET}/image?view=001&layers=body&format=jpeg`;
  const jpeg = await page.request.get(path);
  expect(jpeg.headers()['content-type']).toBe('image/jpeg');
  const { data } = await sharp(await jpeg.body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const decoded = await page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    return [...(context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [])];
  }, path);
  expect(decoded.length).toBe(SIZE.width * SIZE.height * 4);
  let worst = 0;
  for (let pixel = 0; pixel < SIZE.width * SIZE.height; pixel++) {
    for (let c = 0; c < 3; c++) {
      worst = Math.max(worst, Math.abs((decoded[pixel * 4 + c] as number) - (data[pixel * 3 + c] as number)));
    }
  }
  // Decoders may differ in how they interpolate colour between samples.
  expect(worst).toBeLessThanOrEqual(3);
});
