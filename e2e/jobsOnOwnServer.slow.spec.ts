/**
 * The jobs of release managers and administrators from beginning to end, counted like those of e2e/jobs.slow.spec.ts. Their
 * server has little space, and one job at a time, which a test can hold up.
 */
import { statfsSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { signIn, upload } from './app.ts';
import { handOf } from './hand.ts';
import { testWithHeldJobs } from './ownServer.ts';
import { brokenMetaPack, metaPack, zip } from './packs.ts';

const fileOf = (model: string) => `meta-${model}xxxxxxxxxx.zip`;
const idOf = (model: string) => `${model}xxxxxxxxxx`;
const region = (page: Page, name: string) => page.getByRole('region', { name });
const noticeOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const toStart = (page: Page) => page.getByRole('link', { name: 'Lacquer, start page' });
const models = [...Array(100).keys()].map((i) => `6R${String(i).padStart(2, '0')}A5`);
const [faulty, removed] = [models.slice(10, 13), models[50] ?? ''];
const { test, hold, letGo } = testWithHeldJobs((folder) => {
  const { bavail, bsize } = statfsSync(folder);
  // More is free than this, and less than twice as much.
  return { LACQUER_FREE_SPACE_BYTES: String(Math.round(bavail * bsize * 0.7)) };
});
test.describe.configure({ mode: 'serial' });

test('100 sets go to Pre-Prod and Prod without those with errors, and the one that failed is found', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, 'uploader');
  const plain = models.filter((one) => !faulty.includes(one));
  const versions = (one: string) => `<versions><version id="${one}QESFB0A0F4" label="Like"/></versions>`;
  await upload(page, {
    'meta-plain.zip': await zip(Object.fromEntries(plain.map((one) => [`${idOf(one)}/versions.xml`, versions(one)]))),
    ...Object.fromEntries(await Promise.all(faulty.map(async (one) => [fileOf(one), await metaPack(one)]))),
  });
  const admin = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn(admin, 'admin');
  await page.goto('/start');
  const hand = handOf(page);
  await hand.press(region(page, 'Waiting for promotion').getByRole('link', { name: 'Pre-Prod: 100 sets' }));
  await hand.press(page.getByRole('checkbox', { name: 'Select all' }));
  await hand.press(page.getByRole('button', { name: 'Promote selected' }));
  const question = page.getByRole('dialog');
  await expect(question.getByRole('alert')).toContainText('3 of 100 sets have errors');
  await hand.press(question.getByRole('button', { name: 'Leave these 3 out' }));

  // While the only worker is busy, somebody deletes one of the sets.
  hold();
  await admin.goto('/upload');
  await admin
    .getByLabel('Delivery packs')
    .setInputFiles([{ name: 'meta-late.zip', mimeType: 'application/zip', buffer: await brokenMetaPack() }]);
  await admin.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(admin.getByRole('row').filter({ hasText: 'meta-late.zip' })).toContainText('reading');
  await hand.press(question.getByRole('button', { name: 'Promote to Pre-Prod' }));
  await expect(page.getByText('Promotion of 97 image sets to Pre-Prod started')).toBeVisible();
  await admin.goto(`/sets/${idOf(removed)}`);
  await admin.getByRole('button', { name: 'Delete' }).click();
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /Delete|Yes/ })
    .click();
  await expect(admin.getByText(`There is no image set ${idOf(removed)}`)).toBeVisible();
  letGo();

  await hand.press(noticeOf(page, '97 image sets to Pre-Prod').getByRole('link', { name: 'Show progress and result' }));
  const result = page.getByRole('dialog', { name: 'Promotion of 97 image sets to Pre-Prod' });
  await expect(result.getByRole('status')).toHaveText('96 of 97 promoted, 1 refused');
  await expect(result.getByRole('row').nth(1)).toContainText(idOf(removed));
  await expect(result.getByRole('row').nth(1)).toContainText('refused');
  await hand.press(result.getByRole('button', { name: 'Close' }));

  await hand.press(page.getByRole('radio', { name: 'Pre-Production to Production' }));
  await hand.press(page.getByRole('checkbox', { name: 'not promoted' }));
  await hand.press(page.getByRole('checkbox', { name: 'Select all' }));
  await hand.press(page.getByRole('button', { name: 'Promote selected' }));
  await hand.press(page.getByRole('button', { name: 'Promote to Prod' }));
  await hand.press(noticeOf(page, '96 image sets to Prod').getByRole('link', { name: 'Show progress and result' }));
  const last = page.getByRole('dialog', { name: 'Promotion of 96 image sets to Prod' });
  await expect(last.getByRole('status')).toHaveText('96 of 96 promoted');
  hand.report('release of 100 sets');
  expect(hand.count).toBeLessThanOrEqual(13);
  await admin.context().close();
});

test('an administrator sees after a bad night what failed, who did it and what is short, and mends it', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const trouble = region(page, 'Needs attention');
  // Visible without a press: space, the failed job, the refused pack and who sent it.
  await expect(trouble).toContainText(/are free\. Uploads are refused below/);
  await expect(trouble).toContainText('Failed jobs: 2');
  await expect(trouble).toContainText('Promote 97 image sets from Embargo to Pre-Prod');
  await expect(trouble).toContainText('meta-late.zip, uploaded by admin');
  const hand = handOf(page);
  await hand.press(trouble.getByRole('link', { name: /^Show why: Promote 97 image sets/ }));
  await hand.press(page.getByRole('button', { name: /^Show each of Promote 97/ }));
  const result = page.getByRole('dialog', { name: 'Promotion of 97 image sets to Pre-Prod' });
  await hand.press(result.getByRole('link', { name: idOf(removed) }));
  const deleted = page.getByRole('row').filter({ hasText: 'deleted' });
  await expect(deleted).toContainText('admin');
  await hand.press(page.getByRole('button', { name: 'Roll back' }));
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Roll Embargo back' }));
  await expect(page.getByText(`Roll back request for ${idOf(removed)} created`)).toBeVisible();
  await hand.press(page.getByRole('main').getByRole('link', { name: 'Promote', exact: true }));
  await hand.press(page.getByRole('button', { name: `Promote All ${idOf(removed)}` }));
  await hand.press(page.getByRole('button', { name: 'Promote to Pre-Prod' }));
  await expect(page.getByText(`Promotion request for ${idOf(removed)} created`)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: idOf(removed) })).toContainText('same as Embargo');
  // Not needed for the job: a notice leads to the set that it names, without loading the app anew.
  await page.evaluate(() => Object.assign(window, { stillThere: true }));
  await page.getByRole('link', { name: 'Show the set' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/sets/${idOf(removed)}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(idOf(removed));
  expect(await page.evaluate(() => 'stillThere' in window)).toBe(true);
  await hand.press(toStart(page));
  await hand.press(trouble.getByRole('link', { name: 'meta-late.zip', exact: true }));
  await expect(page.getByRole('dialog').getByRole('listitem')).not.toHaveCount(0);
  hand.report('after a bad night');
  expect(hand.count).toBeLessThanOrEqual(10);
});
