/** Where the app cannot start, the page says so instead of staying white. */
import { expect, test } from '@playwright/test';
import { BROWSER_LIST } from '../scripts/browsers.ts';
import { pageTexts } from '../src/web/texts/page.ts';

test('a browser that lacks something shows a sentence and nothing else', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(URL, 'parse'));
  await page.goto('/');
  await expect(page.getByRole('alert')).toHaveText(pageTexts.tooOld(BROWSER_LIST));
  await page.waitForLoadState('networkidle');
  await expect(page.locator('#root')).toBeEmpty();
});

test('a browser without modules shows it, too', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'));
  await page.goto('/');
  await expect(page.getByRole('alert')).toHaveText(pageTexts.tooOld(BROWSER_LIST));
});

test('an app that fails while it is loading says what to do', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'let a = ;' }),
  );
  await page.goto('/start');
  await expect(page.getByRole('alert')).toHaveText(pageTexts.failed(BROWSER_LIST));
});

for (const [what, status] of [
  ['a server whose files were replaced', 404],
  ['a proxy that lost the server', 502],
] as const) {
  test(`${what}: a page whose script does not come says what to do`, async ({ page }) => {
    await page.route('**/assets/index-*.js', (route) => route.fulfill({ status }));
    await page.goto('/start');
    await expect(page.getByRole('alert')).toHaveText(pageTexts.incomplete);
  });
}

test('a connection that breaks while the script loads says what to do', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) => route.abort());
  await page.goto('/start');
  await expect(page.getByRole('alert')).toHaveText(pageTexts.incomplete);
});

test('a browser of the list starts the app', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#starting')).toBeHidden();
});
