/**
 * What the looks at every screen and at everything that opens over one share.
 *
 *   lookAt                 what axe finds in every size and look, and what sticks out sideways
 *   expectNothingWrong
 */
import { expect, type Page } from '@playwright/test';
import { a11yProblems } from './app.ts';
import { widthOutside } from './screens.ts';

/** All rules in each size: each has a layout of its own. In the other look of a size, only what colours decide. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
type View = readonly [width: number, height: number, look: 'light' | 'dark', rules?: readonly string[]];
const VIEWS: readonly View[] = [
  [390, 844, 'light'],
  [390, 844, 'dark', COLOURS],
  [1280, 800, 'dark'],
  [1280, 800, 'light', COLOURS],
  [1920, 1080, 'light'],
  [2560, 1440, 'light'],
];

/**
 * Changes the size and the look of the window; the page is not loaded anew.
 * @returns what is wrong in which one; empty: nothing
 */
export async function lookAt(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  for (const [width, height, colorScheme, rules] of VIEWS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator(`html[data-${colorScheme}]`)).toBeVisible();
    const found = await a11yProblems(page, rules);
    const out = await widthOutside(page);
    if (out > 0) found.push(`${out} pixels wider than the window`);
    wrong.push(...found.map((one) => `${width} pixels, ${colorScheme}: ${one}`));
  }
  return wrong;
}

/** @param wrong what was found, by where */
export const expectNothingWrong = (wrong: Readonly<Record<string, string[]>>): void =>
  expect(Object.fromEntries(Object.entries(wrong).filter(([, found]) => found.length > 0))).toEqual({});
