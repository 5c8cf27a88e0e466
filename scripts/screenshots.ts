/**
 * Takes the pictures of the README from a running demo: `npm run demo`, wait until its cars are in, then `npm run screenshots`.
 * LACQUER_PORT names another port of the demo, CHROMIUM another browser.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { accounts } from '../demo/accounts.ts';

const SIZE = { width: 1280, height: 800 };
const SET = '1PP2A5xxxxxxxxxx';
const VERSION = '1PP2A5QESFB0A0F4';
const WAIT_MS = 120_000;
/** what the features of the paint begin with */
const COLOUR = '0M';
const COLOURS = 4;
/** of the demo's cars, from the front to the rear */
const ANGLES = ['004', '001', '002', '003', '005'] as const;
/** how long one angle of the turning car is shown */
const FRAME_MS = 450;
const TURN_WIDTH = 560;
const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url));

/** file name -> how the screen is reached */
const SCREENS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  test: (page) => page.goto(`/dynamic/options?disId=${SET}&version=${VERSION}&test=true`),
  set: (page) => page.goto(`/sets/${SET}`),
  promote: async (page) => {
    await page.goto('/promote/dynamic');
    await page
      .getByRole('button', { name: /^Promote All/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('img').first().waitFor();
  },
};

/** Nothing is being loaded any more, and every picture of the window is there. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('[role="progressbar"]:visible').first().waitFor({ state: 'detached' });
  await page.waitForFunction(() => {
    const images = [...(document.querySelector('[role="dialog"]') ?? document).querySelectorAll('img')];
    const isInWindow = ({ top, bottom, width }: DOMRect) => width > 0 && bottom > 0 && top < window.innerHeight;
    return images.every((image) => !isInWindow(image.getBoundingClientRect()) || image.naturalWidth > 0);
  });
  await page.evaluate(() => document.fonts.ready);
}

/** The car from all sides, in several colours, as one moving picture without a background. */
async function turn(page: Page): Promise<void> {
  const ask = async (path: string) => {
    const answer = await page.request.get(`/embargo/api/v2/${path}`, { timeout: WAIT_MS });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer;
  };
  const features = (await (await ask(`test/versions/${VERSION}/features`)).json()) as Record<string, string>[];
  const colours = features.filter(({ featureClass }) => featureClass === COLOUR).slice(1, 1 + COLOURS);
  const frames: Buffer[] = [];
  for (const { featureId } of colours) {
    for (const view of ANGLES) {
      const query = new URLSearchParams({ versionId: VERSION, options: featureId ?? '', view, format: 'png' });
      const picture = await (await ask(`image/dis/${SET}/imageFromOptions?${query}`)).body();
      frames.push(await sharp(picture).resize({ width: TURN_WIDTH }).png().toBuffer());
    }
  }
  const file = join(folder, 'turn.webp');
  await sharp(frames, { join: { animated: true } })
    .webp({ quality: 60, alphaQuality: 70, loop: 0, delay: frames.map(() => FRAME_MS) })
    .toFile(file);
  console.log(file);
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const baseURL = `http://localhost:${process.env['LACQUER_PORT'] ?? '8080'}`;
  const page = await browser.newPage({ baseURL, viewport: SIZE, colorScheme: 'light' });
  page.setDefaultTimeout(WAIT_MS);
  const [admin] = accounts;
  const data = { username: admin.username, password: admin.password };
  const answer = await page.request.post('/api/v2/public/session', { data });
  if (!answer.ok()) throw new Error(`No demo answers at ${baseURL}: ${answer.status()} ${await answer.text()}`);
  mkdirSync(folder, { recursive: true });
  await turn(page);
  for (const [name, open] of Object.entries(SCREENS)) {
    await open(page);
    await settle(page);
    const file = join(folder, `${name}.webp`);
    await sharp(await page.screenshot({ animations: 'disabled' }))
      .webp({ quality: 82 })
      .toFile(file);
    console.log(file);
  }
} finally {
  await browser.close();
}
