/**
 * Every screen in every state, and everything that opens over one: axe finds nothing, and nothing sticks out sideways. Each is
 * opened once; then the window changes its size and look.
 */
import { test as base, expect, type Page } from '@playwright/test';
import { a11yProblems, signIn } from './app.ts';
import { nameOf, OVERLAYS, openOverlay, SET, storeForOverlays, VERSION } from './everyOverlay.ts';
import { putInState, screensOf, settle } from './everyScreen.ts';
import { startOwnServer } from './ownServer.ts';
import { widthOutside } from './screens.ts';

/** Its store is empty at first. */
const test = base.extend<object, { server: { url: string } }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startOwnServer({});
      await use(server);
      await server.end();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ server }, use) => use(server.url),
});

/** What colours decide, in each look; what the window's size decides, in each size; and all else, once. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
const PLACES = ['target-size', 'scrollable-region-focusable'];
type View = readonly [width: number, height: number, look: 'light' | 'dark', rules?: readonly string[]];
const VIEWS: readonly View[] = [
  [390, 844, 'light'],
  [390, 844, 'dark', COLOURS],
  [1280, 800, 'dark'],
  [1280, 800, 'light', COLOURS],
  [1920, 1080, 'light', PLACES],
  [2560, 1440, 'light', PLACES],
];

/** @returns what is wrong in which window; empty: nothing */
async function lookAt(page: Page): Promise<string[]> {
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

const expectNothingWrong = (wrong: Readonly<Record<string, string[]>>): void =>
  expect(Object.fromEntries(Object.entries(wrong).filter(([, found]) => found.length > 0))).toEqual({});

test.describe.configure({ mode: 'serial' });

let isStored = false;
async function store(page: Page): Promise<void> {
  if (!isStored) await storeForOverlays(page);
  isStored = true;
}

for (const state of ['empty', 'stored', 'loading', 'failed'] as const) {
  test(`every screen: ${state}`, async ({ page }) => {
    test.setTimeout(1_800_000);
    await signIn(page, 'admin');
    if (state === 'stored') await store(page);
    const answers = state === 'empty' ? 'stored' : state;
    await putInState(page, answers);
    const wrong: Record<string, string[]> = {};
    for (const screen of screensOf(SET, VERSION)) {
      await page.goto(screen);
      await settle(page, answers);
      wrong[screen] = await lookAt(page);
    }
    expectNothingWrong(wrong);
  });
}

test('every dialog, menu and drawer', async ({ context }) => {
  test.setTimeout(1_800_000);
  const first = await context.newPage();
  await signIn(first, 'admin');
  await store(first);
  await first.close();
  const wrong: Record<string, string[]> = {};
  for (const overlay of OVERLAYS) {
    const name = nameOf(overlay);
    const page = await context.newPage();
    await signIn(page, 'admin');
    wrong[name] = await openOverlay(page, overlay)
      .then(() => lookAt(page))
      .catch((error: unknown) => [String(error)]);
    await page.close();
  }
  expectNothingWrong(wrong);
});
