/** After signing out nothing of what was seen is left in the browser (OWASP ASVS 14.3.1, 14.3.3). */
import { expect, test } from '@playwright/test';
import { signIn, upload } from './app.ts';
import { picture, zip } from './packs.ts';

test('nothing is kept in the browser, and the back button shows the sign-in page', async ({ page, context }) => {
  await signIn(page, 'admin');
  await upload(page, { 'static_leaving.zip': await zip({ 'co2/Z.png': await picture('#112233') }) });
  await page.goto('/promote/static');
  await expect(page.getByRole('row').filter({ hasText: 'static_leaving.zip' })).toBeVisible();
  const stored = () =>
    page.evaluate(async () =>
      JSON.stringify({
        local: { ...localStorage },
        session: { ...sessionStorage },
        databases: await indexedDB.databases(),
        caches: await caches.keys(),
      }),
    );
  const before = await stored();
  expect(before).not.toContain('static_leaving');
  expect(before).toMatch(/"databases":\[\],"caches":\[\]/);

  await page.getByRole('button', { name: 'admin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel('User name')).toBeVisible();
  // The cookie that stays gives no access: it only says that somebody signed in here before.
  const left = (await context.cookies()).filter(({ name }) => name.includes('lacquer'));
  expect(left.map(({ name }) => name)).toEqual(['__Host-lacquer-browser']);
  await page.goBack();
  await expect(page.getByLabel('User name')).toBeVisible();
  await expect(page.getByText('static_leaving.zip')).toHaveCount(0);
  expect(await stored()).not.toContain('static_leaving');
});
