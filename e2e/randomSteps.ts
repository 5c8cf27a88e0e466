/**
 * What a user may do next on a page, drawn at random.
 *
 *   STEPS        by name; each resolves with what it did, in words, or undefined where the page offers nothing of the kind
 *   drawStep     a name, the frequent steps more often
 */
import type { Locator, Page } from '@playwright/test';
import { accounts } from '../demo/accounts.ts';
import { pick } from '../scripts/seededNumbers.ts';
import { screensOf } from './everyScreen.ts';
import { DIS_ID } from './packs.ts';

type Random = () => number;
type Take = (page: Page, random: Random) => Promise<string | undefined>;

/** A step that cannot be made at once, because something covers its target, is left out. */
const STEP_MS = 3000;
const VERSION = '1PP2A5QESFB0A0F4';
const PRESSABLE =
  'button, a[href], [role=menuitem], [role=option], [role=radio], [role=checkbox], [role=tab], [role=switch], input[type=checkbox], input[type=radio], [role=gridcell]';
/** Leaves the app: what follows would be made on the documentation, or wait for a file. */
const LEAVES = 'a[target=_blank], a[download], a[href*="/docs/"], a[href*="/api/"]';
const WRITABLE =
  'input[type=text], input:not([type]), input[type=search], input[type=number], input[type=password], textarea, [role=spinbutton], [role=combobox]';
const KEYS = [
  'Escape',
  'Enter',
  'Tab',
  'Shift+Tab',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageDown',
  ' ',
  '/',
  'Backspace',
  'Delete',
];
const TEXTS = [
  'a',
  '208',
  DIS_ID,
  'ZHYK',
  '%',
  "'; drop table users; --",
  '<b>',
  '\\',
  '*',
  '(',
  '-1',
  '99999999999',
  'ß',
  '\u{1F697}',
  ' ',
  '01.02.2026',
  'x'.repeat(300),
];
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

/** @returns one that is visible and enabled; in the topmost dialog or menu where one is open */
async function draw(page: Page, random: Random, selector: string): Promise<Locator | undefined> {
  const layers = page.locator('[role=dialog]:visible, [role=menu]:visible, [role=listbox]:visible');
  const layerCount = await layers.count();
  const scope = layerCount > 0 && random() < 0.8 ? layers.nth(layerCount - 1) : page.locator('body');
  const all = scope.locator(selector).and(page.locator(':visible:not([disabled]):not([aria-disabled=true])'));
  const count = await all.count();
  return count === 0 ? undefined : all.nth(Math.floor(random() * count));
}
const nameOf = (one: Locator): Promise<string> =>
  one.evaluate(
    (element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}"`,
    undefined,
    { timeout: STEP_MS },
  );

const passwordOf = (username: string) => accounts.find((one) => one.username === username)?.password ?? '';

export const STEPS = {
  async press(page, random) {
    const target = await draw(page, random, PRESSABLE);
    if (!target || (await target.evaluate((one, leaves) => one.closest(leaves) !== null, LEAVES, { timeout: STEP_MS })))
      return;
    const name = await nameOf(target);
    const clickCount = random() < 0.1 ? 2 : 1;
    await target.click({ timeout: STEP_MS, clickCount });
    return `presses ${name}${clickCount > 1 ? ' twice' : ''}`;
  },
  async write(page, random) {
    const target = await draw(page, random, WRITABLE);
    if (!target) return;
    const text = pick(random, TEXTS);
    const name = await nameOf(target);
    await target.click({ timeout: STEP_MS });
    await page.keyboard.insertText(text);
    if (random() < 0.3) await page.keyboard.press('Enter');
    return `writes ${JSON.stringify(text.slice(0, 30))} into ${name}`;
  },
  async key(page, random) {
    const key = pick(random, KEYS);
    await page.keyboard.press(key);
    return `presses the key ${JSON.stringify(key)}`;
  },
  async go(page, random) {
    const address = pick(random, screensOf(DIS_ID, VERSION));
    await page.goto(address);
    return `goes to ${address}`;
  },
  async back(page) {
    await page.goBack();
    return 'goes back';
  },
  async forward(page) {
    await page.goForward();
    return 'goes forward';
  },
  async reload(page) {
    await page.reload();
    return 'loads the page anew';
  },
  async resize(page, random) {
    const size = pick(random, SIZES);
    await page.setViewportSize(size);
    return `makes the window ${size.width} x ${size.height}`;
  },
  /** The page learns of it by its next call. */
  async endSession(page) {
    await page.context().clearCookies();
    return 'has a session no more';
  },
  async changeUser(page, random) {
    const { username } = pick(random, accounts);
    const data = { username, password: passwordOf(username) };
    await page.request.post('/api/v2/public/session', { data });
    return `signs in as ${username} in another tab`;
  },
} satisfies Record<string, Take>;

const WEIGHTS: Record<keyof typeof STEPS, number> = {
  press: 50,
  write: 14,
  key: 18,
  go: 6,
  back: 3,
  forward: 1,
  reload: 1,
  resize: 2,
  endSession: 1,
  changeUser: 1,
};

export function drawStep(random: Random): keyof typeof STEPS {
  const names = Object.keys(WEIGHTS) as (keyof typeof STEPS)[];
  return pick(
    random,
    names.flatMap((name) => Array<keyof typeof STEPS>(WEIGHTS[name]).fill(name)),
  );
}

/** Signs in where the page asks for it. @returns whether it asked */
export async function signInIfAsked(page: Page): Promise<boolean> {
  const name = page.locator('input[name=username][autocomplete=username]:visible');
  const password = page.locator('input[autocomplete=current-password]:visible');
  if ((await name.count()) === 0 || (await password.count()) === 0) return false;
  const given = await name.inputValue({ timeout: STEP_MS });
  const username = accounts.some((one) => one.username === given) ? given : accounts[0].username;
  await name.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(username);
  await password.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(passwordOf(username));
  await page.keyboard.press('Enter');
  await name.waitFor({ state: 'detached', timeout: 60_000 });
  return true;
}
