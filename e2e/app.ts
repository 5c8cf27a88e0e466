/**
 * What the browser tests share.
 *
 *   signIn                 as one of the demo's accounts
 *   unfoldForm             of a test screen, which is folded behind a test
 *   upload                 packs, through the page, until they are read
 *   a11yProblems           what axe finds, WCAG 2.2 AA
 *   expectNoA11yProblems   it finds nothing
 */
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { accounts } from '../demo/accounts.ts';
import { goToScreen } from './screens.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * By the call that the sign-in page makes; that page itself is tested in packToPicture.spec.ts.
 * @param screen the address that is opened; absent: the home screen
 */
export async function signIn(
  page: Page,
  username: (typeof accounts)[number]['username'],
  screen?: string,
): Promise<void> {
  // A page of another user loads itself anew when it learns of the new session, which would end the navigation below.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  const password = accounts.find((account) => account.username === username)?.password ?? '';
  const answer = await page.request.post('/api/v2/public/session', { data: { username, password } });
  expect(answer.status()).toBe(200);
  await page.goto(screen ?? '/');
  const heading = page.getByRole('heading', screen === undefined ? { name: `Welcome ${username}` } : { level: 1 });
  await expect(heading).toBeVisible();
}

export const unfoldForm = (page: Page): Promise<void> => page.getByRole('button', { name: /angles?$/ }).click();

/** @param timeout milliseconds until a pack is read; as for any other wait when it is left out */
export async function upload(page: Page, packs: Record<string, Buffer>, timeout?: number): Promise<void> {
  // Loading the app anew would take longer than all else.
  if (!new URL(page.url()).pathname.endsWith('/upload')) await goToScreen(page, '/upload');
  const files = Object.entries(packs).map(([name, buffer]) => ({ name, buffer, mimeType: 'application/zip' }));
  await page.getByLabel('Delivery packs').setInputFiles(files);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  for (const { name } of files) {
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row.getByText(/^(live|refused)$/)).toBeVisible(timeout === undefined ? {} : { timeout });
  }
  // A page that is left before it has told what became of a pack tells it on the next one.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('lacquer-sent-packs'))).toBeNull();
}

/** Resolves when no transition runs. Halfway through one, buttons have colours of neither look. */
const endTransitions = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/**
 * axe itself, without the library that carries it into pages: that one sends the whole of axe at each look and fetches all that
 * was right.
 *
 * @param rules only these
 * @returns each broken rule with the elements that break it
 */
export async function a11yProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  await endTransitions(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const runOnly = rules ? { type: 'rule' as const, values: [...rules] } : { type: 'tag' as const, values: WCAG };
  return page.evaluate(async (only) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await run({ runOnly: only, resultTypes: ['violations'] });
    return violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.html).join(' | ')}`);
  }, runOnly);
}

/** @param rules only these */
export async function expectNoA11yProblems(page: Page, rules?: readonly string[]): Promise<void> {
  expect(await a11yProblems(page, rules)).toEqual([]);
}
