/** Users in the browser: add, sign in, roles, reset, disable, tokens, and one's own password. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';

const NAME = 'users.spec';
const PASSWORD = 'a typed password 55';

test('accounts: add, roles, sign in, own password, reset, end sessions, disable', async ({ page, browser }) => {
  await signIn(page, 'admin');
  await page.getByRole('button', { name: 'Administration' }).click();
  await page.getByRole('menuitem', { name: 'Users' }).click();
  await expect(page).toHaveURL(/\/admin\/users/);
  await page.getByRole('button', { name: 'Add a user' }).click();
  const add = page.getByRole('dialog', { name: 'Add a user' });
  await add.getByLabel('User name').fill(NAME);
  await add.getByLabel('Upload').check();
  await expectNoA11yProblems(page);
  await add.getByRole('button', { name: 'Add' }).click();
  const secret = page.getByRole('dialog', { name: `Password of ${NAME}` });
  const password = await secret.getByLabel('Secret').inputValue();
  expect(password).toHaveLength(20);
  await expectNoA11yProblems(page);
  await secret.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row').filter({ hasText: NAME });
  await expect(row).toContainText('Upload');
  await expectNoA11yProblems(page);

  const choose = async (entry: string) => {
    await row.getByRole('button', { name: `Change ${NAME}` }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const enter = async (secret: string) => {
    const other = await (await browser.newContext()).newPage();
    await other.goto(new URL('/', page.url()).href);
    await other.getByLabel('User name').fill(NAME);
    await other.getByLabel('Password').fill(secret);
    await other.getByRole('button', { name: 'Sign in' }).click();
    return other;
  };
  await choose('Roles');
  const roles = page.getByRole('dialog', { name: `Roles of ${NAME}` });
  await roles.getByLabel('Test', { exact: true }).check();
  await roles.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Test, Upload');

  const theirs = await enter(password);
  await expect(theirs.getByRole('heading', { name: `Welcome ${NAME}` })).toBeVisible();
  await theirs.getByRole('button', { name: NAME }).click();
  await theirs.getByRole('menuitem', { name: 'Change my password' }).click();
  const own = theirs.getByRole('dialog', { name: 'Change my password' });
  await own.getByLabel('Current password').fill('not the password');
  await own.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await own.getByLabel('New password, again').fill(PASSWORD);
  await own.getByRole('button', { name: 'Change password' }).click();
  await expect(own.getByText('The current password is wrong.')).toBeVisible();
  await expectNoA11yProblems(theirs);
  await own.getByLabel('Current password').fill(password);
  await own.getByRole('button', { name: 'Change password' }).click();
  await expect(theirs.getByText('Password changed.')).toBeVisible();

  await page.reload();
  await choose('End sessions');
  await page.getByRole('button', { name: 'End sessions' }).click();
  await expect(page.getByText(`Sessions of ${NAME} ended: 1.`)).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole('button', { name: 'Sign in' })).toBeVisible();

  await choose('Disable');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('disabled');
  await expect((await enter(PASSWORD)).getByText('User name or password is wrong.')).toBeVisible();
});

test('the last administrator stays, and the screen says why', async ({ page }) => {
  await signIn(page, 'admin', '/admin/users?text=admin');
  await page.getByRole('button', { name: 'Change admin' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('admin is the last administrator.')).toBeVisible();
});

test('API tokens: make one, shown once, use it, revoke it', async ({ page, request }) => {
  await signIn(page, 'admin', '/admin/users?view=tokens');
  await page.getByRole('button', { name: 'Create API token' }).click();
  const make = page.getByRole('dialog', { name: 'Create API token' });
  await make.getByRole('combobox', { name: 'User' }).click();
  await page.getByRole('option', { name: 'uploader' }).click();
  await make.getByLabel('Name').fill('users.spec nightly');
  // Only the scopes that were chosen; the screen says which of them the user has no role for.
  await make.getByLabel('Everything its user may do').uncheck();
  await make.getByLabel('Read metrics').check();
  await expect(make.getByText('uploader has no role for: Read metrics.')).toBeVisible();
  await make.getByLabel('Read metrics').uncheck();
  await make.getByLabel('Deliver packs').check();
  await make.getByRole('button', { name: 'Create' }).click();
  const secret = page.getByRole('dialog', { name: 'API token users.spec nightly' });
  const token = await secret.getByLabel('Secret').inputValue();
  await secret.getByRole('button', { name: 'Done' }).click();
  const ask = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await request.get('/api/v2/admin/files', { headers })).status();
  };
  expect(await ask()).toBe(200);
  const status = await request.get('/api/v2/admin/promotions', { headers: { authorization: `Bearer ${token}` } });
  expect(status.status()).toBe(403);
  const made = page.getByRole('row').filter({ hasText: 'users.spec nightly' });
  await expect(made).toContainText('Deliver packs');
  await expectNoA11yProblems(page);
  await made.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('The API token is revoked.')).toBeVisible();
  expect(await ask()).toBe(401);
});
