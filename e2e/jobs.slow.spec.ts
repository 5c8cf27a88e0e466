/**
 * The jobs of suppliers and testers from beginning to end, using only what a user sees and presses, and how many actions each
 * takes: at most half of what it took in 1.50.3 (docs/decisions/0665-four-jobs-in-half-the-clicks.md).
 */
import { test as base, expect } from '@playwright/test';
import { signIn, upload } from './app.ts';
import { handOf } from './hand.ts';
import { startOwnServer } from './ownServer.ts';
import { exteriorPack, metaPack, zip } from './packs.ts';

/** The sets of these jobs would stand before those of other tests in every list. */
const test = base.extend<object, { server: { url: string } }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startOwnServer({});
      await use(server);
      await server.end();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
});
const fileOf = (model: string) => `meta-${model}xxxxxxxxxx.zip`;
const idOf = (model: string) => `${model}xxxxxxxxxx`;

test('a supplier delivers 15 packs, is told which three are faulty and why, and delivers those again', async ({
  page,
}) => {
  await signIn(page, 'uploader');
  const models = [...'ABCDEFGHIJKLMNO'].map((letter) => `1J${letter}2A5`);
  const faults = new Map([
    ['1JD2A5', '<version id="2XX2A5QESFB0A0F4" label="another model"/>'],
    ['1JI2A5', '<version id="1JI2A5QESFB0A0F4" label="twice"/><version id="1JI2A5QESFB0A0F4" label="twice"/>'],
    ['1JO2A5', '<version id="short"/>'],
  ]);
  const whole = Object.fromEntries(await Promise.all(models.map(async (one) => [fileOf(one), await metaPack(one)])));
  const first = { ...whole };
  for (const [one, fault] of faults) {
    first[fileOf(one)] = await zip({ [`${idOf(one)}/versions.xml`]: `<versions>${fault}</versions>` });
  }
  const hand = handOf(page);
  await hand.press(page.getByRole('link', { name: 'Upload', exact: true }).first());
  await hand.choose(page.getByRole('button', { name: 'Browse' }), first);
  await hand.press(page.getByRole('button', { name: 'Upload', exact: true }));
  const files = page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem');
  const rowOf = (model: string) => files.filter({ hasText: fileOf(model) });
  for (const one of models) await expect(rowOf(one)).toContainText(faults.has(one) ? 'refused' : 'live');
  // Where and why, beside each; of several reasons the first.
  for (const one of faults.keys()) await expect(rowOf(one)).toContainText(`${idOf(one)}/versions.xml`);
  await hand.press(rowOf('1JO2A5').getByRole('link', { name: 'Show the problems' }));
  const problems = page.getByRole('dialog');
  await expect(problems.getByRole('listitem')).not.toHaveCount(0);
  await hand.press(problems.getByRole('button', { name: 'Close' }));

  const corrected = Object.fromEntries([...faults.keys()].map((one) => [fileOf(one), whole[fileOf(one)] as Buffer]));
  await hand.choose(page.getByRole('button', { name: 'Browse' }), corrected);
  await hand.press(page.getByRole('button', { name: 'Upload', exact: true }));
  for (const one of faults.keys()) await expect(rowOf(one).filter({ hasText: 'live' })).toHaveCount(1);
  hand.report('supplier, 15 packs');
  expect(hand.count).toBeLessThanOrEqual(9);
});

test('a tester of a new car tries options and angles, and hands on which file of which pack is to blame', async ({
  page: supplier,
  browser,
  server,
}) => {
  const model = '2JB2A5';
  const id = idOf(model);
  await signIn(supplier, 'uploader');
  await upload(supplier, {
    [fileOf(model)]: await metaPack(model),
    [`image-ext-${id}.zip`]: await exteriorPack(),
  });
  const context = await browser.newContext({ baseURL: server.url, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await signIn(page, 'embargo');
  const hand = handOf(page);
  await hand.press(page.getByRole('region', { name: 'New and changed in Embargo' }).getByRole('link', { name: id }));
  // The start page has a link of this name, too.
  await expect(page.getByRole('heading', { level: 1 })).toContainText(id);
  await hand.press(page.getByRole('link', { name: 'Test mapping rules' }));
  // All angles are there, without a choice.
  for (const angle of ['001', '002']) await expect(page.getByAltText(`Exterior ${angle}`)).toBeVisible();
  await hand.press(page.getByRole('radio', { name: /^ZHYK/ }));
  await expect(page.getByRole('link', { name: 'Exterior 001' })).toHaveAttribute('href', /options=ZHYK/);
  await hand.press(page.getByRole('button', { name: 'What is here?' }));
  const tile = page.getByRole('button', { name: /^Exterior 002/ });
  const size = await tile.boundingBox();
  // The wheel: at 200, 80 of 320 x 180.
  await hand.press(tile, { x: ((size?.width ?? 0) * 200) / 320, y: ((size?.height ?? 0) * 80) / 180 });
  const viewer = page.getByRole('dialog');
  await expect(viewer).toContainText('wheels: wheels_17');
  await hand.press(viewer.getByRole('button', { name: 'Copy report' }));
  await expect(viewer).toContainText('Report copied');
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toContain(`file: image-ext-${id}.zip > 002/wheels_17.png`);
  expect(report).toContain('by uploader');
  expect(report).toContain('options=ZHYK');
  hand.report('tester of a new car');
  expect(hand.count).toBeLessThanOrEqual(6);
  await context.close();
});
