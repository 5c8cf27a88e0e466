/** The file browser (A 2, A 4, A 8), in the browser. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { picture, zip } from './packs.ts';

const SET = '7FB1A5xxxxxxxxxx';

test('A 2: folders, path, up, show, delete with a question', async ({ page }) => {
  await signIn(page, 'admin');
  await upload(page, {
    [`meta-${SET}.zip`]: await zip({
      [`${SET}/versions.xml`]: '<versions>\n<version id="7FB1A5QESFB0A0F4" label="first"/>\n</versions>',
      [`${SET}/layers-ext.xml`]: '<layers><family name="body"><layer name="body" z="1"/></family></layers>',
    }),
    [`image-ext-${SET}.zip`]: await zip({
      '001/body.png': await picture('#446688'),
      '002/body.png': await picture('#886644'),
    }),
  });
  await page.getByRole('button', { name: 'Administration' }).click();
  await page.getByRole('menuitem', { name: 'File Browser' }).click();
  const path = page.getByLabel('Path');
  await expect(path).toHaveText('/');
  await expect(page.getByRole('button', { name: 'Up' })).toHaveCount(0);
  await expect(page.getByRole('columnheader')).toHaveText(['Type', 'Name', 'Last modified date', 'Size', '']);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  for (const folder of ['embargo', 'dis', SET]) await page.getByRole('button', { name: folder, exact: true }).click();
  await expect(path).toHaveText(`/embargo/dis/${SET}`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('versions.xml').getByRole('cell').nth(3)).toHaveText(/^\d+,\d\d B$/);
  await expect(row('ext').getByRole('cell').nth(3)).toHaveText('');
  await expectNoA11yProblems(page);

  await row('versions.xml').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show' }).click();
  const dialog = page.getByRole('dialog', { name: 'File content' });
  await expect(dialog.locator('pre')).toHaveText(/<versions>\n.*first.*\n<\/versions>/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'ext', exact: true }).click();
  await page.getByRole('button', { name: '001', exact: true }).click();
  await page.reload();
  await expect(path).toHaveText(`/embargo/dis/${SET}/ext/001`);
  await page.getByRole('button', { name: 'Actions for body.png' }).click();
  await page.getByRole('menuitem', { name: 'Show' }).click();
  const shown = page.getByRole('dialog').getByAltText('body.png');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Actions for body.png' }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  expect((await saving).suggestedFilename()).toBe('body.png');

  await page.getByRole('button', { name: 'Up' }).click();
  await row('002').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Show' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete file' });
  await expect(question).toContainText(`Do you want to delete /embargo/dis/${SET}/ext/002?`);
  await expect(question).toContainText(`The image set ${SET} gets a new state in Embargo, without 1 file.`);
  await expect(question).toContainText(`No other area has ${SET}.`);
  await expect(question).toContainText('The previous state stays in the history');
  await expectNoA11yProblems(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await row('002').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('002 deleted.')).toBeVisible();
  await expect(page.getByRole('button', { name: '002', exact: true })).toHaveCount(0);

  // And back again, by the history that the screen offers.
  await page.getByRole('button', { name: 'Its history' }).click();
  const history = page.getByRole('dialog', { name: `History of ${SET}` });
  const difference = Promise.withResolvers<void>();
  await page.route('**/diff**', async (route) => {
    await difference.promise;
    await route.continue();
  });
  await history.getByRole('button', { name: 'Roll back …' }).first().click();
  const confirm = page.getByRole('button', { name: 'Roll Embargo back' });
  await expect(page.getByLabel('Comparing')).toBeVisible();
  await confirm.click({ trial: true });
  const before = await confirm.boundingBox();
  difference.resolve();
  await expect(page.getByText(/^\d+ pictures? added/)).toBeVisible();
  // A button that moves during a press misses the click.
  expect(await confirm.boundingBox()).toEqual(before);
  await confirm.click();
  await expect(page.getByText(`Roll back request for ${SET} created`)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: '001', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: '002', exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole('button', { name: 'Up' }).click();
  await row('versions.xml').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(history).toContainText('rolled back');
});
