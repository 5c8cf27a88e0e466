/**
 * Labels and names of 500 characters, on every screen and in everything that opens over one: the page does not scroll sideways,
 * nothing is pushed out of its dialog, the dialog's buttons are in sight, and what is cut can be read as a whole.
 */
import { expect, type Page } from '@playwright/test';
import { signIn } from './app.ts';
import { nameOf, OVERLAYS, openOverlay, SET, storeForOverlays, topOverlay, VERSION } from './everyOverlay.ts';
import { putInState, screensOf, settle } from './everyScreen.ts';
import { expectNothingWrong } from './everyView.ts';
import { testOnOwnServer } from './ownServer.ts';
import { widthOutside } from './screens.ts';

const test = testOnOwnServer();
// Both workers share them.
test.describe.configure({ mode: 'parallel' });

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;
/** A menu takes its new place some time after the window has its new size. */
const MOVED_MS = 5_000;

/** @returns what cannot be reached in the topmost dialog or menu: what is beside it or the window */
const lostInOverlay = (page: Page): Promise<string[]> =>
  topOverlay(page).evaluate((paper) => {
    const box = paper.getBoundingClientRect();
    const lost: string[] = [];
    if (box.left < 0 || box.right > window.innerWidth) lost.push('wider than the window');
    for (const part of [paper, ...paper.querySelectorAll('.MuiDialogContent-root, form')]) {
      if (part.scrollWidth > part.clientWidth) lost.push(`${part.className} scrolls sideways`);
    }
    for (const button of paper.querySelectorAll('.MuiDialogActions-root :is(button, a)')) {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const isSeen = left >= box.left && right <= box.right && top >= 0 && bottom <= window.innerHeight;
      if (!isSeen) lost.push(`${button.textContent} is out of sight`);
    }
    return lost;
  });

/** @returns the long texts that are cut, and that nothing shows as a whole: neither a title nor the list that a field opens */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isLong = (text: string) => /very long description of a very|_x1_x1_x1/.test(text);
    const words = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
    const cuts = (box: Element) => {
      const { overflowX, overflowY } = getComputedStyle(box);
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      return (
        (hides(overflowX) && box.scrollWidth > box.clientWidth + 1) ||
        (hides(overflowY) && box.scrollHeight > box.clientHeight + 1)
      );
    };
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = words(node.nodeValue);
      const parent = node.parentElement;
      // Folded parts are not visible.
      if (
        !parent?.checkVisibility({ visibilityProperty: true }) ||
        !isLong(text) ||
        parent.closest('[role=combobox], textarea, script')
      )
        continue;
      let cutBy: Element | undefined;
      let isRead = false;
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        if (words(box.getAttribute('title')).includes(text)) isRead = true;
        // What is 1 pixel wide is for screen readers.
        if (box.clientWidth <= 1 && box.clientHeight <= 1 && getComputedStyle(box).position === 'absolute')
          isRead = true;
        if (!cutBy && getComputedStyle(box).display !== 'inline' && cuts(box)) cutBy = box;
      }
      if (cutBy && !isRead) {
        found.add(
          `${text.slice(0, 40)}… is cut by ${cutBy.tagName}.${cutBy.className} in ${parent.tagName}.${parent.className}`,
        );
      }
    }
    return [...found];
  });

/** @returns what is wrong in which size */
async function lookAt(page: Page, hasOverlay: boolean): Promise<string[]> {
  const wrong: string[] = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const look = async () => {
      const out = await widthOutside(page);
      const lost = hasOverlay ? await lostInOverlay(page) : [];
      return [...(out > 0 ? [`${out} pixels wider than the window`] : []), ...lost, ...(await cutTexts(page))];
    };
    let found: string[] = [];
    await expect
      .poll(async () => (found = await look()), { timeout: MOVED_MS })
      .toEqual([])
      .catch(() => undefined);
    wrong.push(...found.map((one) => `${size.width} pixels: ${one}`));
  }
  return wrong;
}

test('every screen', async ({ page }) => {
  test.setTimeout(1_800_000);
  await signIn(page, 'admin');
  await storeForOverlays(page);
  await putInState(page, 'long');
  const wrong: Record<string, string[]> = {};
  for (const screen of screensOf(SET, VERSION)) {
    await page.goto(screen);
    await settle(page, 'long');
    wrong[screen] = await lookAt(page, false);
  }
  expectNothingWrong(wrong);
});

const half = Math.ceil(OVERLAYS.length / 2);
for (const [name, overlays] of Object.entries({ first: OVERLAYS.slice(0, half), second: OVERLAYS.slice(half) })) {
  test(`every dialog, menu and drawer, ${name} half`, async ({ context, page: first }) => {
    test.setTimeout(1_800_000);
    await signIn(first, 'admin');
    await storeForOverlays(first);
    const wrong: Record<string, string[]> = {};
    for (const overlay of overlays) {
      const page = await context.newPage();
      await putInState(page, 'long');
      wrong[nameOf(overlay)] = await openOverlay(page, overlay)
        .then(() => lookAt(page, true))
        .catch((error: unknown) => [String(error)]);
      await page.close();
    }
    expectNothingWrong(wrong);
  });
}
