/** Every screen and the main jobs in Firefox: nothing fails, nothing is written to the console as an error. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { accounts } from '../demo/accounts.ts';
import { signIn, upload } from './app.ts';
import { exteriorPack, interiorPack, metaPack } from './packs.ts';
import { addressesOfScreens, expectNothingOutside, openScreen } from './screens.ts';

const FIREFOX = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';
const MODEL = '1PP2F5';
const SET = `${MODEL}xxxxxxxxxx`;

test.skip(!existsSync(FIREFOX), `NOT RUN: there is no Firefox at ${FIREFOX} (Debian package firefox-esr)`);
test.use({
  browserName: 'firefox',
  // By WebDriver BiDi, which the Firefox of the system speaks.
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: fileURLToPath(new URL('firefoxBridge.mjs', import.meta.url)),
    env: { ...process.env, FIREFOX },
  },
});

const errors: string[] = [];
test.beforeEach(({ page }) => {
  errors.length = 0;
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
});
test.afterEach(() => expect(errors).toEqual([]));

/** The page of the user before is left first: its calls would be answered for the next one, and say so. */
async function signInAfter(page: Page, username: 'uploader' | 'embargo'): Promise<void> {
  await page.goto('about:blank');
  await signIn(page, username);
}

test('the main jobs: sign in, upload, look at a car, promote it', async ({ page }) => {
  const [{ username, password }] = accounts;
  await page.goto('/');
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: `Welcome ${username}` })).toBeVisible();

  await signInAfter(page, 'uploader');
  await upload(page, {
    [`meta-${SET}.zip`]: await metaPack(MODEL),
    [`image-ext-${SET}.zip`]: await exteriorPack(),
    [`image-int-${SET}.zip`]: await interiorPack(),
  });

  await signInAfter(page, 'embargo');
  await page.goto('/dynamic/validate');
  // Key by key: setting the value does not open the list in Firefox.
  await page.getByLabel('Enter Dynamic Image Set Id').pressSequentially(MODEL);
  await page.getByRole('option', { name: SET }).click();
  await page.getByLabel('Select version').pressSequentially('gt');
  await page.getByRole('option', { name: `${MODEL}QESFB0A0F4 - e-208 GT 156` }).click();
  await page.getByRole('button', { name: 'Validate' }).click();
  const picture = page.getByAltText('Exterior 001');
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await page.getByRole('radio', { name: 'wheels_17' }).click();
  await expect(page.getByRole('link', { name: 'Exterior 001' })).toHaveAttribute(
    'href',
    /layers=body_black%2Cwheels_17/,
  );
  await expect.poll(width).toBeGreaterThan(0);

  await signInAfter(page, 'uploader');
  await page.goto('/promote/dynamic');
  const row = page.getByRole('row').filter({ hasText: SET });
  await row.getByRole('button', { name: 'Promote All' }).click();
  await expect(page.getByRole('dialog').getByText(/^9 pictures added, \d+ changes in meta files$/)).toBeVisible();
  await page.getByRole('button', { name: 'Promote to Pre-Prod' }).click();
  await expect(page.getByText(`Promotion request for ${SET} created`)).toBeVisible();
  await expect(row.getByRole('cell').nth(3)).toContainText('same as Embargo');
});

test('every screen', async ({ page }) => {
  await signIn(page, 'admin');
  const addresses = await addressesOfScreens(page);
  expect(addresses.length).toBeGreaterThanOrEqual(17);
  for (const screen of addresses) {
    await test.step(screen, async () => {
      await openScreen(page, screen);
      await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
      await expectNothingOutside(page, screen);
    });
  }
});
