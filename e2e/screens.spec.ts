/** Every screen of the menu: nothing sticks out sideways, the key / finds its filter. screens.slow.spec.ts asks axe about each. */
import { expect, test } from '@playwright/test';
import { signIn } from './app.ts';
import { addressesOfScreens, expectNothingOutside, goToScreen } from './screens.ts';

/** Screens that have nothing to filter. */
const WITHOUT_FILTER = [
  '/start',
  '/admin/dynamic-image-logs',
  '/admin/refresh-caches',
  '/admin/manage-global-configs',
  '/admin/storage',
];

test('A 2, T 2: each screen, light at 1280 x 800', async ({ page }) => {
  test.setTimeout(600_000);
  await signIn(page, 'admin');
  const addresses = await addressesOfScreens(page);
  expect(addresses.length).toBeGreaterThanOrEqual(17);
  for (const screen of ['/start', ...addresses]) {
    await test.step(screen, async () => {
      if (screen !== '/start') await goToScreen(page, screen);
      await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
      await expectNothingOutside(page, screen);
      if (WITHOUT_FILTER.includes(screen)) return;
      await page.keyboard.press('/');
      await expect(page.locator('input:focus')).toHaveCount(1);
      await page.keyboard.type('a/b');
      await expect(page.locator('input:focus')).toHaveValue('a/b');
    });
  }
});

test('the menu by keyboard: opens, Escape closes it and gives the focus back', async ({ page }) => {
  await signIn(page, 'admin');
  const administration = page.getByRole('button', { name: 'Administration' });
  await administration.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Refresh Caches' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(administration).toBeFocused();
});
