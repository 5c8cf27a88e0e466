/** Every screen on a phone and at a zoom of 400 %: nothing sticks out sideways, nothing is lost, axe finds nothing. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';
import { addressesOfScreens, expectNothingOutside, openScreen } from './screens.ts';

for (const [width, height] of [
  [390, 844],
  [320, 256],
] as const) {
  test(`each screen at ${width} x ${height}`, async ({ page }) => {
    test.setTimeout(600_000);
    await signIn(page, 'admin');
    const screens = await addressesOfScreens(page);
    await page.setViewportSize({ width, height });
    for (const screen of ['/start', ...screens]) {
      await test.step(screen, async () => {
        await openScreen(page, screen);
        await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
        await expectNothingOutside(page, screen);
        await expectNoA11yProblems(page);
      });
    }
  });
}

test('the first steps have room at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const json = { done: false, configurations: false, metaPack: false, pictures: false, users: false };
  await page.route('**/home/steps', (route) => route.fulfill({ json }));
  await signIn(page, 'admin');
  const button = page.getByRole('region', { name: 'First steps' }).getByRole('link').first();
  await expect(button).toBeVisible();
  await expectNothingOutside(page, '/start');
  await expectNoA11yProblems(page);
});

test('a row of a table is a card: each value with its title, and its details open', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin');
  const date = '2026-03-01T10:00:00.000Z';
  await page.route('**/test/dis/shortStatus', (route) =>
    route.fulfill({
      json: [
        {
          disId: '9NA1xxxxxxxxxxxx',
          lastModifiedDate: date,
          lastPreprodPromoteDate: null,
          lastProdPromoteDate: null,
          content: { embargo: 'same', preprod: 'absent', prod: 'absent' },
        },
      ],
    }),
  );
  await page.goto('/status/dynamic');
  const row = page.getByRole('row').filter({ hasText: '9NA1' });
  const [box, cell] = [await row.boundingBox(), await row.getByRole('cell').filter({ hasText: '9NA1' }).boundingBox()];
  expect(box?.height).toBeGreaterThan(100);
  expect(cell?.width).toBeGreaterThan(250);
  const title = row.getByRole('cell').filter({ hasText: '9NA1' });
  expect(await title.evaluate((one) => getComputedStyle(one, '::before').content)).toBe('"Dynamic Image Set"');
  await row.getByRole('button', { name: /^Expand/ }).click();
  await expect(page.getByRole('button', { name: /^Collapse/ })).toBeVisible();
});

test('a car has a picture beside its id in every list, a small one where there is little space', async ({ page }) => {
  const disId = '9NA1xxxxxxxxxxxx';
  const date = '2026-03-01T10:00:00.000Z';
  const content = { embargo: 'same', preprod: 'absent', prod: 'absent' };
  const status = { disId, lastModifiedDate: date, lastPreprodPromoteDate: null, lastProdPromoteDate: null, content };
  const car = { disId, model: '208', versions: 6, thumbnail: null, reason: 'No version is delivered.' };
  const pack = {
    ...{ fileName: `meta-${disId}.zip`, kind: 'meta', type: 'meta', disIds: [disId], size: 1, sha256: 'a'.repeat(64) },
    ...{ state: 'live', areas: ['embargo'], uploadedBy: 'admin', lastModifiedDate: date },
    ...{ problems: [], problemCount: 0 },
  };
  await signIn(page, 'admin');
  await page.route('**/test/dis/shortStatus', (route) => route.fulfill({ json: [status] }));
  await page.route('**/test/cars', (route) => route.fulfill({ json: [car] }));
  await page.route(/\/admin\/files(\?|$)/, (route) => route.fulfill({ json: [pack] }));
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const screen of ['/status/dynamic', '/promote/dynamic', '/upload', '/admin/manage-image-sets']) {
      await test.step(`${screen} at ${width}`, async () => {
        await page.goto(screen);
        const row = page.getByRole('row').filter({ hasText: disId });
        await expect(row.getByRole('img', { name: car.reason })).toBeVisible();
        const picture = await row.getByRole('img', { name: car.reason }).boundingBox();
        const link = row.getByRole('link', { name: disId, exact: true });
        expect(picture?.width).toBeGreaterThanOrEqual(28);
        expect(picture?.height).toBeGreaterThanOrEqual(16);
        expect(await link.evaluate((one) => one.scrollWidth <= (one.parentElement?.clientWidth ?? 0) + 1)).toBe(true);
      });
    }
  }
});

test('a log line is a block: its message is seen without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin', '/logs');
  const line = page.getByRole('row').filter({ hasText: 'signed in' }).first();
  const message = await line.getByRole('cell').last().boundingBox();
  const time = await line.getByRole('cell').first().boundingBox();
  expect((message?.x ?? 0) + (message?.width ?? 1000)).toBeLessThanOrEqual(390);
  expect(message?.y).toBeGreaterThanOrEqual((time?.y ?? 0) + (time?.height ?? 0));
});

test('the active entry and chosen toggles are told apart in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, 'admin', '/logs');
  const background = (name: string) =>
    page.getByRole('link', { name, exact: true }).evaluate((one) => getComputedStyle(one).backgroundColor);
  expect(await background('Logs')).not.toBe(await background('Upload'));
});

test('in forced colours a menu, a toggle and a chip tell what is chosen, and each button has an outline', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, 'admin');
  const style = (name: string | RegExp, property: string) =>
    page
      .getByRole('button', { name })
      .first()
      .evaluate((one, wanted) => getComputedStyle(one).getPropertyValue(wanted), property);
  await page.goto('/admin/storage');
  await page.getByRole('button', { name: 'Overview' }).waitFor();
  const chosen = await style('Overview', 'background-color');
  expect(await style('Administration', 'background-color')).toBe(chosen);
  expect(await style('Promote', 'background-color')).not.toBe(chosen);
  expect(await style('Packs to delete', 'background-color')).not.toBe(chosen);
  await page.goto('/admin/batch-summary');
  await page.getByRole('button', { name: /^All/ }).waitFor();
  expect(await style(/^All/, 'background-color')).toBe(chosen);
  await page.goto('/promote/dynamic');
  await page.getByRole('button', { name: 'Reset' }).waitFor();
  expect(await style('Reset', 'border-top-style')).toBe('solid');
  expect(await style('Reset', 'border-top-width')).toBe('1px');
});

test('the words of an empty table are inside their row', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin');
  await page.route('**/global-files/status', (route) => route.fulfill({ json: [] }));
  await page.goto('/admin/manage-global-configs');
  const words = page.getByRole('cell', { name: /^This area has no global configuration yet/ });
  expect(await words.evaluate((cell) => cell.scrollHeight - cell.clientHeight)).toBe(0);
});
