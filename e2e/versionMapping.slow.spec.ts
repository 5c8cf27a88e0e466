/** The LCDV mapping and the global configurations, in the browser. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { DIS_ID, exteriorPack, metaPack } from './packs.ts';

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
  await expect(page.getByText('oneLayer_redirect_e2e.xml is active in Embargo.')).toBeVisible();
  const refused = page.getByRole('list', { name: 'Chosen files' });
  await expect(refused.getByText(/country_list_bad.xml is invalid; nothing was saved: line 2/)).toBeVisible();
  await expect(page.getByRole('cell', { name: 'oneLayer_redirect_e2e.xml', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'country_list_bad.xml' })).toHaveCount(0);
  await page
    .getByRole('row')
    .filter({ hasText: 'oneLayer_redirect_e2e.xml' })
    .getByRole('button', { name: 'Show' })
    .click();
  await expect(page.getByRole('dialog', { name: 'File Content' })).toContainText('<redirects>');
  await expectNoA11yProblems(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByLabel('Test area').click();
  await page.getByRole('option', { name: 'Pre-Prod' }).click();
  await expect(page.getByText('This area has no global configuration yet.')).toBeVisible();
});

test('spec 001 §2.4, §4.5: the LCDV mapping, both filters, redirects, areas', async ({ page }) => {
  await signIn(page, 'embargo');
  await page.getByRole('button', { name: 'Test Dynamic' }).click();
  await page.getByRole('menuitem', { name: 'Test LCDV Mapping' }).click();
  await expect(page.getByRole('heading', { name: 'Test LCDV to Dynamic Image Set Id mapping' })).toBeVisible();
  await expect(page.getByLabel('Test area')).toHaveText(/^Embargo/);
  // Other tests' sets may fill the window.
  await page.getByLabel('Search Dynamic Image Set').fill('1PP2A5');
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

test('spec 001 §2.1, §2.3, §4.2: test mapping rules, from a feature to the picture and why', async ({ page }) => {
  await signIn(page, 'admin');
  await upload(page, { [`image-ext-${DIS_ID}.zip`]: await exteriorPack() });
  await page.goto(`/dynamic/options?disId=${DIS_ID}`);
  await expect(page.getByRole('heading', { name: 'Test mapping rules' })).toBeVisible();
  // A version is required here, and there is no model to choose.
  await expect(page.getByRole('button', { name: 'Test', exact: true })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'LHD' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Select version' }).fill('gt');
  await page.getByRole('option', { name: '1PP2A5QESFB0A0F4 - e-208 GT 156' }).click();
  await page.getByRole('button', { name: 'Test', exact: true }).click();

  await expect(page.getByAltText('Exterior 001')).toBeVisible();
  const colour = page.getByRole('radiogroup', { name: '0M' });
  await expect(colour.getByText('none')).toHaveCount(0);
  const wheels = page.getByRole('radiogroup', { name: 'ZH' });
  await expect(wheels.getByRole('radio', { name: 'none' })).toBeChecked();

  await colour.getByRole('radio', { name: /^0MP00NWP/ }).click();
  await wheels.getByRole('radio', { name: /^ZHYK/ }).click();
  const link = page.getByRole('link', { name: 'Exterior 001' });
  await expect(link).toHaveAttribute('href', /image\/debug\/dis\/.*color=0MP00NWP&options=ZHYK/);
  await expect(wheels.getByRole('radio', { name: 'none' })).not.toBeChecked();
  const changed = page.getByRole('region', { name: 'Changed by the last click' });
  await expect(changed).toContainText('wheels: wheels_16');
  await expect(changed).toContainText('wheels_17');
  await expect(changed).toContainText('17 inch (ZHYK)');
  await expectNoA11yProblems(page);

  await page.getByRole('button', { name: 'Why these layers?' }).click();
  const why = page.getByRole('dialog', { name: 'Why these layers' });
  await expect(why.getByRole('heading', { name: 'wheels: wheels_17' })).toBeVisible();
  await expect(why).toContainText('body_black: 0MM00N9V – not met: 0MM00N9V');
  await expectNoA11yProblems(page);
  await why.getByRole('button', { name: 'Close' }).click();

  await page.reload();
  await expect(wheels.getByRole('radio', { name: /^ZHYK/ })).toBeChecked();
});
