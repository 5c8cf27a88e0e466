/** The frame of every screen (A 1, 2, 6, 8, 9): title, versions, landing page, notices, configuration. */
import { expect, type Page, test } from '@playwright/test';
import type { accounts } from '../demo/accounts.ts';
import { expectNoA11yProblems, signIn } from './app.ts';

/** of a failing request */
const BROKEN = { status: 500, json: { errorMessage: 'The store does not answer.' } };

const signedInAs = async (page: Page, username: (typeof accounts)[number]['username'], areas: readonly string[]) => {
  await signIn(page, username);
  await expect(page).toHaveURL(/\/start$/);
  await expect(page.getByRole('list', { name: 'Your areas' }).getByRole('listitem')).toHaveText(areas);
};

test('A 1: the configuration is read before the application asks for anything', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.getByLabel('User name')).toBeVisible();
  const calls = requests.filter((path) => path.startsWith('/api/') || path.endsWith('.json'));
  expect(calls[0]).toBe('/assets/config/config.json');
  const config = (await (await page.request.get('/assets/config/config.json')).json()) as Record<string, unknown>;
  expect(config).toMatchObject({
    API_BASE_URL: '',
    API_TEST_EMBARGO_URL: '/embargo',
    API_TEST_PREPROD_URL: '/preprod',
    API_TEST_PROD_URL: '/prod',
  });
});

test('A 1, 2: the empty address leads to /start; title; the versions say what runs; the active entry', async ({
  page,
}) => {
  await signedInAs(page, 'admin', ['Embargo', 'Pre-Prod', 'Prod']);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByText('Lacquer', { exact: true })).toBeVisible();
  await menu.getByRole('button', { name: 'Version 1.50.3' }).click();
  const date = String.raw`\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d`;
  for (const row of [
    String.raw`Frontend version\d+\.\d+\.\d+`,
    String.raw`Backend version\d+\.\d+\.\d+`,
    `Backend updated${date}`,
    String.raw`App package version\d+\.\d+\.\d+`,
    String.raw`Config package version\S+`,
    `Deployment time${date}`,
  ]) {
    await expect(page.getByRole('menuitem').filter({ hasText: new RegExp(`^${row}`) })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await menu.getByRole('link', { name: 'Logs' }).click();
  await expect(menu.getByRole('link', { name: 'Logs' })).toHaveAttribute('aria-current', 'page');
  await expect(menu.getByRole('link', { name: 'Upload' })).not.toHaveAttribute('aria-current', 'page');
  await menu.getByRole('link', { name: 'Lacquer, start page' }).click();
  await expect(page).toHaveURL(/\/start$/);
});

test('A 2, 6: an embargo tester has all areas, an uploader none', async ({ page }) => {
  await signedInAs(page, 'embargo', ['Embargo', 'Pre-Prod', 'Prod']);
  await page.context().clearCookies();
  await signIn(page, 'uploader');
  await expect(page.getByText('You have no test area')).toBeVisible();
});

test('A 2, 9: notices: 12 from the right and top, 10 apart, at most 7, stay, can be dismissed', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'uploader', '/upload');
  // Names that are refused together are one notice.
  for (let at = 0; at < 8; at++) {
    await page
      .getByLabel('Delivery packs')
      .setInputFiles({ name: `holiday${at}.zip`, mimeType: 'application/zip', buffer: Buffer.from('x') });
    await expect(page.getByRole('alert').filter({ hasText: `holiday${at}.zip` })).toBeVisible();
  }
  const notices = page.getByRole('alert');
  await expect(notices).toHaveCount(7);
  const boxes = await notices.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  expect(boxes[0]?.top).toBe(12);
  expect(width - (boxes[0]?.right ?? 0)).toBe(12);
  for (const [at, box] of boxes.slice(1).entries()) expect(box.top - (boxes[at]?.bottom ?? 0)).toBeCloseTo(10, 3);
  await page.clock.fastForward(3_600_000);
  await expect(notices).toHaveCount(7);
  // The eighth waited: an error is never pushed out.
  for (const left of [7, 6]) {
    await notices.first().getByRole('button', { name: 'Dismiss', exact: true }).click();
    await expect(notices).toHaveCount(left);
  }
});

