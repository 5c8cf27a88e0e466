/** Dialogs and admin tables to the letter (A 2, 4, 8, 9; T 2.4): 1000 pixels, titles, buttons, what cancelling leaves. */
import { expect, type Locator, test } from '@playwright/test';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { zip } from './packs.ts';

test.describe.configure({ mode: 'serial' });

const SET = '8DG1A5xxxxxxxxxx';
const REFUSED = { status: 409, json: { errorMessage: 'It is in use.' } };

/** As wide as the document says, and in a narrow window as wide as the window at most. */
async function expectWidth(dialog: Locator): Promise<void> {
  expect((await dialog.boundingBox())?.width).toBe(1000);
  const page = dialog.page();
  await page.setViewportSize({ width: 800, height: 800 });
  await expect.poll(async () => (await dialog.boundingBox())?.width ?? 0).toBeLessThanOrEqual(800);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('A 2, 4, 8: manage image sets: only a confirmed action runs; its failure says so', async ({ page }) => {
  await signIn(page, 'admin');
  const versions = `<versions><version id="${SET.slice(0, 6)}QESFB0A0F4" label="a"/></versions>`;
  await upload(page, { [`meta-${SET}.zip`]: await zip({ [`${SET}/versions.xml`]: versions }) });
  const sent: string[] = [];
  // The dialog first asks what would be deleted.
  const acts = /\/admin\/dis\/8DG(?!.*\/deletion$)/;
  page.on('request', (request) => {
    if (acts.test(request.url())) sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto('/admin/manage-image-sets');
  await expect(page.getByRole('columnheader')).toHaveText(['disId', 'Copy', 'Rename', 'Delete']);
  const row = page.getByRole('row').filter({ hasText: SET });
  for (const action of ['Copy', 'Rename', 'Delete'] as const) {
    await row.getByRole('button', { name: action }).click();
    const dialog = page.getByRole('dialog', { name: `${action} image set ${SET}` });
    await expectWidth(dialog);
    await expect(dialog.getByRole('button')).toHaveText(['Cancel', action]);
    if (action === 'Delete') {
      const warning = dialog.getByText('Warning: This cannot be undone');
      const [red = 0, green = 255] =
        (await warning.evaluate((one) => getComputedStyle(one).color)).match(/\d+/g)?.map(Number) ?? [];
      expect(red).toBeGreaterThan(green + 100);
    } else await expect(dialog.getByLabel('Target name')).toHaveValue(SET);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  }
  expect(sent).toEqual([]);

  await page.route(acts, (route) => route.fulfill(REFUSED));
  for (const action of ['Copy', 'Rename', 'Delete'] as const) {
    await row.getByRole('button', { name: action }).click();
    if (action !== 'Delete') await page.getByLabel('Target name').fill('8DG2A5xxxxxxxxxx');
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
    await expect(page.getByText(`${action} of ${SET} failed!`)).toBeVisible();
  }
  await page.route('**/test/dis/shortStatus', (route) => route.fulfill(REFUSED));
  await page.reload();
  await expect(page.getByText('Could not load dis idss: It is in use.')).toBeVisible();
});

test('A 2, 8: global configs: two columns, the text in a dialog of 1000 pixels, a failed list says so', async ({
  page,
}) => {
  await signIn(page, 'admin', '/admin/manage-global-configs');
  await expect(page.getByRole('heading', { name: 'Manage global configs' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Select xml-file/s to upload' })).toBeVisible();
  const countries = '<countries><country code="DE" name="Germany" locale="de-DE"/></countries>';
  await page
    .getByLabel('Configuration files')
    .setInputFiles([{ name: 'country_list_dialogs.xml', mimeType: 'text/xml', buffer: Buffer.from(countries) }]);
  await expect(page.getByText('0 %')).toBeVisible();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('columnheader')).toHaveText(['File Name', 'File content']);
  await page
    .getByRole('row')
    .filter({ hasText: 'country_list_dialogs.xml' })
    .getByRole('button', { name: 'Show' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'File Content' });
  await expect(dialog).toContainText('<country code="DE"');
  await expectWidth(dialog);
  await expect(dialog.getByRole('button')).toHaveText(['Cancel']);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Test area').click();
  await expect(page.getByRole('option')).toHaveText(['Embargo', 'Pre-Prod', 'Prod']);
  await page.route('**/prod/**/global-files/status', (route) => route.fulfill(REFUSED));
  await page.getByRole('option', { name: 'Prod', exact: true }).click();
  await expect(page.getByText('Could not load global configs: It is in use.')).toBeVisible();
});

test('T 2.4: the mapping sorts by each of its four columns', async ({ page }) => {
  await signIn(page, 'embargo', '/dynamic/layers');
  for (const name of ['Dynamic Image Set', 'Redirect', 'Version', 'Version Name']) {
    const head = page.getByRole('columnheader').filter({ has: page.getByRole('button', { name, exact: true }) });
    await head.getByRole('button', { name, exact: true }).click();
    await expect(head).toHaveAttribute('aria-sort', /^(ascending|descending)$/);
  }
});

test('A 2: a configuration file has a history with a way back, and Prod asks before it changes', async ({ page }) => {
  await signIn(page, 'admin');
  const countries = (...names: string[]) =>
    `<countries>\n${names.map((name) => `  <country code="DE" name="${name}"/>`).join('\n')}\n</countries>`;
  const name = 'country_list_history.xml';
  await page.goto('/admin/manage-global-configs?area=prod');
  const confirm = page.getByRole('button', { name: 'Upload to Prod' });
  for (const names of [['Germany', 'Deutschland'], ['Germany']]) {
    await page
      .getByLabel('Configuration files')
      .setInputFiles([{ name, mimeType: 'text/xml', buffer: Buffer.from(countries(...names)) }]);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name, exact: false }).click();
    if (names.length === 1) await expect(page.locator('del')).toContainText('Deutschland');
    await expectNoA11yProblems(page);
    await confirm.click();
    await expect(page.getByText(`${name} is active in Prod.`)).toBeVisible();
  }
  await page.getByTitle(`History of ${name}`).click();
  const history = page.getByRole('dialog', { name: `History of ${name} in Prod` });
  await expect(history.getByRole('row')).toHaveCount(3);
  await history.getByRole('button', { name: 'Changes' }).first().click();
  await expect(history.locator('del')).toContainText('Deutschland');
  await expectNoA11yProblems(page);
  await history.getByRole('button', { name: 'Restore …' }).click();
  const question = page.getByRole('dialog', { name: `Restore ${name} in Prod` });
  await expect(question.locator('ins')).toContainText('Deutschland');
  await question.getByRole('button', { name: 'Restore in Prod' }).click();
  await expect(history.getByRole('row')).toHaveCount(4);
  await history.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('dialog', { name: 'File Content' })).toContainText('Deutschland');
});
