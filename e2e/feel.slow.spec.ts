/**
 * How the screens behave, whatever they show: tables by keyboard, failures with a request id, a lost server, screens
 * that are not for everybody. The answers are made up here, so that it needs no set and disturbs none.
 */
import { expect, type Page, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';

const dates = {
  lastModifiedDate: '2026-03-01T10:00:00.000Z',
  lastPreprodPromoteDate: null,
  lastProdPromoteDate: null,
  content: { embargo: 'same', preprod: 'absent', prod: 'absent' },
};
const sets = Array.from({ length: 300 }, (_, i) => ({
  disId: `9FE${String(i).padStart(3, '0')}xxxxxxxxxx`,
  ...dates,
}));
const SHORT_STATUS = '**/api/v2/test/dis/shortStatus';

const answerSets = (page: Page) => page.route(SHORT_STATUS, (route) => route.fulfill({ json: sets }));
const focused = (page: Page) => page.locator('td:focus');

test('a table by keyboard: cells are walked, copied, opened; the filter is a key away', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'admin');
  await answerSets(page);
  await page.goto('/status/dynamic?sort=disId');
  await expect(page.getByText('300 rows')).toBeVisible();
  await page.getByRole('region', { name: 'Dynamic image sets, scrolling' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(focused(page)).toContainText('9FE000');
  await page.keyboard.press('ArrowDown');
  await expect(focused(page)).toContainText('9FE001');
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Copied: 9FE001xxxxxxxxxx')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('9FE001xxxxxxxxxx');

  // To the last of many rows: it was not drawn yet, and the sticky head does not hide it.
  await page.keyboard.press('Control+ArrowDown');
  await expect(focused(page)).toContainText('9FE299');
  await expect(focused(page)).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowUp');
  await expect(focused(page)).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Control+Home');
  await expect(focused(page)).toHaveText('01.03.2026, 12:00:00');
  const head = page.getByRole('columnheader', { name: 'Dynamic Image Set' });
  const [above, cell] = [await head.boundingBox(), await focused(page).boundingBox()];
  expect(cell?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);

  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Collapse/ })).toBeVisible();
  await expect(page).toHaveURL(/open=9FE000/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Collapse/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Dynamic image sets, scrolling' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Dynamic Image Set' })).toBeFocused();
});

test('a failure says what happened, offers another try, and has its request id to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'admin');
  const fails = { status: 500, json: { errorMessage: 'The shelf fell over.', requestId: 'req-4711' } };
  await page.route(SHORT_STATUS, (route) => route.fulfill(fails));
  await page.goto('/status/dynamic');
  const notice = page.getByRole('alert').filter({ hasText: 'Could not load status: The shelf fell over.' });
  await expect(notice).toContainText('Request req-4711');
  await notice.getByRole('button', { name: 'Copy the request id' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('req-4711');
  const table = page.getByRole('table', { name: 'Dynamic image sets' });
  await expect(table.getByText('Request req-4711')).toBeVisible();
  await expectNoA11yProblems(page);
  await page.unroute(SHORT_STATUS);
  await answerSets(page);
  await table.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('300 rows')).toBeVisible();

  // Log lines too: no skeletons for ever.
  await page.route('**/api/v2/admin/log?**', (route) => route.fulfill(fails));
  await page.goto('/logs');
  const lines = page.getByRole('table', { name: 'Log lines' });
  await expect(lines.getByText('The shelf fell over.')).toBeVisible();
  await page.unroute('**/api/v2/admin/log?**');
  await lines.getByRole('button', { name: 'Try again' }).click();
  await expect(lines.getByText('admin signed in.').first()).toBeVisible();
});

for (const when of ['', ', while the page had not been idle yet']) {
  test(`a lost server: a banner as soon as a call does not arrive, and all is well again by itself${when}`, async ({
    page,
    context,
  }) => {
    // Not by a route, with which the browser keeps nothing: what it kept answered for the lost server.
    if (when !== '') await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
    await signIn(page, 'admin');
    const logs = page.getByRole('link', { name: 'Logs', exact: true });
    await expect(logs).toBeVisible();
    await context.setOffline(true);
    await logs.click();
    const banner = page.getByText('The server is not responding.');
    await expect(banner).toBeVisible();
    await context.setOffline(false);
    await expect(banner).toHaveCount(0);
    await expect(page.getByRole('table', { name: 'Log lines' }).getByText('signed in.').first()).toBeVisible();
  });
}

test('a screen that is for others, and an address without a screen, say so and lead on', async ({ page }) => {
  await signIn(page, 'tester');
  for (const [address, words] of [
    ['/admin/users', 'You don’t have access to this screen'],
    ['/status/dynamic', 'You don’t have access to this screen'],
    ['/nowhere', 'There is no screen at this address'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectNoA11yProblems(page);
  }
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome tester' })).toBeVisible();
  await page.goto('/dynamic/options');
  await expect(page).toHaveTitle('Test mapping rules · Lacquer');
});
