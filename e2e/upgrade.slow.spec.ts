/**
 * A page that stays open while the server is upgraded: the files of its screens and dialogs are gone. It loses nothing that is
 * unfinished, says what happened, and offers to reload.
 */
import { expect, type Page, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';

const screenHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const reload = (page: Page) => page.getByRole('button', { name: 'Reload the page' });
const UPDATED = 'Lacquer has been updated. The page was reloaded to open this screen.';

/** The file is gone for the page that is open, and there again for the next one. @returns how often it was asked for */
async function upgrade(page: Page, file: string, { forGood = false } = {}): Promise<() => number> {
  let requests = 0;
  let isOld = true;
  page.once('domcontentloaded', () => {
    isOld = false;
  });
  await page.route(`**/assets/${file}-*.js`, (route) => {
    requests += 1;
    return isOld || forGood ? route.fulfill({ status: 404, body: '' }) : route.fallback();
  });
  return () => requests;
}

/** An upload that does not end. */
async function startUpload(page: Page): Promise<void> {
  await page.route('**/api/v2/admin/files', (route) =>
    route.request().method() === 'POST' ? undefined : route.fallback(),
  );
  await page.getByLabel('Delivery packs').setInputFiles({
    name: 'meta_demo.zip',
    mimeType: 'application/zip',
    buffer: Buffer.alloc(1000),
  });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: /meta_demo/ })).toBeVisible();
}

/** Opens a page that has what it needs for an upgrade: it loads that while it is idle. */
async function openPage(page: Page, path = '/start'): Promise<void> {
  await signIn(page, 'admin');
  const loaded = page.waitForResponse(/assets\/missingFile-/);
  await page.goto(path);
  await (await loaded).finished();
}

test('a screen whose file is gone is opened by reloading the page, which says so', async ({ page }) => {
  await openPage(page);
  await upgrade(page, 'Users');
  await page.getByRole('button', { name: 'Administration' }).click();
  const entry = page.getByRole('menuitem', { name: 'Users' });
  // Pointing at it loads it beforehand, which must not reload anything.
  await entry.hover();
  await expect(page.locator('h1')).toHaveText('Welcome admin');
  await entry.click();
  await expect(screenHeading(page, 'Users')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(page.getByText(UPDATED)).toBeVisible();
  await page.reload();
  await expect(screenHeading(page, 'Users')).toBeVisible();
  await expect(page.getByText(UPDATED)).toHaveCount(0);
});

test('uploads under way go on: the page asks to be reloaded, and the browser asks before it is', async ({ page }) => {
  await openPage(page, '/upload');
  await startUpload(page);
  await upgrade(page, 'Logs');
  await page.getByRole('link', { name: 'Logs', exact: true }).click();
  await expect(screenHeading(page, 'A new version of Lacquer is available')).toBeFocused();
  await expect(page.getByText('Files are being uploaded.')).toBeVisible();
  await expectNoA11yProblems(page);
  const question = page.waitForEvent('dialog');
  const pressed = reload(page).click();
  const dialog = await question;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await pressed;
  await page.goBack();
  await expect(page.getByRole('progressbar', { name: /meta_demo/ })).toBeVisible();
});

test('a dialog whose file is gone leaves the screen as it is', async ({ page }) => {
  await openPage(page, '/dynamic/validate');
  // What the user typed would be lost with the elements of the screen.
  const heading = screenHeading(page, 'Validate completeness of dynamic image set');
  await heading.evaluate((element) => element.setAttribute('data-kept', ''));
  await upgrade(page, 'ChangePassword');
  await page.getByRole('button', { name: 'admin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Change my password' }).click();
  await expect(page.getByText('A new version of Lacquer is available. Reload the page to continue.')).toBeVisible();
  await expect(heading).toHaveAttribute('data-kept');
  await page.getByRole('link', { name: 'Reload the page' }).click();
  await page.getByRole('button', { name: 'admin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Change my password' }).click();
  await expect(page.getByRole('dialog', { name: 'Change my password' })).toBeVisible();
});

test('a file that the new version lacks, too, reloads the page once', async ({ page }) => {
  await openPage(page);
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await upgrade(page, 'Logs', { forGood: true });
  await page.getByRole('link', { name: 'Logs', exact: true }).click();
  await expect(screenHeading(page, 'This screen could not be loaded')).toBeVisible();
  await expectNoA11yProblems(page);
  expect(loads).toHaveLength(1);
  await reload(page).click();
  await expect(screenHeading(page, 'This screen could not be loaded')).toBeVisible();
  expect(loads).toHaveLength(2);
});

test('a screen that fails has a heading and a main region, and takes the focus', async ({ page }) => {
  await openPage(page);
  await page.route('**/assets/Logs-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export const Logs = () => { throw new Error("broken") }' }),
  );
  await page.getByRole('link', { name: 'Logs', exact: true }).click();
  await expect(screenHeading(page, 'This screen could not be shown')).toBeFocused();
  await expect(page.getByRole('main').getByText('broken')).toBeVisible();
  await expectNoA11yProblems(page);
});
