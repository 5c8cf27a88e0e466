/** The web app in German: as the browser asks or by hand, on every screen, where words are longer. */
import { expect, type Page, test } from '@playwright/test';
import { accounts } from '../demo/accounts.ts';
import { expectNoA11yProblems } from './app.ts';
import { firstLoads } from './firstLoad.ts';
import { expectNothingOutside, headingOf } from './screens.ts';

const LIMIT = 918 / 5;
const ENGLISH =
  /\b(the|of|and|with|from|your|are|not|to|by|it|is|has|have|will|select|show|open|choose|close|clear)\b/i;
const [admin] = accounts;

const signIn = async (page: Page) => {
  const { username, password } = admin;
  const answer = await page.request.post('/api/v2/public/session', { data: { username, password } });
  expect(answer.status()).toBe(200);
};

/** Texts that users read or hear, except rows and reasons for a missing picture, which come from the server. */
const wordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words: string[] = [];
    const visit = (element: Element) => {
      if (element.matches('tbody, script, style, svg[role=img], [role=status], [data-rows]')) return;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) words.push(element.getAttribute(name) ?? '');
      for (const child of element.childNodes) {
        if (child instanceof Element) visit(child);
        else words.push(child.textContent?.trim() ?? '');
      }
    };
    visit(document.body);
    return words;
  });

/** Controls and titles whose text is cut off. */
const cutWords = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, a, label, h1, h2, legend)')]
      .filter((one) => one.clientWidth > 1 && getComputedStyle(one).overflowX !== 'visible')
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent ?? ''),
  );

test.describe('where the browser asks for German', () => {
  test.use({ locale: 'de-DE' });

  for (const [width, height, colorScheme] of [
    [1280, 800, 'light'],
    [390, 844, 'dark'],
  ] as const) {
    test(`each screen at ${width} x ${height}`, async ({ page }) => {
      test.setTimeout(600_000);
      await page.emulateMedia({ colorScheme });
      await signIn(page);
      await page.setViewportSize({ width, height });
      await page.goto('/start');
      await expect(headingOf(page)).toHaveText('Willkommen, admin');
      const screens = await page
        .getByRole('navigation', { name: 'Seiten' })
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      expect(screens.length).toBeGreaterThan(15);
      for (const screen of ['/start', ...screens]) {
        await test.step(screen, async () => {
          await page.goto(screen);
          await expect(page.locator('html')).toHaveAttribute('lang', 'de');
          await expect(headingOf(page)).toHaveText(/./);
          await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0);
          await expectNothingOutside(page, screen);
          expect(await cutWords(page), screen).toEqual([]);
          const phrases = (await wordsOf(page)).filter((words) => !/[<…]/.test(words) || !words.includes('zip'));
          expect(
            phrases.filter((words) => ENGLISH.test(words)),
            screen,
          ).toEqual([]);
          await expectNoA11yProblems(page);
        });
      }
    });
  }

  test('the first load is as small', async ({ page, baseURL }) => {
    await signIn(page);
    const loads = await firstLoads(page, `${baseURL}/`, 'de-DE');
    test.info().annotations.push({ type: 'first load, kB', description: JSON.stringify(loads) });
    expect(loads.signIn.gzip).toBeLessThan(LIMIT);
    expect(loads.landing.gzip).toBeLessThan(LIMIT);
  });
});

test('by hand, on the sign-in page and in the account menu, kept after a reload, at the same address', async ({
  page,
}) => {
  await page.goto('/logs?text=abc');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await page.getByLabel('Benutzername').fill(admin.username);
  await page.getByLabel('Passwort').fill(admin.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(headingOf(page)).toHaveText('Protokoll');
  await page.reload();
  await expect(headingOf(page)).toHaveText('Protokoll');
  expect(new URL(page.url()).searchParams.get('text')).toBe('abc');
  await page.getByRole('button', { name: 'admin' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(headingOf(page)).toHaveText('Logs');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(new URL(page.url()).searchParams.get('text')).toBe('abc');
});
