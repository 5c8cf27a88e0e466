/** Every screen of the menu, in both looks: accessible, nothing sticks out sideways, the key / finds its filter. */
import { expect, type Page, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';

/** Screens that have nothing to filter. */
const WITHOUT_FILTER = ['/start', '/admin/dynamic-image-logs', '/admin/refresh-caches', '/admin/manage-global-configs'];

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 });

/** By way of the start page: the app is not loaded anew. Resolves when the screen's heading stands. */
async function open(page: Page, screen: string): Promise<void> {
  await page.getByRole('link', { name: 'Lacquer, start page' }).click();
  await expect(headingOf(page)).toHaveText(/^Welcome /);
  if (screen === '/start') return;
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, screen);
  await expect(headingOf(page)).toHaveText(/^(?!Welcome )./);
}

test('A 2, T 2: each screen, light at 1280 x 800 and dark at 1920 x 1080', async ({ page }) => {
  test.setTimeout(600_000);
  await signIn(page, 'admin');
  const links = page.getByRole('main').getByRole('link');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses.length).toBeGreaterThanOrEqual(17);
  for (const screen of ['/start', ...addresses]) {
    await test.step(screen, async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 800 });
      await open(page, screen);
      await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
      const expectNothingOutside = async () => {
        const out = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(out, `${screen} is wider than the window, pixels`).toBeLessThanOrEqual(0);
      };
      await expectNoA11yProblems(page);
      await expectNothingOutside();
      // The other look has other colours and another width, and nothing else.
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 1920, height: 1080 });
      await expectNoA11yProblems(page, ['color-contrast']);
      await expectNothingOutside();
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

test('A 2, 6: each role opens its screens, and is told of the others', async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page, 'admin');
  const cards = page.getByRole('main').getByRole('link');
  const addressesOf = () => cards.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const all = [...(await addressesOf()), '/static', '/dynamic/validate', '/dynamic/options', '/dynamic/layers'];
  for (const role of ['uploader', 'tester', 'embargo'] as const) {
    await page.context().clearCookies();
    await signIn(page, role);
    const own = await addressesOf();
    expect(own.length).toBeGreaterThan(3);
    for (const address of new Set(all)) {
      await open(page, address);
      const refused = 'You don’t have access to this screen';
      if (own.includes(address)) await expect(headingOf(page)).not.toHaveText(refused);
      else await expect(headingOf(page)).toHaveText(refused);
    }
  }
});
