/** Image sets are copied, renamed, deleted and brought back, as operators do it. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { exteriorPack, metaPack, DIS_ID as SET } from './packs.ts';

test('spec 000 §2, §8: copy, rename, delete a set', async ({ page }) => {
  await signIn(page, 'uploader');
  await upload(page, { [`meta-${SET}.zip`]: await metaPack(), [`image-ext-${SET}.zip`]: await exteriorPack() });
  // Without the notices of the upload, which cover what is at the right.
  await page.goto('/');
  await page.getByRole('button', { name: 'Administration' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Manage Asset Profiles', 'Manage Image Sets']);
  await page.getByRole('menuitem', { name: 'Manage Image Sets' }).click();
  const row = (id: string) => page.getByRole('row').filter({ hasText: id });
  await row(SET).getByRole('button', { name: 'Copy' }).click();
  const dialog = page.getByRole('dialog', { name: `Copy image set ${SET}` });
  await expect(dialog.getByLabel('Target name')).toHaveValue(SET);
  await dialog.getByLabel('Target name').fill('1PP2A5Cxxxxxxxxx');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText(`Copy of ${SET} started.`)).toBeVisible();

  await row('1PP2A5Cxxxxxxxxx').getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Target name').fill('1PP2A5Dxxxxxxxxx');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('Rename of 1PP2A5Cxxxxxxxxx done.')).toBeVisible();

  await row('1PP2A5Dxxxxxxxxx').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Warning: This cannot be undone')).toBeVisible();
  await expectNoA11yProblems(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Delete of 1PP2A5Dxxxxxxxxx started.')).toBeVisible();
  await expect(row('1PP2A5Dxxxxxxxxx').getByRole('button', { name: 'Delete' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Dismiss all' }).click();
  await expect(page.getByRole('region', { name: 'Notices' }).getByRole('status')).toHaveCount(0);

  // How to get back what was deleted by mistake: by its id, then its history.
  await page.getByLabel('Filter image sets').fill('1PP2A5Dxxxxxxxxx');
  await page.getByRole('button', { name: 'History of 1PP2A5Dxxxxxxxxx' }).click();
  await page.getByRole('button', { name: 'Roll back …' }).click();
  await page.getByRole('button', { name: 'Roll Embargo back' }).click();
  await expect(page.getByText('Roll back request for 1PP2A5Dxxxxxxxxx created')).toBeVisible();
  // The row is there again, in place of the offer of its history.
  await expect(row('1PP2A5Dxxxxxxxxx').getByRole('button', { name: 'Delete' })).toBeVisible();
  await row('1PP2A5Dxxxxxxxxx').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Delete of 1PP2A5Dxxxxxxxxx started.').last()).toBeVisible();
  await expect(row('1PP2A5Dxxxxxxxxx').getByRole('button', { name: 'Delete' })).toHaveCount(0);
});
