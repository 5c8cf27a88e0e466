/**
 * What the first load of the web app weighs: everything a browser with an empty cache fetches until a page is shown, as the
 * server sends it. What is fetched later, while the page is idle, is not part of it.
 *
 *   Weight
 *   firstLoads   of the sign-in page, and of the landing page for somebody who is signed in
 */
import { get } from 'node:http';
import type { Browser, Page } from '@playwright/test';

/** kB (1000 bytes) of the bodies: page, script, style, icon, configuration and answers. The page does not wait for its font. */
export interface Weight {
  readonly gzip: number;
  readonly brotli: number;
  readonly font: number;
  readonly requests: number;
}

function bytesOf(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      answer.on('end', () => resolve(bytes)).on('error', reject);
    }).on('error', reject);
  });
}

const isFont = (url: string) => url.endsWith('.woff2');

/** @param ready resolves when the page is shown */
async function weigh(
  browser: Browser,
  address: string,
  ready: (page: Page) => Promise<void>,
  locale: string,
  as?: Page,
): Promise<Weight> {
  const state = await as?.context().storageState();
  const context = await browser.newContext({ locale, ...(state && { storageState: state }) });
  const cookie = (state?.cookies ?? []).map(({ name, value }) => `${name}=${value}`).join('; ');
  try {
    // A page that is never idle fetches nothing beforehand.
    await context.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
    const page = await context.newPage();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto(address);
    await ready(page);
    await page.waitForLoadState('networkidle');
    const sum = async (wanted: readonly string[], encoding: string) => {
      const sizes = await Promise.all(
        wanted.map((url) => bytesOf(url, { 'accept-encoding': encoding, 'accept-language': locale, cookie })),
      );
      return sizes.reduce((all, one) => all + one, 0) / 1000;
    };
    // The icon is asked for by the tab and by the menu; the browser's cache answers the second time.
    const others = [...new Set(urls)].filter((url) => !isFont(url));
    return {
      gzip: await sum(others, 'gzip'),
      brotli: await sum(others, 'br, gzip'),
      font: await sum(urls.filter(isFont), 'gzip'),
      requests: urls.length,
    };
  } finally {
    await context.close();
  }
}

/** @param signedIn a page of somebody who is signed in */
export async function firstLoads(
  signedIn: Page,
  address: string,
  locale = 'en-US',
): Promise<{ signIn: Weight; landing: Weight }> {
  const browser = signedIn.context().browser();
  if (!browser) throw new Error('the page belongs to no browser');
  return {
    signIn: await weigh(browser, address, (page) => page.locator('input[name=username]').waitFor(), locale),
    landing: await weigh(browser, address, (page) => page.locator('main h1').waitFor(), locale, signedIn),
  };
}
