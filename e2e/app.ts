/**
 * What the browser tests share.
 *
 *   signIn                 as one of the demo's accounts
 *   unfoldForm             of a test screen, which folds it while a test is shown
 *   upload                 packs, through the page, until they are read
 *   expectNoA11yProblems   axe, WCAG 2.2 AA
 */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { accounts } from '../demo/accounts.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Makes the call that the sign-in page makes; packToPicture.spec.ts tests the page itself. */
export async function signIn(page: Page, username: (typeof accounts)[number]['username']): Promise<void> {
  const password = accounts.find((account) => account.username === username)?.password ?? '';
  const answer = await page.request.post('/api/v2/public/session', { data: { username, password } });
  expect(answer.status()).toBe(200);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: `Welcome ${username}` })).toBeVisible();
}

export const unfoldForm = (page: Page): Promise<void> => page.getByRole('button', { name: /angles?$/ }).click();

/** @param timeout milliseconds until a pack is read; absent: as for any other wait */
export async function upload(page: Page, packs: Record<string, Buffer>, timeout?: number): Promise<void> {
  await page.goto('/upload');
  const files = Object.entries(packs).map(([name, buffer]) => ({ name, buffer, mimeType: 'application/zip' }));
  await page.getByLabel('Delivery packs').setInputFiles(files);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  for (const { name } of files) {
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row.getByText(/^(live|refused)$/)).toBeVisible(timeout === undefined ? {} : { timeout });
  }
  // If the user leaves before the notice about a pack was shown, the next page shows it.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('lacquer-sent-packs'))).toBeNull();
}

/** Resolves when no transition runs. Halfway through one, buttons have colours of neither look. */
const endTransitions = (page: Page) =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** @param rules only these */
export async function expectNoA11yProblems(page: Page, rules?: string[]): Promise<void> {
  await endTransitions(page);
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(WCAG)).analyze();
  const found = violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.html).join(' | ')}`);
  expect(found).toEqual([]);
}
