/** The main job, as its users do it: sign in, upload, watch the check, choose a set, click layers, see pictures. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn, unfoldForm, upload } from './app.ts';
import { brokenMetaPack, DIS_ID, exteriorPack, interiorPack, metaPack } from './packs.ts';

test.describe.configure({ mode: 'serial' });

test('spec 000 §6: without a session the sign-in page shows, a wrong password says so', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('User name or password is wrong.');
  await expectNoA11yProblems(page);
});

test('spec 000 §5, §8: names are checked before anything is sent; Upload waits for a valid list', async ({ page }) => {
  await signIn(page, 'uploader', '/upload');
  const send = page.getByRole('button', { name: 'Upload', exact: true });
  await expect(send).toBeDisabled();
  await page.getByLabel('Delivery packs').setInputFiles([
    { name: 'holiday.zip', mimeType: 'application/zip', buffer: Buffer.from('x') },
    { name: `meta-${DIS_ID}.zip`, mimeType: 'application/zip', buffer: await metaPack() },
  ]);
  await expect(page.getByText('File name holiday.zip do not match the expected format!')).toBeVisible();
  // Another test may have delivered it: then the table has it, too.
  await expect(page.getByRole('list', { name: 'Chosen files' }).getByText(`meta-${DIS_ID}.zip`)).toBeVisible();
  await expect(page.getByText('0 %')).toBeVisible();
  await expect(send).toBeEnabled();
  await expectNoA11yProblems(page);
});

test('a pack that does not hold is refused whole, with every problem readable', async ({ page }) => {
  await signIn(page, 'uploader');
  await upload(page, { 'meta_broken.zip': await brokenMetaPack() });
  const row = page.getByRole('row').filter({ hasText: 'meta_broken.zip' });
  await expect(row.getByText('refused')).toBeVisible();
  await row.getByRole('button', { name: 'Show 2' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${DIS_ID}/versions.xml:2`);
  await expect(dialog).toContainText('does not match the set');
  await expect(dialog).toContainText('readme.txt is not a meta file');
  await expectNoA11yProblems(page);
});

test('spec 000 §2, §4: packs are uploaded together and go live', async ({ page }) => {
  await signIn(page, 'uploader');
  await upload(page, {
    [`meta-${DIS_ID}.zip`]: await metaPack(),
    [`image-ext-${DIS_ID}.zip`]: await exteriorPack(),
    [`image-int-${DIS_ID}.zip`]: await interiorPack(),
  });
  const ours = page.getByRole('row').filter({ hasText: DIS_ID });
  await expect(ours.getByText('live', { exact: true })).toHaveCount(3);
  // Three notices of a kind are joined into one.
  await expect(page.getByText(/^3 packs were received and are being read\.\s+They are live/)).toBeVisible();
});

test('spec 001 §2.1, §2.2, §2.10, §4.1, §4.2: choose a set and a version, see its pictures, click layers', async ({
  page,
}) => {
  await signIn(page, 'embargo', '/dynamic/validate');
  await expect(page.getByLabel('Test area')).toHaveText('Embargo area');
  await page.getByLabel('Enter Dynamic Image Set Id').fill('1pp2a5');
  await page.getByRole('option', { name: DIS_ID }).click();

  await page.getByLabel('Select version').fill('gt');
  await page.getByRole('option', { name: '1PP2A5QESFB0A0F4 - e-208 GT 156' }).click();
  await expect(page.getByRole('radio', { name: 'exterior' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'LHD' })).toBeChecked();
  await expect(page.getByText('HD (320 × 180)')).toBeVisible();
  await page.getByRole('button', { name: 'Validate' }).click();

  await expect(page.getByLabel('Enter Dynamic Image Set Id')).toBeDisabled();
  await expect(page.getByAltText('Exterior 001')).toBeVisible();
  await expect(page.getByAltText('Exterior 002')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'body_black Perla Nera' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'wheels_16' })).toBeChecked();

  const link = page.getByRole('link', { name: 'Exterior 001' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute(
    'href',
    `/embargo/api/v2/image/dis/${DIS_ID}/image?viewport=ext&driverType=LHD&size=HD&view=001&layers=body_black%2Cwheels_16`,
  );

  await page.getByRole('radio', { name: 'wheels_17' }).click();
  await expect(link).toHaveAttribute('href', /layers=body_black%2Cwheels_17/);
  await expect(page.getByRole('radio', { name: 'wheels_16' })).not.toBeChecked();
  await expectNoA11yProblems(page);

  // Everything that was chosen is in the address.
  await page.reload();
  await expect(page.getByRole('radio', { name: 'wheels_17' })).toBeChecked();
  await expect(page.getByLabel('Select version')).toHaveValue('1PP2A5QESFB0A0F4 - e-208 GT 156');

  const cutOff = page.getByText(/^A very long description .*\.\.\.$/);
  await expect(cutOff).toHaveText(/^.{80}\.\.\.$/);

  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByLabel('Enter Dynamic Image Set Id')).toBeEnabled();
  await expect(page.getByAltText('Exterior 001')).toHaveCount(0);
});

test('spec 001 §4.1: the arrow buttons step through versions, a double-click clears', async ({ page }) => {
  await signIn(page, 'embargo', `/dynamic/validate?disId=${DIS_ID}`);
  const version = page.getByRole('combobox', { name: 'Select version' });
  await page.getByRole('button', { name: 'Next version' }).click();
  await expect(version).toHaveValue('1PP2A5LDKPB0A0B0 - 208 Like');
  await page.getByRole('button', { name: 'Next version' }).click();
  await expect(version).toHaveValue('1PP2A5QESFB0A0F4 - e-208 GT 156');
  await expect(page.getByRole('button', { name: 'Next version' })).toBeDisabled();
  await version.dblclick();
  await expect(version).toHaveValue('');
});

test('spec 001 §2.1: resolution narrows the angles; interior has its own', async ({ page }) => {
  await signIn(
    page,
    'embargo',
    `/dynamic/validate?disId=${DIS_ID}&version=1PP2A5QESFB0A0F4&resolution=thumb&test=true`,
  );
  await expect(page.getByAltText('Exterior 001')).toBeVisible();
  await expect(page.getByAltText('Exterior 002')).toHaveCount(0);
  await unfoldForm(page);
  await page.getByRole('radio', { name: 'interior' }).click();
  await expect(page.getByAltText('Interior i01')).toBeVisible();
});
