/**
 * What the tests of every screen share.
 *
 *   addressesOfScreens     what the start page leads to
 *   headingOf              the heading of the screen
 *   openScreen             without loading the app anew
 *   expectNothingOutside   nothing sticks out sideways
 */
import { expect, type Page } from '@playwright/test';

export const addressesOfScreens = (page: Page): Promise<string[]> =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));

export const headingOf = (page: Page) => page.getByRole('heading', { level: 1 });

/** By way of the start page: the app is not loaded anew. Resolves when the screen's heading stands. */
export async function openScreen(page: Page, screen: string): Promise<void> {
  await page.getByRole('link', { name: 'Lacquer, start page' }).click();
  await expect(headingOf(page)).toHaveText(/^Welcome /);
  if (screen === '/start') return;
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, screen);
  await expect(headingOf(page)).toHaveText(/^(?!Welcome )./);
}

export async function expectNothingOutside(page: Page, screen: string): Promise<void> {
  const out = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(out, `${screen} is wider than the window, pixels`).toBeLessThanOrEqual(0);
}
