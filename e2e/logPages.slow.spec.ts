/** The log and batch tables to the letter (A 2, 4, 8, 9): widths, pages, what shows while a page loads. */
import { expect, type Page, test } from '@playwright/test';
import { signIn } from './app.ts';

/** @returns the part of the table that each column takes, whole percent */
const widthsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).evaluate((element) => {
    const whole = element.getBoundingClientRect().width;
    return [...element.querySelectorAll('th')].map((th) =>
      Math.round((th.getBoundingClientRect().width / whole) * 100),
    );
  });

test('A 2, 4, 9: widths of 13, 5, 32 and 50 %, pages with first and last, smoothly to the top', async ({ page }) => {
  await page.addInitScript(() => {
    const scrolled: unknown[] = [];
    Object.assign(window, { scrolled });
    const own = window.scrollTo.bind(window);
    window.scrollTo = (...args: unknown[]) => {
      scrolled.push(args[0]);
      own(...(args as [ScrollToOptions]));
    };
  });
  await signIn(page, 'admin');
  // Enough lines for two pages of 20.
  for (let i = 0; i < 45; i++) {
    await page.request.post('/api/v2/public/session', { data: { username: `nobody${i}`, password: 'no password' } });
  }
  let free = () => {};
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  await page.route('**/admin/log?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/logs');
  // Before the first answer: 200 lines, of which these are the first 20; a bar that runs.
  await expect(page.getByText('1–20 of 200')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Loading log lines' })).toBeVisible();
  free();
  await expect(page.getByRole('progressbar', { name: 'Loading log lines' })).toHaveCount(0);
  expect(await widthsOf(page, 'Log lines')).toEqual([13, 5, 32, 50]);
  const rows = page.getByRole('table', { name: 'Log lines' }).getByRole('row');
  await expect(rows).toHaveCount(21);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await expect(page.getByText(/^21–40 of /)).toBeVisible();
  await expect(page).toHaveURL(/page=1/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  const last = await page.evaluate(() => (window as unknown as { scrolled: unknown[] }).scrolled.at(-1));
  expect(last).toEqual({ top: 0, behavior: 'smooth' });

  await page.getByRole('button', { name: 'Go to last page' }).click();
  await expect(page.getByRole('button', { name: 'Go to next page' })).toBeDisabled();
  await page.getByRole('button', { name: 'Go to first page' }).click();
  await expect(page.getByText(/^1–20 of /)).toBeVisible();
  await page.getByLabel('Lines per page').click();
  await page.getByRole('option', { name: '50', exact: true }).click();
  await expect(page).toHaveURL(/size=50/);
  await expect(rows.nth(40)).toBeAttached();
});

test('A 2, 8: a page of the log that cannot be loaded says so, to the console too', async ({ page }) => {
  await signIn(page, 'admin');
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.route('**/admin/log?*', (route) => route.fulfill({ status: 500, json: { errorMessage: 'Broken.' } }));
  await page.goto('/logs');
  await expect(page.getByText('Could not load log lines: Broken.')).toBeVisible();
  expect(errors.some((text) => text.startsWith('load log lines'))).toBe(true);
});

test('A 2: dynamic image logs have no pages; the batch summary sorts by each of its columns', async ({ page }) => {
  await signIn(page, 'admin', '/admin/dynamic-image-logs');
  await expect(page.getByRole('table', { name: 'Dynamic image log lines' })).toBeVisible();
  await expect(page.getByLabel('Lines per page')).toHaveCount(0);
  await page.goto('/admin/batch-summary');
  const names = ['Job Name', 'Job Status', 'Function', 'Created At', 'Started At', 'Stopped At'];
  for (const name of names) await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Job Status' })).toHaveAttribute('aria-sort', 'ascending');
  for (const name of names.filter((one) => one !== 'Job Status')) {
    await page.getByRole('columnheader', { name, exact: true }).getByRole('button').click();
    await expect(page.getByRole('columnheader', { name, exact: true })).toHaveAttribute('aria-sort', /ascending|desc/);
  }
  await page.route('**/getBatchSummary', (route) => route.fulfill({ status: 500, json: { errorMessage: 'Broken.' } }));
  await page.reload();
  await expect(page.getByText('load batch summary\nBroken. (500)')).toBeVisible();
});

test('A 2: the batch summary shows whole dates and states, on windows of every width', async ({ page }) => {
  await signIn(page, 'admin');
  const at = '2026-11-28T20:48:58.000Z';
  const job = { jobName: 'reprocess', function: 'Read image-ext-1PP2A5xxxxxxxxxx.zip', failure: null, progress: null };
  const dates = { createdAt: at, startedAt: at, stoppedAt: at };
  await page.route('**/getBatchSummary', (route) =>
    route.fulfill({
      json: [
        { id: '1', jobStatus: 'COMPLETED', ...job, ...dates },
        { id: '2', jobStatus: 'STARTED', ...job, ...dates, stoppedAt: null, progress: 100 },
        { id: '3', jobStatus: 'FAILED', ...job, ...dates, failure: 'The pack was refused. '.repeat(9) },
      ],
    }),
  );
  await page.goto('/admin/batch-summary');
  for (const width of [390, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('row')).toHaveCount(4);
    const cut = await page
      .getByRole('cell')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
    // Only long words of others are cut; hovering shows them whole. A set that has no picture says so before its job's name.
    expect(
      [...new Set(cut)].filter((text) => !text?.includes('Read ') && !text?.startsWith('The pack')),
      `${width}`,
    ).toEqual([]);
  }
});
