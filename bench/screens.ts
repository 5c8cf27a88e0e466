/**
 * What a person waits for in the browser, on the real app with a large set: 600 features, 200 rule families, 200,000
 * versions. Wall time, because a person waits for it; the peer is the time that the design allows.
 *
 *   screenRows     a choice among options until the last picture is shown; a key typed in the filter of the mapping
 */
import type { Page } from '@playwright/test';
import { type App, signIn, withBrowser } from './browser.ts';
import { CLICKS, clicks } from './clicks.ts';
import { signIn as headersOf } from './deliveryServer.ts';
import { deliverLargeSet } from './largeSet.ts';
import { byWall, lineOf, type Measured, median, type Row, spreadOf, type Times } from './rows.ts';

const KEYS = 15;

/** A page of the app that is signed in, with a large set. */
const withPage = <T>(work: (page: Page, app: App) => Promise<T>): Promise<T> =>
  withBrowser(async (app) => {
    const { address, browser, data } = app;
    await deliverLargeSet(address, await headersOf(address), data);
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await signIn(page, address);
    return work(page, app);
  });

const within = (ours: Times, allowed: number): Measured => byWall({ ours, peer: { wall: allowed } });

async function typing(page: Page, { address, cpu }: App): Promise<Times> {
  await page.goto(`${address}/dynamic/layers`);
  await page.getByText('200.000 rows').waitFor({ timeout: 60_000 });
  const field = page.getByLabel('Search Version', { exact: true });
  await field.focus();
  await page.keyboard.type('9zz9a5b0000');
  await page.getByText(/^\d.* of 200\.000 rows$/).waitFor();
  await page.evaluate(() => {
    const target = window as unknown as { typed: number[] };
    target.typed = [];
    let pressed = 0;
    addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), true);
    // The answer has the rows and their count.
    new MutationObserver((changes) => {
      const counted = changes.some(({ target: node }) =>
        (node instanceof Text ? node.parentElement : node)?.textContent?.endsWith('of 200.000 rows'),
      );
      if (!counted || pressed === 0) return;
      const since = pressed;
      pressed = 0;
      requestAnimationFrame(() => setTimeout(() => target.typed.push(performance.now() - since)));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const before = await cpu();
  for (let i = 0; i < KEYS; i++) {
    await page.keyboard.press(i % 2 === 0 ? '3' : 'Backspace');
    await page.waitForTimeout(400);
  }
  const used = (await cpu()) - before;
  const typed = await page.evaluate(() => (window as unknown as { typed: number[] }).typed);
  if (typed.length < KEYS - 2) throw new Error(`only ${typed.length} of ${KEYS} keys changed the rows`);
  return { cpu: used / KEYS, wall: median(typed), wallSpread: spreadOf(typed) };
}

export const screenRows: readonly Row[] = [
  {
    work: `a click on one of 600 features, until all six pictures of 1280 x 720 are shown (JPEG), p95 of ${CLICKS}`,
    peer: 'what the design allows: 50 ms',
    reach: 1,
    measure: async () => within(await withPage((page, app) => clicks(page, app, 'mouse')), 50),
  },
  {
    work: `the same without a pointer that rests on the feature first (a finger, a script), p95 of ${CLICKS}`,
    peer: 'what a person takes for at once: 100 ms',
    reach: 1,
    measure: async () => within(await withPage((page, app) => clicks(page, app, 'unannounced')), 100),
  },
  {
    work: '200,000 rows of the LCDV mapping: a key typed in a filter, until the rows stand',
    peer: 'what a person takes for at once: 100 ms',
    reach: 1,
    measure: async () => within(await withPage(typing), 100),
  },
];

if (import.meta.main) {
  for (const row of screenRows.filter(({ work }) => work.includes(process.argv[2] ?? '')))
    console.log(lineOf(row, await row.measure()));
}
