/** A session that ends while a page is open, and two tabs of one browser: nothing typed is lost, nobody acts for another. */
import { expect, test } from '@playwright/test';
import { accounts } from '../demo/accounts.ts';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { picture, zip } from './packs.ts';

const passwordOf = (name: string) => accounts.find(({ username }) => username === name)?.password ?? '';

test('a session that ended: the sign-in page over the same address, then everything goes on', async ({
  page,
  context,
}) => {
  await signIn(page, 'uploader');
  await upload(page, { 'static_goes_on.zip': await zip({ 'co2/Z.png': await picture('#336699') }) });
  await page.goto('/promote/static?name=goes_on');
  const row = page.getByRole('row').filter({ hasText: 'static_goes_on.zip' });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Promote', exact: true }).last().click();
  const dialog = page.getByRole('dialog', { name: /Promote/ });
  await dialog.getByLabel('Note for the history').fill('typed before the session ended');
  const address = page.url();

  await context.clearCookies();
  await dialog.getByRole('button', { name: 'Promote to Pre-Prod' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toContainText('Sign in as uploader');
  await expect(again.getByLabel('User name')).toHaveValue('uploader');
  expect(page.url()).toBe(address);
  await expectNoA11yProblems(page);
  // Nothing of the screen shows through, and no notice appears.
  await expect(page.getByText('Sign in first.')).toHaveCount(0);
  await page.keyboard.type(passwordOf('uploader'));
  await page.keyboard.press('Enter');
  await expect(again).toHaveCount(0);
  await expect(page.getByText('System created promotion request for static_goes_on.zip')).toBeVisible();
  expect(page.url()).toBe(address);
  const history = await page.request.get('/api/v2/admin/static/history?fileName=static_goes_on.zip');
  await expect
    .poll(async () => (await (await page.request.get(history.url())).json()) as unknown)
    .toContainEqual(expect.objectContaining({ area: 'preprod', note: 'typed before the session ended' }));
});

test('a session that ended below an open calendar', async ({ page, context }) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  // Live, the screen asks for new lines by itself.
  await signIn(page, 'admin', '/logs?live=true');
  await page.getByRole('button', { name: /Choose date/ }).click();
  // The calendar holds the keyboard once it was walked through by keys.
  await page.keyboard.press('ArrowRight');
  await context.clearCookies();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').click();
  await page.keyboard.type(passwordOf('admin'));
  await page.keyboard.press('Enter');
  await expect(again).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('two tabs, two people: the first tab says so and starts anew; signing out in one is signing out in all', async ({
  page,
  context,
}) => {
  await signIn(page, 'uploader', '/upload?text=abc');
  await expect(page.getByRole('button', { name: 'uploader', exact: true })).toBeVisible();
  const other = await context.newPage();
  await signIn(other, 'admin');
  await expect(page.getByText('You are now signed in as admin. This page belonged to uploader')).toBeVisible();
  await expect(page.getByRole('button', { name: 'admin', exact: true })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?text=abc');

  await other.getByRole('button', { name: 'admin', exact: true }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(other.getByLabel('User name')).toBeVisible();
  await expect(page.getByLabel('User name')).toBeVisible();
  await expect(page.getByText('Could not')).toHaveCount(0);

  // Sign in again, in both tabs.
  await page.getByLabel('User name').fill('uploader');
  await page.getByLabel('Password').fill(passwordOf('uploader'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'uploader', exact: true })).toBeVisible();
  await expect(other.getByRole('button', { name: 'uploader', exact: true })).toBeVisible();
});
