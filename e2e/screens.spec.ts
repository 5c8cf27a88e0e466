/** The menu by keyboard. screens.slow.spec.ts walks all screens that it leads to. */
import { expect, test } from '@playwright/test';
import { signIn } from './app.ts';

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
