/**
 * The page of the calls: they can be tried with the session of the browser, and with a token on plain http at a name of the
 * network.
 */
import { chromium, expect, type Page, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';

async function tryCall(page: Page) {
  const call = page.locator('#operations-Administration-clearAllCaches');
  await call.getByRole('button').first().click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call.getByRole('button', { name: 'Execute' }).click();
  return call.locator('.live-responses-table .response').first();
}

test('a call that changes something is tried with the session of the browser', async ({ page }) => {
  await signIn(page, 'admin', '/api/docs');
  await expect(await tryCall(page)).toContainText('Cache refreshed');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page of the calls has the look of the app, ${colorScheme}; axe finds nothing in it`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), colorScheme });
    const page = await context.newPage();
    const failures: string[] = [];
    page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
    page.on('pageerror', (error) => failures.push(error.message));
    await page.goto('/api/docs');
    const call = page.locator('#operations-Administration-clearAllCaches');
    await call.getByRole('button').first().click();
    await expect(call.getByRole('button', { name: 'Try it out' })).toBeVisible();
    expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
    const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(back).toBe(colorScheme === 'light' ? 'rgb(244, 246, 247)' : 'rgb(16, 21, 24)');
    await expectNoA11yProblems(page);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await expect(page.locator('.auth-container').first()).toBeVisible();
    await expectNoA11yProblems(page);
    expect(failures).toEqual([]);
    await context.close();
  });
}

test('on plain http at a name of the network, a token opens the calls', async ({ page, baseURL, launchOptions }) => {
  await signIn(page, 'admin');
  const { token: headerToken } = (await (await page.request.get('/api/v2/public/session')).json()) as { token: string };
  const made = await page.request.post('/api/v2/admin/tokens', {
    headers: { 'x-csrf-token': headerToken },
    data: { username: 'admin', name: 'docs.spec', days: 1 },
  });
  const { token } = (await made.json()) as { token: string };

  const rule = '--host-resolver-rules=MAP lacquer-box 127.0.0.1';
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] });
  try {
    const other = await browser.newPage({ baseURL: String(baseURL).replace('localhost', 'lacquer-box') });
    await other.goto('/api/docs');
    await other.getByRole('button', { name: 'Authorize' }).click();
    const bearer = other.locator('.auth-container').filter({ hasText: 'bearer' });
    await bearer.getByRole('textbox').fill(token);
    await bearer.getByRole('button', { name: /Authorize|Apply/ }).click();
    await other.getByRole('button', { name: 'Close' }).last().click();
    await expect(await tryCall(other)).toContainText('Cache refreshed');
  } finally {
    await browser.close();
  }
});
