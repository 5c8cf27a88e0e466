/** The quality report in the browser (T 2.9), on a set of its own with faults of its own. */
import { expect, type Page, test } from '@playwright/test';
import { PASSWORD, startTestApp } from '../src/server/testing/testApp.ts';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { picture, zip } from './packs.ts';

test.describe.configure({ mode: 'serial' });

const SET = '3QR1A5xxxxxxxxxx';
const VERSION = '3QR1A5QESFB0A0F4';

const metaPack = () =>
  zip({
    [`${SET}/asset-profile.xml`]:
      '<assetProfile><viewport name="exterior"><angle name="001"/><angle name="002"/><resolution name="HD" width="320" height="180"/></viewport></assetProfile>',
    [`${SET}/versions.xml`]: `<versions><version id="${VERSION}" label="Report 100"/></versions>`,
    [`${SET}/features.xml`]: `<features><category name="Exterior">
      <family id="0M" label="Colour"><feature id="0MM00N9V" label="Perla Nera"/><feature id="0MM50NVH" label="Elixir Red"/></family>
      </category><category name="Interior"><family id="0P" label="Trim"><feature id="0P2H0RFX" label="Alcantara"/></family></category>
      <standards><standard feature="0MM00N9V"/><standard feature="0P2H0RFX"/></standards></features>`,
    [`${SET}/layers-ext.xml`]: '<layers><family name="body"><layer name="black" z="1"/></family></layers>',
    [`${SET}/rules-ext.xml`]: '<rules><family name="body"><rule layer="black" when="0MM00N9V"/></family></rules>',
  });

/** The report is made by a job, some moments after a delivery. */
async function openReport(page: Page): Promise<void> {
  await page.goto(`/quality/${SET}`);
  await expect(page.getByRole('heading', { name: `Quality report of ${SET}` })).toBeVisible();
  await expect(page.getByText(/every legal configuration of 1 version/)).toBeVisible();
}

test('T 2.9: the details of a set show its quality report as text, 1000 pixels wide', async ({ page }) => {
  await signIn(page, 'admin');
  await upload(page, {
    [`meta-${SET}.zip`]: await metaPack(),
    [`image-ext-${SET}.zip`]: await zip({
      '001/black.png': await picture('#101018'),
      '001/spoiler.png': await picture('#101018'),
    }),
  });
  await page.goto(`/status/dynamic?name=${SET}&open=${SET}`);
  await page.getByRole('button', { name: 'Show quality report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quality Report' });
  await expect(dialog.locator('pre')).toContainText(`Quality report of ${SET}`);
  await expect(dialog.locator('pre')).toContainText('2 errors, 1 warning');
  await expect(dialog.locator('pre')).toContainText(`For example ${VERSION} with 0MM50NVH.`);
  expect((await dialog.boundingBox())?.width).toBe(1000);
  await expectNoA11yProblems(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('the page groups the findings; filters live in the address', async ({ page }) => {
  await signIn(page, 'admin');
  await openReport(page);
  for (const name of ['Configurations without a layer', 'Angles without pictures', 'Pictures that no layer declares']) {
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
  await expectNoA11yProblems(page);
  await page.getByRole('button', { name: 'Warnings 1' }).click();
  await expect(page).toHaveURL(/severity=warning/);
  await expect(page.getByRole('heading', { name: 'Angles without pictures' })).toBeHidden();
  await page.reload();
  await expect(page.getByText(/No layer spoiler is declared/)).toBeVisible();
  await page.getByRole('button', { name: 'All 3' }).click();
  await page.getByLabel('Filter findings').fill('0MM50NVH');
  await expect(page.getByRole('heading', { name: 'Pictures that no layer declares' })).toBeHidden();
  await page.getByLabel('Filter findings').fill('nothing like it');
  await expect(page.getByText('No findings match the filters')).toBeVisible();
});

test('a finding leads to the configuration that shows it', async ({ page }) => {
  await signIn(page, 'admin');
  await openReport(page);
  await page.getByRole('link', { name: `Show ${VERSION} with 0MM50NVH` }).click();
  await expect(page).toHaveURL(/\/dynamic\/options\?.*0MM50NVH/);
  await expect(page.getByText('Elixir Red')).toBeVisible();
  await page.goBack();
  // An angle without pictures has no configuration: the form is filled in, for a person to continue.
  const angle = page.getByRole('listitem').filter({ hasText: 'without any picture' });
  await angle.getByRole('link', { name: 'Show the set' }).click();
  await expect(page).toHaveURL(/\/dynamic\/validate\?/);
  await expect(page.getByLabel(/Dynamic Image Set Id/)).toHaveValue(SET);
});

test('an area that lacks the set says so', async ({ page }) => {
  await signIn(page, 'admin', `/quality/${SET}?area=prod`);
  await expect(page.getByRole('main').getByText(/There is no image set/)).toBeVisible();
});

test('A 9: without the feature flag there is no button', async ({ page }) => {
  await page.route('**/assets/config/config.json', async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as object;
    await route.fulfill({ json: { ...json, FEATURE_QUALITY_REPORT_ENABLED: false } });
  });
  await signIn(page, 'admin', `/status/dynamic?name=${SET}&open=${SET}`);
  await expect(page.getByRole('button', { name: 'Show meta files' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show quality report' })).toBeHidden();
});

test('A 9: with FEATURE_QUALITY_REPORT_ENABLED off there is no button, and the page says why', async ({ page }) => {
  const server = await startTestApp();
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  try {
    await server.deliver(`meta-${SET}.zip`, await metaPack());
    await page.goto(`${address}/status/dynamic?open=${SET}`);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: 'Show meta files' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show quality report' })).toHaveCount(0);
    await page.goto(`${address}/quality/${SET}`);
    await expect(page.getByRole('main').getByText(/FEATURE_QUALITY_REPORT_ENABLED is off/)).toBeVisible();
  } finally {
    await server.stop();
  }
});
