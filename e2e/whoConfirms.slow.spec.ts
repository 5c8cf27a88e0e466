/** Changing Prod may need the password (LACQUER_PROD_CONFIRM_MINUTES): the page asks for it, then continues by itself. */
import { expect, test } from '@playwright/test';
import { accounts } from '../demo/accounts.ts';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { picture, zip } from './packs.ts';

test('promoting to Prod asks for the password once more, and only then is done', async ({ page }) => {
  await signIn(page, 'uploader');
  await upload(page, { 'static_confirm.zip': await zip({ 'co2/Z.png': await picture('#993366') }) });
  let confirmed = false;
  const attempts: string[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.ok()) confirmed = true;
  });
  // This server runs without the setting: the refusal is given here, the confirmation is the real one.
  await page.route('**/api/v2/admin/static/promote', (route) => {
    attempts.push(confirmed ? 'after' : 'before');
    if (confirmed) return route.continue();
    const errorMessage = 'This reaches Prod. Confirm with your password that it is you, then try again.';
    return route.fulfill({ status: 403, json: { errorMessage, code: 'confirm-first', status: 403, requestId: 'r' } });
  });
  await page.goto('/promote/static');
  await page.getByRole('radio', { name: 'Embargo -> Production' }).check();
  const row = page.getByRole('row').filter({ hasText: 'static_confirm.zip' });
  const promote = async () => {
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Promote', exact: true }).last().click();
    await page.getByRole('button', { name: 'Promote to Prod' }).click();
  };
  await promote();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog).toContainText('This reaches Prod.');
  await expectNoA11yProblems(page);

  await dialog.getByLabel('Password').fill('not my password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('The password is wrong.')).toBeVisible();
  // Cancelling shows why nothing was done.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText(/Confirm with your password that it is you/)).toBeVisible();
  expect(attempts).toEqual(['before']);

  await page.reload();
  await promote();
  const { password } = accounts.find(({ username }) => username === 'uploader') ?? { password: '' };
  await dialog.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('System created promotion request for static_confirm.zip')).toBeVisible();
  expect(attempts).toEqual(['before', 'before', 'after']);
});
