/** Printing: paper is light also in the dark look and where the browser prints backgrounds, and shows no buttons. */
import { expect, test } from '@playwright/test';
import { signIn } from './app.ts';
import { addressesOfScreens, headingOf } from './screens.ts';

test('every screen prints black on white in the dark look, and no buttons', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'admin');
  for (const screen of await addressesOfScreens(page)) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.goto(screen);
    await expect(headingOf(page)).toBeVisible();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const dark = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((one) => one.checkVisibility())
          .map((one) => [one.tagName, getComputedStyle(one).backgroundColor, getComputedStyle(one).color])
          .filter(
            ([, back, text]) => !/^rgba\(0, 0, 0, 0\)$|255, 255, 255/.test(back ?? '') || text !== 'rgb(0, 0, 0)',
          ),
      );
    await expect.poll(dark, screen).toEqual([]);
    await expect(page.locator('.MuiButton-root:visible')).toHaveCount(0);
    await expect(page.locator('label[data-shrink=false]:visible')).toHaveCount(0);
    // The end of a page cuts none. All are asked at once: rows come and go while a table loads.
    const cut = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('figure, tbody tr')]
          .filter((one) => getComputedStyle(one).breakInside !== 'avoid')
          .map((one) => one.textContent),
      );
    await expect.poll(cut, screen).toEqual([]);
  }
});
