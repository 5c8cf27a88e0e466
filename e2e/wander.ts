/**
 * A user who does things at random, on a server of its own with a small set: presses, writes, presses keys, goes back, loses the
 * session. It looks for what no test asks. The same seed makes the same draws; what the page offers when may differ.
 *
 *   node scripts/build.ts web && node e2e/wander.ts --steps 500 --seed 1
 *
 * Faults: an error that nothing caught, one in the console, an answer of 500 and more, a screen that failed, a page that does not
 * answer within a minute, a sign-in that does not succeed. The first one ends the walk: it is told with the steps that led to it,
 * and the exit code is 1.
 */
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { seededNumbers } from '../scripts/seededNumbers.ts';
import { newVersionTexts } from '../src/web/texts/newVersion.ts';
import { signIn, upload } from './app.ts';
import { startOwnServer } from './ownServer.ts';
import { DIS_ID, exteriorPack, interiorPack, metaPack } from './packs.ts';
import { drawStep, STEPS, signInIfAsked } from './randomSteps.ts';

const { values: given } = parseArgs({
  options: { steps: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
});
const [stepCount, seed] = [Number(given.steps), Number(given.seed)];
/** steps that are told with a fault */
const TOLD = 20;
/** A page that does not answer for so long is locked. */
const ANSWER_MS = 60_000;
/** after a step, for calls and what they change */
const REST_MS = 150;

const faults: string[] = [];

function watch(page: Page): void {
  page.on('pageerror', ({ stack, message }) => faults.push(`not caught: ${stack ?? message}`));
  page.on('console', (line) => {
    // Chromium writes one for each answer of 400 and more, and the app one for each notice; those that matter are noted below.
    const isOwn = line.type() === 'error' && !/^Failed to load resource|ApiFailure: /.test(line.text());
    if (isOwn) faults.push(`in the console: ${line.text()}`);
  });
  page.on('response', (answer) => {
    if (answer.status() >= 500) faults.push(`${answer.status()}: ${answer.request().method()} ${answer.url()}`);
  });
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
}

/** What a look at the page shows. */
async function look(page: Page): Promise<void> {
  const locked = new Promise<'locked'>((resolve) => setTimeout(resolve, ANSWER_MS, 'locked').unref());
  const heading = page.evaluate(() => document.querySelector('h1')?.textContent ?? '').catch(() => '');
  const seen = await Promise.race([heading, locked]);
  if (seen === 'locked') faults.push('the page does not answer');
  if (seen === newVersionTexts.failed) faults.push(`a screen failed: ${await page.locator('main').textContent()}`);
}

const random = seededNumbers(seed);
const server = await startOwnServer({});
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});
const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
const page = await context.newPage();
await signIn(page, 'uploader');
await upload(page, {
  'meta-1PP2A5.zip': await metaPack(),
  [`image-ext-${DIS_ID}.zip`]: await exteriorPack(),
  [`image-int-${DIS_ID}.zip`]: await interiorPack(),
});
await signIn(page, 'admin');
watch(page);

const done: string[] = [];
/** What a page does not offer after all: it was covered, or went away. */
const leftOut = (error: unknown): string => `does not: ${String(error).split('\n').slice(0, 4).join(' ')}`;

for (let step = 0; step < stepCount && faults.length === 0; step += 1) {
  const name = drawStep(random);
  const did = await STEPS[name](page, random).catch(leftOut);
  if (did !== undefined) done.push(`${step} ${name}: ${did}`);
  await page.waitForTimeout(REST_MS);
  try {
    if (await signInIfAsked(page)) done.push(`${step} signs in`);
  } catch (error) {
    // The page may be another by now.
    if ((await page.locator('input[autocomplete=current-password]:visible').count()) > 0)
      faults.push(`cannot sign in: ${leftOut(error)}`);
  }
  await look(page);
}
if (faults.length > 0) {
  console.log([...done.slice(-TOLD), `at ${page.url()}`, ...faults].join('\n'));
  process.exitCode = 1;
} else {
  console.log(`Seed ${seed}: ${done.length} steps, no fault.`);
}
await browser.close();
await server.end();
