/**
 * What the tests of every screen share.
 *
 *   addressesOfScreens     what the start page leads to
 *   headingOf              the heading of the screen
 *   openScreen             without reloading the app
 *   goToScreen             the same, straight from another screen: for a user who may open both
 *   expectNothingOutside   nothing sticks out sideways
 */
import { expect, type Page } from '@playwright/test';

export const addressesOfScreens = (page: Page): Promise<string[]> =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));

export const headingOf = (page: Page) => page.getByRole('heading', { level: 1 });

const navigate = (page: Page, to: string) =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, to);

/** Resolves when the heading of the new screen is shown, not that of the screen before. */
export async function goToScreen(page: Page, screen: string): Promise<void> {
  const before = (await headingOf(page).textContent()) ?? '';
  await navigate(page, screen);
  await expect(headingOf(page)).not.toHaveText(before);
}

/** Goes by way of the start page, so that the app is not reloaded. Resolves when the screen's heading is shown. */
export async function openScreen(page: Page, screen: string): Promise<void> {
  await page.getByRole('link', { name: 'Lacquer, start page' }).click();
  await expect(headingOf(page)).toHaveText(/^Welcome /);
  if (screen === '/start') return;
  await navigate(page, screen);
  await expect(headingOf(page)).toHaveText(/^(?!Welcome )./);
}

export async function expectNothingOutside(page: Page, screen: string): Promise<void> {
  const out = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(out, `${screen} is wider than the window, pixels`).toBeLessThanOrEqual(0);
}
