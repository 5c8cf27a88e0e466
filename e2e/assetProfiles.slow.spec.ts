/** Administration in the browser: refresh caches, and asset profiles with reprocess. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { picture, zip } from './packs.ts';

const SET = '1AP2A5xxxxxxxxxx';
const PROFILE = `<assetProfile>
  <viewport name="exterior"><angle name="001"/><resolution name="HD" width="320" height="180"/></viewport>
</assetProfile>`;

test('spec 000 §2, §8: refresh caches of each area, one button each of 250 px', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('button', { name: 'Administration' }).click();
  await page.getByRole('menuitem', { name: 'Refresh Caches' }).click();
  await expect(page).toHaveURL(/\/admin\/refresh-caches$/);
  for (const [label, area] of [
    ['Embargo', 'embargo'],
    ['Preprod', 'preprod'],
    ['Prod', 'prod'],
  ] as const) {
    const button = page.getByRole('button', { name: `Refresh caches for ${label}`, exact: true });
    expect((await button.boundingBox())?.width).toBe(250);
    await button.click();
    await expect(page.getByText(`Cache refreshed for ${area}`)).toBeVisible();
  }
  await expectNoA11yProblems(page);
  await page.route('**/clearAllCaches**', (route) =>
    route.fulfill({ status: 503, json: { errorMessage: 'The store is away.' } }),
  );
  await page.getByRole('button', { name: 'Refresh caches for Preprod', exact: true }).click();
  await expect(page.getByText('refreshCaches for preprod:\nThe store is away. (503)')).toBeVisible();
});

test('spec 000 §2, §4, §8: asset profiles: show the file, reprocess, see the result', async ({ page }) => {
  await signIn(page, 'uploader');
  await upload(page, {
    [`meta-${SET}.zip`]: await zip({
      [`${SET}/asset-profile.xml`]: PROFILE,
      [`${SET}/layers-ext.xml`]: '<layers><family name="body"><layer name="body" z="1"/></family></layers>',
    }),
    [`image-ext-${SET}.zip`]: await zip({ '001/body.png': await picture('#336699') }),
  });
  await page.getByRole('button', { name: 'Administration' }).click();
  await expect(page.getByRole('menuitem', { name: 'Refresh Caches' })).toBeHidden();
  await page.getByRole('menuitem', { name: 'Manage Asset Profiles' }).click();
  const row = page.getByRole('row').filter({ hasText: SET });
  await expect(row).toContainText(`/embargo/dis/${SET}/asset-profile.xml`);
  for (const name of ['DisId', 'Path', 'File content', 'Reprocess']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await row.getByRole('button', { name: 'Show' }).click();
  const dialog = page.getByRole('dialog', { name: 'File Content' });
  await expect(dialog).toContainText('<assetProfile>');
  expect((await dialog.boundingBox())?.width).toBe(1000);
  await expectNoA11yProblems(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await row.getByRole('button', { name: 'Reprocess' }).click();
  await expect(page.getByText(`Reprocess of asset profile ${SET} started.`)).toBeVisible();
  await expect(row.getByText('done')).toBeVisible();
  await expectNoA11yProblems(page);

  await page.route('**/reprocess', (route) => route.fulfill({ status: 404, json: { errorMessage: 'It is gone.' } }));
  await row.getByRole('button', { name: 'Reprocess' }).click();
  await expect(page.getByText(`Reprocess of asset profile ${SET} failed!\nIt is gone.`)).toBeVisible();
  await page.route('**/reprocessList', (route) => route.fulfill({ status: 500, json: { errorMessage: 'Broken.' } }));
  await page.reload();
  await expect(page.getByText('Could not load asset profiles: Broken.')).toBeVisible();
});
