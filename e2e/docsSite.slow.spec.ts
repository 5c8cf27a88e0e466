/**
 * The documentation at /docs: read without a script, searched, in both looks, on a phone, on paper, and from the screen it
 * explains.
 */
import { expect, type Page, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test('is read without a script, from page to page', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/docs');
  await expect(page).toHaveURL(/\/docs\/$/);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Operate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operate' })).toBeVisible();
  await page.getByRole('link', { name: 'Virus scanner', exact: true }).click();
  await expect(page).toHaveURL(/operate\.html#virus-scanner$/);
  await expect(page.getByRole('heading', { name: 'Virus scanner' })).toBeInViewport();
  // Without a script there is no search, and no button that does nothing.
  await expect(page.getByRole('searchbox')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await context.close();
});

test('finds words in titles and texts, by keyboard', async ({ page }) => {
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') blocked.push(message.text());
  });
  await page.goto('/docs/guides/deliver.html');
  await page.keyboard.press('/');
  await page.keyboard.type('lacquer_scan');
  const first = page.locator('search').getByRole('link').first();
  await expect(first).toContainText('Operate');
  await page.getByRole('searchbox').fill('virus');
  await expect(first).toContainText('Operate › Virus scanner');
  await page.keyboard.press('ArrowDown');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/guides\/operate\.html#virus-scanner$/);
  await page.getByRole('searchbox').fill('qqqqqq');
  await expect(page.getByText('Nothing found for “qqqqqq”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing found')).toBeHidden();
  expect(blocked).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`is accessible and fits a phone, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const path of ['', 'guides/operate.html', 'words.html', 'decisions/index.html', 'none.html']) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`/docs/${path}`);
      await expectNoA11yProblems(page);
      await page.setViewportSize({ width: 390, height: 844 });
      expect([path, await overflow(page)]).toEqual([path, 0]);
    }
    await page.getByText('All pages', { exact: true }).click();
    await page.getByRole('navigation', { name: 'All pages' }).getByRole('link', { name: 'Glossary' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The words');
    await page.getByRole('searchbox').fill('ref');
    await expect(page.locator('search').getByRole('link').first()).toBeVisible();
    await expectNoA11yProblems(page);
  });
}

test('has the look that was chosen in the web app, and the other way round', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, 'admin');
  await page.getByRole('button', { name: 'Dark mode' }).click();
  await page.goto('/docs/');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe('rgb(16, 21, 24)');
  await page.getByRole('button', { name: 'Light mode' }).click();
  expect(await background()).toBe('rgb(244, 246, 247)');
  await page.goto('/start');
  await expect(page.getByRole('button', { name: 'Dark mode' })).toBeVisible();
});

test('prints the text alone, black on white', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/docs/guides/deliver.html');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Deliver' })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
});

test('Help opens the guide of the screen', async ({ page }) => {
  await signIn(page, 'admin', '/promote/dynamic');
  await page.getByRole('button', { name: 'admin', exact: true }).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('menuitem', { name: 'Help' }).click();
  const docs = await opening;
  await expect(docs.getByRole('heading', { level: 1, name: 'Promote' })).toBeVisible();
  await docs.getByRole('link', { name: 'Open Lacquer' }).click();
  await expect(docs.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
});
