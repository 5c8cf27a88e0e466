/** The LCDV mapping and the global configurations, in the browser. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { DIS_ID, metaPack } from './packs.ts';

test.describe.configure({ mode: 'serial' });

test('spec 000 §2, §5: global configs of an area: names checked, shown, bad ones change nothing', async ({ page }) => {
  await signIn(page, 'admin');
  await upload(page, { [`meta-${DIS_ID}.zip`]: await metaPack() });
  await page.goto('/admin/manage-global-configs');
  const send = page.getByRole('button', { name: 'Upload', exact: true });
  await expect(send).toBeDisabled();
  const redirect = `<redirects><redirect set="${DIS_ID}" extRules="${DIS_ID}"/></redirects>`;
  await page.getByLabel('Configuration files').setInputFiles([
    { name: 'holiday.xml', mimeType: 'text/xml', buffer: Buffer.from('<a/>') },
    { name: 'oneLayer_redirect_e2e.xml', mimeType: 'text/xml', buffer: Buffer.from(redirect) },
    {
      name: 'country_list_bad.xml',
      mimeType: 'text/xml',
      buffer: Buffer.from('<countries>\n<country/>\n</countries>'),
    },
  ]);
  await expect(page.getByText('File name holiday.xml do not match the expected format!')).toBeVisible();
  await send.click();
  await expect(page.getByText('oneLayer_redirect_e2e.xml is in force in embargo.')).toBeVisible();
  await expect(page.getByText(/country_list_bad.xml does not hold and was not stored: line 2/)).toBeVisible();
  await expect(page.getByRole('cell', { name: 'oneLayer_redirect_e2e.xml' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'country_list_bad.xml' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('dialog', { name: 'File Content' })).toContainText('<redirects>');
  await expectNoA11yProblems(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Notices stay until they are dismissed, over whatever stands at the top right.
  while ((await page.getByRole('button', { name: 'Dismiss' }).count()) > 0) {
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
  }
  await page.getByLabel('Test area').click();
  await page.getByRole('option', { name: 'Pre-Prod' }).click();
  await expect(page.getByText('This area has no global configuration yet.')).toBeVisible();
});

test('spec 001 §2.4, §4.5: the LCDV mapping, both filters, redirects, areas', async ({ page }) => {
  await signIn(page, 'embargo');
  await page.getByRole('button', { name: 'Test Dynamic' }).click();
  await page.getByRole('menuitem', { name: 'Test LCDV Mapping' }).click();
  await expect(page.getByRole('heading', { name: 'Test LCDV to Dynamic Image Set Id mapping' })).toBeVisible();
  await expect(page.getByLabel('Test area')).toHaveText('Embargo');
  await expect(page.getByRole('cell', { name: '1PP2A5QESFB0A0F4' })).toBeVisible();
  await page
    .getByRole('button', { name: `Redirect of ${DIS_ID}` })
    .first()
    .hover();
  await expect(page.getByRole('tooltip')).toContainText(`Exterior rules: ${DIS_ID}`);
  await page.getByLabel('Search Version').fill('qesf');
  await expect(page.getByRole('cell', { name: '1PP2A5LDKPB0A0B0' })).toHaveCount(0);
  await page.getByLabel('Search Dynamic Image Set').fill('zzz');
  await expect(page.getByText('No data matching the filters')).toBeVisible();
  await expectNoA11yProblems(page);
  await page.getByLabel('Test area').click();
  await page.getByRole('option', { name: 'Prod', exact: true }).click();
  await expect(page.getByLabel('Search Version')).toHaveValue('');
});
