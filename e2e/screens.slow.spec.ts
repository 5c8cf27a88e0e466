/** Every screen of the menu: accessible in both looks, at two widths, and as each role sees it. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';
import { addressesOfScreens, expectNothingOutside, goToScreen, headingOf, openScreen } from './screens.ts';

/** Screens that have nothing to filter. */
const WITHOUT_FILTER = [
  '/start',
  '/admin/dynamic-image-logs',
  '/admin/refresh-caches',
  '/admin/manage-global-configs',
  '/admin/storage',
];

test('A 2, T 2: each screen, light at 1280 x 800; the key / finds its filter', async ({ page }) => {
  test.setTimeout(600_000);
  await signIn(page, 'admin');
  const addresses = await addressesOfScreens(page);
  expect(addresses.length).toBeGreaterThanOrEqual(17);
  for (const screen of ['/start', ...addresses]) {
    await test.step(screen, async () => {
      if (screen !== '/start') await goToScreen(page, screen);
      await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
      await expectNothingOutside(page, screen);
      await expectNoA11yProblems(page);
      if (WITHOUT_FILTER.includes(screen)) return;
      await page.keyboard.press('/');
      await expect(page.locator('input:focus')).toHaveCount(1);
      await page.keyboard.type('a/b');
      await expect(page.locator('input:focus')).toHaveValue('a/b');
    });
  }
});

test('A 2, T 2: each screen, dark at 1920 x 1080', async ({ page }) => {
  test.setTimeout(600_000);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signIn(page, 'admin');
  for (const screen of ['/start', ...(await addressesOfScreens(page))]) {
    await test.step(screen, async () => {
      await openScreen(page, screen);
      await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
      await expectNoA11yProblems(page, ['color-contrast']);
      await expectNothingOutside(page, screen);
    });
  }
});

test('A 2, 6: each role opens its screens, and gets an explanation on the others', async ({ page }) => {
  await signIn(page, 'admin');
  const all = [
    ...(await addressesOfScreens(page)),
    '/static',
    '/dynamic/validate',
    '/dynamic/options',
    '/dynamic/layers',
  ];
  for (const role of ['uploader', 'tester', 'embargo'] as const) {
    await page.context().clearCookies();
    await signIn(page, role);
    const own = await addressesOfScreens(page);
    expect(own.length).toBeGreaterThan(3);
    for (const address of new Set(all)) {
      await openScreen(page, address);
      const refused = 'You don’t have access to this screen';
      if (own.includes(address)) await expect(headingOf(page)).not.toHaveText(refused);
      else await expect(headingOf(page)).toHaveText(refused);
    }
  }
});
