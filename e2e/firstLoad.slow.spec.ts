/** The first load of the web app stays small. A size is not a time: it is the same on every machine. */
import { expect, test } from '@playwright/test';
import { signIn } from './app.ts';
import { firstLoads } from './firstLoad.ts';

/** A fifth of unleash-server's 918 kB, gzip. */
const LIMIT = 918 / 5;
/** of one file, the subset of the font for European languages but for a few letters */
const FONT_LIMIT = 50;

test('the first load: sign-in page and landing page, gzip', async ({ page, baseURL }) => {
  await signIn(page, 'admin');
  const loads = await firstLoads(page, `${baseURL}/`);
  test.info().annotations.push({ type: 'first load, kB', description: JSON.stringify(loads) });
  expect(loads.signIn.gzip).toBeLessThan(LIMIT);
  expect(loads.landing.gzip).toBeLessThan(LIMIT);
  // Once, although both the page and its script request it.
  expect(loads.landing.font).toBeGreaterThan(0);
  expect(loads.landing.font).toBeLessThan(FONT_LIMIT);
  // Without the compressed files beside the built ones, the server would send everything uncompressed.
  expect(loads.landing.brotli).toBeLessThan(loads.landing.gzip);
});

test('the menus come while the page is idle: the first click waits for nothing', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const menus = () => requests.filter((url) => url.includes('DropDownMenu')).length;
  await signIn(page, 'admin');
  await expect.poll(menus).toBe(1);
  await page.getByRole('button', { name: 'Test Dynamic' }).click();
  await expect(page.getByRole('menuitem', { name: 'Validate completeness' })).toBeFocused();
  expect(menus()).toBe(1);
});
