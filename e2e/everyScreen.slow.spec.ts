/**
 * Every screen of an empty store, and every screen whose calls fail: axe finds nothing, and nothing sticks out sideways. Each is
 * opened once; then the window changes its size and look.
 */
import { expect, type Page, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';
import { putInState, routePaths, screensOf, settle } from './everyScreen.ts';
import { expectNothingOutside } from './screens.ts';

const MODEL = '7ES1A5';
const SET = `${MODEL}xxxxxxxxxx`;
const VERSION = `${MODEL}QESFB0A0F4`;
type View = readonly [width: number, height: number, look: 'light' | 'dark'];
/** The smallest and the usual window, one in each look. screens.slow.spec.ts and narrow.slow.spec.ts have the others. */
const VIEWS: readonly View[] = [
  [390, 844, 'light'],
  [1280, 800, 'dark'],
];

async function lookAt(page: Page, what: string): Promise<void> {
  for (const [width, height, colorScheme] of VIEWS) {
    await test.step(`${what}, ${width} pixels, ${colorScheme}`, async () => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator(`html[data-${colorScheme}]`)).toBeVisible();
      await expectNoA11yProblems(page);
      await expectNothingOutside(page, what);
    });
  }
}

test('the list of screens has every route', () => {
  const screens = screensOf(SET, VERSION).map((address) => address.replace(/\?.*/, '').replace(SET, '$disId'));
  expect(screens).toEqual(expect.arrayContaining(routePaths()));
});

for (const state of ['empty', 'failed'] as const) {
  test(`every screen: ${state}`, async ({ page }) => {
    test.setTimeout(1_800_000);
    await signIn(page, 'admin');
    const answers = state === 'empty' ? 'stored' : state;
    await putInState(page, answers);
    for (const screen of screensOf(SET, VERSION)) {
      await page.goto(screen);
      await settle(page, answers);
      await lookAt(page, screen);
    }
  });
}