/** The buttons, links and fields in the window that something else covers. */
const covered = (page: Page) =>
  page.locator('#root :is(button, a, input):visible, [role=dialog] :is(button, input):visible').evaluateAll((all) =>
    all.flatMap((control) => {
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const inSight = width > 0 && y > 0 && y < innerHeight && x > 0 && x < innerWidth;
      const found = inSight ? document.elementsFromPoint(x, y)[0] : control;
      return found?.closest('[aria-label=Notices]') && !control.closest('[aria-label=Notices]')
        ? [control.getAttribute('aria-label') ?? control.textContent]
        : [];
    }),
  );

for (const size of [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`notices cover no control of a page ${size.width} pixels wide, nor of its dialogs and menus`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await signIn(page, 'admin', '/admin/manage-global-configs');
    await page.getByLabel('Configuration files').setInputFiles([
      ...[1, 2, 3].map((at) => ({ name: `holiday${at}.xml`, mimeType: 'text/xml', buffer: Buffer.from('x') })),
      {
        name: 'country_list_covered.xml',
        mimeType: 'text/xml',
        buffer: Buffer.from('<countries><country code="DE" name="Germany" locale="de-DE"/></countries>'),
      },
    ]);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByText('country_list_covered.xml is active in Embargo.')).toBeVisible();
    expect(await covered(page)).toEqual([]);
    // Scrolled, what sticks to the top stays below or beside them.
    await page.mouse.wheel(0, 400);
    expect(await covered(page)).toEqual([]);
    const row = page.getByRole('row').filter({ hasText: 'country_list_covered.xml' });
    await row.getByRole('button', { name: 'Show' }).click();
    const dialog = page.getByRole('dialog', { name: 'File Content' });
    await expect(dialog).toContainText('<country code="DE"');
    expect(await covered(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'admin', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Change my password' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
}

test('A 2: the upload screen says what it takes', async ({ page }) => {
  await signIn(page, 'uploader', '/upload');
  await expect(page.getByRole('heading', { name: 'Upload', exact: true })).toBeVisible();
  await expect(page.getByText(/^Upload Delivery Packs as zip files/)).toBeVisible();
  const panel = page.getByRole('button', { name: 'File name conventions' });
  await expect(panel).toHaveAttribute('aria-expanded', 'false');
  await panel.click();
  for (const start of ['meta', 'image-ext', 'image-int', 'static', 'oneLayer']) {
    await expect(
      page
        .getByRole('region')
        .getByText(new RegExp(`^${start}`))
        .first(),
    ).toBeVisible();
  }
  await panel.click();
  await expect(panel).toHaveAttribute('aria-expanded', 'false');
  const picker = page.getByLabel('Delivery packs');
  await expect(picker).toHaveAttribute('multiple', '');
  await expect(picker).toHaveAttribute('accept', /\.zip/);
  await expectNoA11yProblems(page);
});

test('A 4, 8: credentials and versions that cannot be loaded say so; nobody may anything then', async ({ page }) => {
  await signIn(page, 'admin');
  await page.route('**/build-info', (route) => route.fulfill(BROKEN));
  await page.reload();
  await expect(page.getByText(/^Could not get version: The store does not answer\./)).toBeVisible();
  // Two calls that fail for one reason are one notice, with the words of the first.
  await page.unroute('**/build-info');
  await page.route('**/public/session', (route) => route.fulfill(BROKEN));
  await page.reload();
  await expect(page.getByText(/^Could not get credentials: The store does not answer\./)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Administration' })).toHaveCount(0);
});

test('spec 000 §2, §6: menus and areas by role', async ({ page }) => {
  await signIn(page, 'tester');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('button', { name: 'Test Dynamic' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Upload' })).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Your areas' }).getByRole('listitem')).toHaveText(['Pre-Prod', 'Prod']);
  await page.goto('/dynamic/validate?area=embargo');
  await expect(page.getByLabel('Test area')).toHaveText('Pre-Prod area');
  await expect(page.getByText('This area has no image sets yet.')).toBeVisible();
  await expectNoA11yProblems(page);
});

test('spec 000 §2: the version drop-down shows what runs', async ({ page }) => {
  await signIn(page, 'uploader');
  await page.getByRole('button', { name: 'Version 1.50.3' }).click();
  const labels = [
    'Frontend version',
    'Backend version',
    'Backend updated',
    'App package version',
    'Config package version',
    'Deployment time',
  ];
  for (const label of labels) await expect(page.getByRole('menuitem').filter({ hasText: label })).toBeVisible();
});

test('without assets/config/config.json a clear page says so', async ({ page }) => {
  await page.route('**/assets/config/config.json', (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Lacquer cannot start' })).toBeVisible();
  await expect(page.getByText('assets/config/config.json is missing')).toBeVisible();
});
