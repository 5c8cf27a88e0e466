/**
 * Takes pictures of every screen of a running Lacquer, in sizes, looks and states, and lays them out on contact sheets, so that
 * a person can look at all of them.
 *
 *   npm run demo
 *   node scripts/lookAtScreens.ts --sizes 1280x800,390x844 --looks light,dark --states stored,failed
 *
 * --address    of the Lacquer; default http://localhost:8080
 * --user, --password    default: the demo's administrator
 * --set, --version      what the test screens show; default: the demo's first car
 * --only       a part of the addresses to look at, e.g. /dynamic/
 * --language   of the browser, e.g. de-DE; default en-GB
 * --out        a folder; default .build/screens
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium } from '@playwright/test';
import sharp from 'sharp';
import { accounts } from '../demo/accounts.ts';
import { putInState, STATES, screensOf, settle } from '../e2e/everyScreen.ts';

const { values: given } = parseArgs({
  options: {
    address: { type: 'string', default: 'http://localhost:8080' },
    user: { type: 'string', default: accounts[0].username },
    password: { type: 'string', default: accounts[0].password },
    set: { type: 'string', default: '1PP2A5xxxxxxxxxx' },
    version: { type: 'string', default: '1PP2A5QESFB0A0F4' },
    sizes: { type: 'string', default: '390x844,1280x800,1920x1080,2560x1440' },
    looks: { type: 'string', default: 'light,dark' },
    states: { type: 'string', default: Object.keys(STATES).join(',') },
    only: { type: 'string', default: '' },
    language: { type: 'string', default: 'en-GB' },
    out: { type: 'string', default: '.build/screens' },
  },
});
/** pixels of a contact sheet */
const SHEET = { width: 2000, gap: 12, maxHeight: 2000 };
/** A screen that is still loading after this is taken as it is. */
const SETTLE_MS = 20_000;
/** for pictures to be decoded and faded in, which nothing reports */
const REST_MS = 400;

const isState = (name: string): name is keyof typeof STATES => name in STATES;

/** @param height of each picture, pixels */
async function writeSheets(name: string, pictures: readonly Buffer[], { width, height }: Size): Promise<void> {
  const columns = Math.max(2, Math.round(SHEET.width / Math.min(width, 1000)));
  const cell = Math.floor((SHEET.width - SHEET.gap) / columns) - SHEET.gap;
  const cellHeight = Math.round((cell * height) / width);
  const rows = Math.max(1, Math.floor(SHEET.maxHeight / (cellHeight + SHEET.gap)));
  for (let from = 0, sheet = 1; from < pictures.length; from += columns * rows, sheet += 1) {
    const part = pictures.slice(from, from + columns * rows);
    const composite = await Promise.all(
      part.map(async (picture, i) => ({
        input: await sharp(picture).resize(cell, cellHeight).png().toBuffer(),
        left: SHEET.gap + (i % columns) * (cell + SHEET.gap),
        top: SHEET.gap + Math.floor(i / columns) * (cellHeight + SHEET.gap),
      })),
    );
    const lines = Math.ceil(part.length / columns);
    const canvas = { width: SHEET.width, height: SHEET.gap + lines * (cellHeight + SHEET.gap) };
    const file = join(given.out, `${name}-${sheet}.png`);
    await sharp({ create: { ...canvas, channels: 3, background: '#ff00aa' } })
      .composite(composite)
      .png()
      .toFile(file);
    console.log(file);
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

async function take(context: BrowserContext, state: keyof typeof STATES, look: 'light' | 'dark', size: Size) {
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: look });
  await page.setViewportSize(size);
  await putInState(page, state);
  const name = `${state}-${size.width}-${look}`;
  const pictures: Buffer[] = [];
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  for (const address of screensOf(given.set, given.version).filter((one) => one.includes(given.only))) {
    await page.goto(address);
    await settle(page, state, SETTLE_MS).catch((error: unknown) => failures.push(String(error).split('\n')[0] ?? ''));
    await page.waitForTimeout(REST_MS);
    const picture = await page.screenshot();
    pictures.push(picture);
    await sharp(picture).toFile(join(given.out, `${name}${address.replaceAll(/\W+/g, '_')}.png`));
    for (const failure of failures.splice(0)) console.log(`${name} ${address}: ${failure}`);
  }
  await page.close();
  await writeSheets(name, pictures, size);
}

mkdirSync(given.out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const context = await browser.newContext({ baseURL: given.address, locale: given.language });
  const data = { username: given.user, password: given.password };
  const answer = await context.request.post('/api/v2/public/session', { data });
  if (!answer.ok()) throw new Error(`${given.user} could not sign in at ${given.address}: ${await answer.text()}`);
  for (const state of given.states.split(',').filter(isState)) {
    for (const size of given.sizes.split(',')) {
      const [width = 1280, height = 800] = size.split('x').map(Number);
      for (const look of given.looks.split(',')) {
        await take(context, state, look === 'dark' ? 'dark' : 'light', { width, height });
      }
    }
  }
} finally {
  await browser.close();
}
