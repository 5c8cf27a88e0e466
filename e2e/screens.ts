/**
 * What the tests of every screen share.
 *
 *   addressesOfScreens     what the start page leads to
 *   headingOf              the heading of the screen
 *   openScreen             without loading the app anew
 *   goToScreen             the same, straight from another screen: for a user who may open both
 *   widthOutside           what sticks out sideways
 *   expectNothingOutside   nothing does
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

/** Resolves when the heading of the screen stands, which is another one than that of the screen before. */
export async function goToScreen(page: Page, screen: string): Promise<void> {
  const before = (await headingOf(page).textContent()) ?? '';
  await navigate(page, screen);
  await expect(headingOf(page)).not.toHaveText(before);
}

/** By way of the start page: the app is not loaded anew. Resolves when the screen's heading stands. */
export async function openScreen(page: Page, screen: string): Promise<void> {
  await page.getByRole('link', { name: 'Lacquer, start page' }).click();
  await expect(headingOf(page)).toHaveText(/^Welcome /);
  if (screen === '/start') return;
  await navigate(page, screen);
  await expect(headingOf(page)).toHaveText(/^(?!Welcome )./);
}

/** @returns how much wider the screen is than the window, pixels */
export const widthOutside = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

export async function expectNothingOutside(page: Page, screen: string): Promise<void> {
  expect(await widthOutside(page), `${screen} is wider than the window, pixels`).toBeLessThanOrEqual(0);
}
