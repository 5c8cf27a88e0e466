/** Every link of every screen leads to a screen that can show what it promises. */
import { expect, type Page } from '@playwright/test';
import { signIn } from './app.ts';
import { SET, storeForOverlays, VERSION } from './everyOverlay.ts';
import { screensOf, settle } from './everyScreen.ts';
import { testOnOwnServer } from './ownServer.ts';

/** Its screens show what the test put there. */
const test = testOnOwnServer();

/** Links that differ in values alone lead to the same screen: so many of a kind are followed. */
const SAME_KIND = 3;

/** What a link is of: its screen, without what stands for a set, and the names of what it chooses. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://screen');
  return `${pathname.replace(/\/(sets|quality)\/.*/, '/$1')} ${[...searchParams.keys()].sort().join(' ')}`;
}

/** @returns addresses within the app, without those of documents, pictures and files */
const linksOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([download])')]
      .map(({ href }) => new URL(href))
      .filter(({ origin, pathname }) => origin === location.origin && !/\/(api|docs)\//.test(pathname))
      .map(({ pathname, search }) => pathname + search),
  );

test('no link fails, whoever follows it', async ({ page }) => {
  test.setTimeout(1_800_000);
  await signIn(page, 'admin');
  await storeForOverlays(page);
  /** what was refused while a screen was opened */
  let refused: string[] = [];
  page.on('response', (answer) => {
    // The page of a set asks each area that the user may see whether it has the set.
    const isAsked = answer.status() === 404 && answer.url().endsWith('/overview');
    if (answer.status() >= 400 && !isAsked) refused.push(`${answer.status()} ${answer.url()}`);
  });
  for (const username of ['admin', 'uploader', 'tester'] as const) {
    await signIn(page, username);
    const known = new Map<string, number>();
    const waiting: { address: string; on: string }[] = [];
    const note = (address: string, on: string): void => {
      const kind = kindOf(address);
      const count = known.get(kind) ?? 0;
      if (count >= SAME_KIND || waiting.some((one) => one.address === address)) return;
      known.set(kind, count + 1);
      waiting.push({ address, on });
    };
    for (const address of username === 'admin' ? screensOf(SET, VERSION) : ['/start']) note(address, 'the address bar');
    const wrong: string[] = [];
    // It grows while it is walked through.
    for (const { address, on } of waiting) {
      refused = [];
      await page.goto(address);
      await settle(page, 'stored');
      // Logs and failed jobs name sets that are not stored, or no longer: their page says so.
      const isGone = await page
        .getByText(/^There is no image set (?!7ES1A5)/)
        .first()
        .isVisible();
      if (refused.length > 0 && !isGone) wrong.push(`${address}, from ${on}: ${refused.join(', ')}`);
      for (const link of await linksOn(page)) note(link, address);
    }
    expect(wrong, username).toEqual([]);
    expect(waiting.length, username).toBeGreaterThan(12);
  }
});
