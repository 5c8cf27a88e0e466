/** Status, promotion and image set management, as operators use them. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { exteriorPack, interiorPack, metaPack, picture, zip } from './packs.ts';

test.describe.configure({ mode: 'serial' });
const SET = '1PP2A5xxxxxxxxxx';

test('spec 001 §2.6, §4.4: status of sets, filters, details of one row', async ({ page }) => {
  // Uploaders see the pictures of packs that they sent themselves.
  await signIn(page, 'uploader');
  await upload(page, {
    [`meta-${SET}.zip`]: await metaPack(),
    [`image-ext-${SET}.zip`]: await exteriorPack(),
    [`image-int-${SET}.zip`]: await interiorPack(),
  });
  await signIn(page, 'admin');
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('menuitem', { name: 'Dynamic image sets' }).click();
  await expect(page.getByRole('cell', { name: SET })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Dynamic Image Set' }).fill('nothing like it');
  await expect(page.getByText('No data matching the filters')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: SET })
    .getByRole('button', { name: /^Expand/ })
    .click();
  await page.getByRole('button', { name: 'Show meta files' }).click();
  const files = page.getByRole('table', { name: 'Meta files' });
  await expect(files.getByRole('cell', { name: `meta-${SET}.zip` }).first()).toBeVisible();
  await expect(files.getByRole('row').nth(1)).toContainText('versions.xml');
  await page.getByRole('button', { name: 'Show image-ext packs' }).click();
  await expect(page.getByRole('cell', { name: `image-ext-${SET}.zip` })).toBeVisible();
  await expectNoA11yProblems(page);
});

test('spec 001 §2.8, §8: promote a set, the row shows the date without reload', async ({ page }) => {
  await signIn(page, 'uploader', '/promote/dynamic');
  await expect(page.getByRole('radio', { name: 'Embargo to Pre-Production' })).toBeChecked();
  for (const name of ['not promoted', 'to Pre-Prod', 'to Prod']) {
    await expect(page.getByRole('checkbox', { name })).toBeChecked();
  }
  const row = page.getByRole('row').filter({ hasText: SET });
  await row.getByRole('button', { name: 'Promote All' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Pre-Prod will show exactly what Embargo shows');
  // What will change, before it does: pictures side by side, and the meta files as text.
  await expect(dialog.getByText(/^9 pictures added, \d+ changes in meta files$/)).toBeVisible();
  const after = dialog.getByAltText('exterior/001/body_black.png after');
  await expect.poll(() => after.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(dialog.getByText('rules-ext.xml: family wheels')).toBeVisible();
  await dialog.getByLabel('Note for the history').fill('for the motor show');
  await expectNoA11yProblems(page);
  await page.getByRole('button', { name: 'Promote to Pre-Prod' }).click();
  await expect(page.getByText(`Promotion request for ${SET} created`)).toBeVisible();
  await expect(row.getByRole('cell').nth(3)).toHaveText(/^\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\dsame as Embargo$/);

  // Sets of other tests may be there, never promoted.
  await page.getByLabel('Enter Dynamic Image Set Id').fill(SET);
  await page.getByRole('option', { name: SET, exact: true }).click();
  await page.getByRole('checkbox', { name: 'to Pre-Prod' }).uncheck();
  await expect(page.getByText('No data matching the filters')).toBeVisible();
  await page.getByRole('checkbox', { name: 'to Pre-Prod' }).check();

  await row.getByRole('button', { name: 'Promote Meta' }).click();
  await page.getByRole('button', { name: 'Promote to Pre-Prod' }).click();
  await expect(page.getByText(`Metadata Promotion for ${SET} done`)).toBeVisible();
});

test('what changed, by whom and why; back to an earlier state after the same look', async ({ page }) => {
  await signIn(page, 'uploader');
  await upload(page, { [`image-ext-${SET}.zip`]: await zip({ '001/body_black.png': await picture('#ff8800') }) });
  await page.goto('/promote/dynamic');
  const row = page.getByRole('row').filter({ hasText: SET });
  await row.getByRole('button', { name: 'Promote All' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 picture replaced, 7 pictures removed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await row.getByRole('button', { name: `History of ${SET}` }).click();
  const history = page.getByRole('dialog', { name: `History of ${SET}` });
  const noted = history.getByRole('row').filter({ hasText: 'for the motor show' });
  await expect(noted).toContainText('Pre-Prod');
  await expect(noted).toContainText('uploader');
  await expectNoA11yProblems(page);
  // The state of embargo before the last upload.
  const uploads = history.getByRole('row').filter({ hasText: 'Embargo' }).filter({ hasText: 'uploaded' });
  await expect(uploads.first()).toContainText('now');
  await uploads.nth(1).getByRole('button', { name: 'Roll back' }).click();
  const back = page.getByRole('dialog', { name: `Roll ${SET} back in Embargo` });
  await expect(back.getByText('7 pictures added, 1 picture replaced')).toBeVisible();
  await back.getByLabel('Note for the history').fill('too orange');
  await expectNoA11yProblems(page);
  await back.getByRole('button', { name: 'Roll Embargo back' }).click();
  await expect(page.getByText(`Roll back request for ${SET} created`)).toBeVisible();
  await expect(history.getByRole('row').filter({ hasText: 'too orange' })).toContainText('now');
  await history.getByRole('button', { name: 'Close' }).click();
  // Several at once, each with its own look.
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Promote selected' }).click();
  await expect(page.getByRole('dialog')).toContainText(/Promote/);
});

test('spec 001 §2.8: static packs are promoted by selection', async ({ page }) => {
  await signIn(page, 'uploader');
  await upload(page, { 'static_e2e.zip': await zip({ 'co2/A.png': await picture('#336699') }) });
  await page.goto('/promote/static');
  const promote = page.getByRole('button', { name: 'Promote', exact: true }).last();
  await expect(promote).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await promote.click();
  await page.getByRole('button', { name: 'Promote to Pre-Prod' }).click();
  await expect(page.getByText('System created promotion request for static_e2e.zip')).toBeVisible();
  await expect(promote).toBeDisabled();
  await expectNoA11yProblems(page);
});

test('spec 000 §2, §9: logs page by page, dynamic image logs, batch summary', async ({ page }) => {
  await signIn(page, 'admin', '/logs');
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveText(['Timestamp', 'Status', 'Context', 'Message']);
  await expect(page.getByText('admin signed in.').first()).toBeVisible();
  await page.getByLabel('Lines per page').click();
  await expect(page.getByRole('option')).toHaveText(['20', '50', '100']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Go to first page' })).toBeVisible();
  await page.goto('/admin/dynamic-image-logs');
  await expect(heads).toHaveText(['Timestamp', 'Status', 'Version', 'Message']);
  await expect(
    page.getByText(/DynamicImageSet .*promotion of all from Embargo to Pre-Prod done/).first(),
  ).toBeVisible();
  await page.goto('/admin/batch-summary');
  await expect(page.getByRole('columnheader', { name: 'Job Status' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByText(`Promote ${SET} from Embargo to Pre-Prod`).first()).toBeVisible();
});
