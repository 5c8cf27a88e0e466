/** The storage screen (beyond), in the browser: a measurement, its sums, sets and packs; a refused pack is deleted. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { DIS_ID, metaPack } from './packs.ts';
import { expectNothingOutside } from './screens.ts';

const REFUSED = `image-int-${DIS_ID}_storage.zip`;

test('an administrator finds what takes space, and deletes a refused pack', async ({ page }) => {
  await signIn(page, 'admin');
  await upload(page, { [`meta-${DIS_ID}.zip`]: await metaPack(), [REFUSED]: Buffer.from('PK no zip') });
  await page.getByRole('button', { name: 'Administration' }).click();
  await page.getByRole('menuitem', { name: 'Storage' }).click();
  await page.getByRole('button', { name: 'Measure now' }).click();
  const kinds = page.getByRole('table', { name: 'Stored files' });
  await expect(kinds.getByRole('row').filter({ hasText: 'Meta packs' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^Measured \d/)).toBeVisible({ timeout: 60_000 });
  await expectNoA11yProblems(page);

  await page.getByRole('button', { name: 'Sets', exact: true }).click();
  await expect(page.getByRole('link', { name: DIS_ID, exact: true })).toBeVisible();
  await expectNoA11yProblems(page);
  await page.reload();
  await expect(page.getByRole('link', { name: DIS_ID, exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Packs to delete' }).click();
  const row = page.getByRole('row').filter({ hasText: REFUSED });
  await expect(row).toContainText('refused');
  await expectNoA11yProblems(page);
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete 1 pack' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete packs' });
  await expect(dialog.getByText(/^This frees .* at the first clean-up/)).toBeVisible();
  await expectNoA11yProblems(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 pack was deleted.')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const view of ['', '?view=sets', '?view=packs']) {
    await page.goto(`/admin/storage${view}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Storage' })).toBeVisible();
    await expectNothingOutside(page, `/admin/storage${view}`);
  }
});
