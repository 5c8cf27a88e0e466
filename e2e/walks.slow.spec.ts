/**
 * Ways through the product that no single screen has: by keyboard from sign-in to a picture and back; away from a running
 * job.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { accounts } from '../demo/accounts.ts';
import { signIn, upload } from './app.ts';
import { testWithHeldJobs } from './ownServer.ts';
import { brokenMetaPack, exteriorPack, metaPack, zip } from './packs.ts';

const { test, hold, letGo } = testWithHeldJobs();
test.describe.configure({ mode: 'serial' });

const MODEL = '4WK2A5';
const SET = `${MODEL}xxxxxxxxxx`;
/** More stops than any screen has before its content. */
const MAX_STOPS = 80;

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

test('by keyboard alone: sign in, test a car, look at its pictures, go back', async ({ page, browser, server }) => {
  const supplier = await (await browser.newContext({ baseURL: server.url })).newPage();
  await signIn(supplier, 'uploader');
  await upload(supplier, {
    [`meta-${MODEL}.zip`]: await metaPack(MODEL),
    [`image-ext-${SET}.zip`]: await exteriorPack(),
  });
  await supplier.context().close();

  const { username, password } = accounts.find((one) => one.username === 'embargo') ?? accounts[0];
  await page.goto('/');
  await tabTo(page, page.getByLabel('User name'));
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Welcome ${username}` })).toBeVisible();

  const car = page.getByRole('region', { name: 'New and changed in Embargo' }).getByRole('link', { name: SET });
  await tabTo(page, car);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(SET);
  await tabTo(page, page.getByRole('link', { name: 'Test mapping rules' }));
  await page.keyboard.press('Enter');
  const option = page.getByRole('radio', { name: /^ZHYK/ });
  await expect(page.getByAltText('Exterior 001')).toBeVisible();
  // One stop for a family, arrows within it.
  await tabTo(page, page.getByRole('radiogroup', { name: /ZH/ }).getByRole('radio', { checked: true }));
  for (let steps = 0; steps < 4 && !(await option.isChecked()); steps += 1) await page.keyboard.press('ArrowDown');
  await expect(option).toBeChecked();
  await expect(page.getByRole('link', { name: 'Exterior 001' })).toHaveAttribute('href', /options=ZHYK/);

  const tile = page.getByRole('button', { name: /^Enlarge Exterior 001/ });
  await tabTo(page, tile);
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Picture viewer' });
  await expect(viewer.getByRole('heading')).toHaveText('001');
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('heading')).toHaveText('002');
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  // Where one was, so that the next Tab goes on from there.
  await expect(tile).toBeFocused();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(SET);
  await page.goBack();
  await expect(page.getByRole('heading', { name: `Welcome ${username}` })).toBeVisible();
});

test('many sets are promoted by one job, which goes on when its page is closed, without a question', async ({
  page,
  context,
}) => {
  const models = [...Array(20).keys()].map((i) => `5WK${String.fromCharCode(65 + i)}A5`);
  const versions = (one: string) => `<versions><version id="${one}QESFB0A0F4" label="Like"/></versions>`;
  await signIn(page, 'uploader');
  await upload(page, {
    'meta-many.zip': await zip(
      Object.fromEntries(models.map((one) => [`${one}xxxxxxxxxx/versions.xml`, versions(one)])),
    ),
  });
  hold();
  await page
    .getByLabel('Delivery packs')
    .setInputFiles([{ name: 'meta-held.zip', mimeType: 'application/zip', buffer: await brokenMetaPack() }]);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'meta-held.zip' })).toContainText('reading');

  await page.goto('/promote/dynamic?name=5WK');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  const requests: string[] = [];
  page.on('request', (one) => one.method() === 'POST' && requests.push(new URL(one.url()).pathname));
  await page.getByRole('button', { name: 'Promote selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Promote to Pre-Prod' }).click();
  await expect(page.getByText('Promotion of 20 image sets to Pre-Prod started')).toBeVisible();
  expect(requests.filter((path) => /romot/.test(path))).toHaveLength(1);

  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.type());
    void question.accept();
  });
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(questions).toEqual([]);

  letGo();
  const later = await context.newPage();
  await later.goto('/promote/dynamic?name=5WK');
  await expect(later.getByRole('row').filter({ hasText: '5WK' }).filter({ hasText: 'same as Embargo' })).toHaveCount(
    20,
  );
});
