/** The rules and messages of the test screens (T 2.1, 2.3, 4.1, 4.2, 5, 8), in the browser, on sets of their own. */
import { expect, type Page, test } from '@playwright/test';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { picture, zip } from './packs.ts';

test.describe.configure({ mode: 'serial' });

const RULES = '3TF1A5xxxxxxxxxx';
const BARE = '3TF2A5xxxxxxxxxx';
const INSIDE = '3TF3A5xxxxxxxxxx';
const VERSION = '3TF1A5QESFB0A0F4';

const profile = (viewport: string, angle: string) =>
  `<assetProfile><viewport name="${viewport}"><angle name="${angle}"/><resolution name="HD" width="320" height="180"/></viewport></assetProfile>`;
const versions = (disId: string) =>
  `<versions><version id="${disId.slice(0, 6)}QESFB0A0F4" label="Sport 100"/></versions>`;

const rulesPack = () =>
  zip({
    [`${RULES}/asset-profile.xml`]: profile('exterior', '001'),
    [`${RULES}/versions.xml`]: versions(RULES),
    [`${RULES}/features.xml`]: `<features><category name="Exterior">
      <family id="0M" label="Colour"><feature id="0MM00N9V" label="Perla Nera" description="${'Black as the night '.repeat(6)}"/></family>
      <family id="ZH" label="Wheels"><feature id="ZH8P" label="16 inch"/><feature id="ZH9P" label="17 inch" when="not WLN8"/></family>
      </category><category name="Interior">
      <family id="WL" label="Seats"><feature id="WLN8" label="Heated"/></family>
      </category><standards><standard feature="0MM00N9V"/><standard feature="ZH9P"/><standard feature="ZH8P"/></standards></features>`,
    [`${RULES}/layers-ext.xml`]: '<layers><family name="body"><layer name="body" z="1"/></family></layers>',
    [`${RULES}/rules-ext.xml`]: '<rules><family name="body"><rule layer="body"/></family></rules>',
  });

const insidePack = () =>
  zip({
    [`${INSIDE}/asset-profile.xml`]: profile('interior', 'i01'),
    [`${INSIDE}/versions.xml`]: versions(INSIDE),
    [`${INSIDE}/layers-int.xml`]: '<layers><family name="dash"><layer name="dash" z="1"/></family></layers>',
    [`${INSIDE}/rules-int.xml`]: '<rules><family name="dash"><rule layer="dash"/></family></rules>',
  });

const open = (page: Page, screen: string, disId: string, version = '') =>
  page.goto(`/dynamic/${screen}?disId=${disId}${version === '' ? '' : `&version=${version}&test=true`}`);

test('T 5: neither view valid: the form is disabled and says so', async ({ page }) => {
  await signIn(page, 'admin');
  await upload(page, {
    [`meta-${RULES}.zip`]: await rulesPack(),
    [`image-ext-${RULES}.zip`]: await zip({ '001/body.png': await picture('#446688') }),
    [`meta-${BARE}.zip`]: await zip({ [`${BARE}/versions.xml`]: versions(BARE) }),
    [`meta-${INSIDE}.zip`]: await insidePack(),
    [`image-int-${INSIDE}.zip`]: await zip({ 'i01/dash.png': await picture('#664422') }),
  });
  await open(page, 'validate', BARE);
  await expect(page.getByText(`Insufficient data was uploaded for exterior / interior view for ${BARE}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Validate' })).toBeDisabled();
  for (const name of ['exterior', 'interior']) await expect(page.getByRole('radio', { name })).toBeDisabled();
  await expectNoA11yProblems(page);
});

test('T 4.1, 5: the viewport is the valid one, the other cannot be chosen', async ({ page }) => {
  await signIn(page, 'admin');
  await open(page, 'validate', INSIDE);
  await expect(page.getByRole('radio', { name: 'interior' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'exterior' })).toBeDisabled();
});

test('T 4.1, 8: when the views cannot be loaded both count as valid', async ({ page }) => {
  await signIn(page, 'admin');
  await page.route('**/validateViews', (route) =>
    route.fulfill({ status: 500, json: { errorMessage: 'The store does not answer.' } }),
  );
  await open(page, 'validate', INSIDE);
  await expect(page.getByText('Could not load available views: The store does not answer.')).toBeVisible();
  for (const name of ['exterior', 'interior']) await expect(page.getByRole('radio', { name })).toBeEnabled();
});

test('T 2.3, 4.2: what is no longer offered is disabled and dropped, and enabled again', async ({ page }) => {
  await signIn(page, 'admin');
  await open(page, 'options', RULES, VERSION);
  const wheels = page.getByRole('radiogroup', { name: 'ZH' });
  const seats = page.getByRole('radiogroup', { name: 'WL' });
  // The leaf for no choice is italic and names the standard option; a long description is cut in the tooltip.
  await expect(wheels.locator('i')).toHaveText('none (ZH9P) 17 inch');
  const black = page.locator('label').filter({ hasText: '0MM00N9V' });
  await expect(black).toHaveText(/^0MM00N9V Perla Nera ?standard(Black as the night ?){6}$/);
  await expect(black).toHaveAttribute('title', /^.{80}\.\.\.$/);
  await expect(page.getByRole('radiogroup', { name: '0M' }).locator('i')).toHaveCount(0);

  await wheels.getByRole('radio', { name: /^ZH9P/ }).click();
  await seats.getByRole('radio', { name: /^WLN8/ }).click();
  await expect(page.getByText('No longer offered, so dropped: ZH9P')).toBeVisible();
  await expect(wheels.getByRole('radio', { name: /^ZH9P/ })).toBeDisabled();
  await expect(wheels.getByRole('radio', { name: /^none/ })).toBeChecked();
  await expect(wheels.locator('i')).toHaveText('none (ZH8P) 16 inch');

  // A double click on the chosen option leaves it chosen.
  await seats.getByRole('radio', { name: /^WLN8/ }).dblclick();
  await expect(seats.getByRole('radio', { name: /^WLN8/ })).toBeChecked();
  await seats.getByRole('radio', { name: /^none/ }).click();
  await expect(seats.getByRole('radio', { name: /^none/ })).toBeChecked();
  await expect(wheels.getByRole('radio', { name: /^ZH9P/ })).toBeEnabled();
  await expectNoA11yProblems(page);
});

test('T 8: features, standard options and pictures that cannot be loaded', async ({ page }) => {
  await signIn(page, 'admin');
  const failing = ['features', 'standards', 'imageFromOptions'];
  for (const call of failing) {
    await page.route(new RegExp(`/${call}\\?`), (route) =>
      route.fulfill({ status: 500, json: { message: `no ${call}` } }),
    );
  }
  await open(page, 'options', RULES, VERSION);
  await expect(page.getByText('Could not load features', { exact: true })).toBeVisible();
  await expect(page.getByText('Could not fetch features: no features')).toBeVisible();
  await expect(page.getByText('Could not fetch standard options: no standards')).toBeVisible();
  await expect(page.getByText('Could not load standard options', { exact: true })).toBeVisible();
  await expect(page.getByRole('note').getByText('no imageFromOptions')).toBeVisible();
  await expect(page.getByText('Could not load image: no imageFromOptions')).toBeVisible();
});

test('T 8: a tree that stands and cannot be brought up to date says so, and stays', async ({ page }) => {
  await signIn(page, 'admin');
  await open(page, 'options', RULES, VERSION);
  const wheels = page.getByRole('radiogroup', { name: 'ZH' });
  await expect(wheels).toBeVisible();
  await page.route(/\/features\?/, (route) => route.fulfill({ status: 500, json: { message: 'no features' } }));
  await wheels.getByRole('radio', { name: /^ZH9P/ }).click();
  await expect(page.getByText('Could not get features: no features')).toBeVisible();
  await expect(page.getByText('Could not reload features')).toBeVisible();
  await expect(wheels).toBeVisible();
});

test('T 5: the version is cut to 16 characters, and required', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto(`/dynamic/options?disId=${RULES}&version=${encodeURIComponent(`${VERSION} - Sport 100`)}`);
  const submit = page.getByRole('button', { name: 'Test', exact: true });
  await expect(submit).toBeEnabled();
  await page.getByRole('combobox', { name: 'Select version' }).dblclick();
  await expect(submit).toBeDisabled();
  // The test of layers needs no version.
  await open(page, 'validate', RULES);
  await expect(page.getByRole('button', { name: 'Validate' })).toBeEnabled();
});

test('T 2.1: a suggestion that is pressed right after typing is taken, also when the list is due to narrow meanwhile', async ({
  page,
}) => {
  await signIn(page, 'admin', '/dynamic/validate');
  await page.getByRole('combobox', { name: 'Enter Dynamic Image Set Id' }).fill('3tf3');
  // The list still offers everything: the pointer aims at the last one, and the button goes up after the list's 200 ms.
  const aimed = page.getByRole('option', { name: INSIDE });
  // A browser's first pointer move has no distance, as when a list opens below a pointer that rests.
  await page.mouse.move(5, 5);
  await aimed.hover();
  await page.mouse.down();
  await page.waitForTimeout(400);
  await page.mouse.up();
  await expect(page).toHaveURL(new RegExp(`disId=${INSIDE}`));
  await expect(page.getByRole('button', { name: 'Validate' })).toBeEnabled();
});

test('T 2.1: a press on the place that the list has just left chooses no car below it', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'admin', '/dynamic/validate');
  const field = page.getByRole('combobox', { name: 'Enter Dynamic Image Set Id' });
  const below = page.getByRole('list', { name: 'Image sets' }).getByRole('button');
  await expect(below.first()).toBeVisible();
  await field.click();
  const aimed = page.getByRole('option').last();
  await aimed.hover();
  const place = await aimed.boundingBox();
  const press = () => page.mouse.click((place?.x ?? 0) + 20, (place?.y ?? 0) + (place?.height ?? 0) / 2);
  await page.mouse.move(5, 5);
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await field.fill('3tf3');
  await page.clock.runFor(300);
  await expect(page.getByRole('option')).toHaveCount(1);
  await press();
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(field).toHaveValue('3tf3');
  expect(page.url()).not.toContain('disId');
  await page.clock.runFor(400);
  await expect(page.locator('[data-press-guard]')).toHaveCount(0);
});

test('T 2.1: a press in a long list that was scrolled hits its option', async ({ page }) => {
  await signIn(page, 'admin');
  const ids = Array.from({ length: 500 }, (_, i) => `9L${String(i).padStart(4, '0')}xxxxxxxxxx`);
  await page.route('**/embargo/api/v2/test/dis', (route) => route.fulfill({ json: ids }));
  await page.goto('/dynamic/validate');
  const field = page.getByRole('combobox', { name: 'Enter Dynamic Image Set Id' });
  for (const [text, number] of [
    ['', 199],
    ['9l', 120],
    ['9l03', 77],
  ] as const) {
    await field.click();
    await field.fill(text);
    // The list follows the text a moment later.
    await expect(page.getByRole('option').first()).toContainText(text.toUpperCase());
    const option = page.getByRole('option').nth(number);
    const id = (await option.textContent()) ?? '';
    await option.click();
    await expect(field).toHaveValue(id.trim());
    await page.getByRole('button', { name: 'Reset' }).click();
  }
});

test('T 8: a mapping that cannot be loaded, and one of an unknown set in the address', async ({ page }) => {
  await signIn(page, 'admin');
  await page.route('**/lcdvMapping', (route) => route.fulfill({ status: 503, json: { msg: 'Come back later.' } }));
  await page.goto('/dynamic/layers');
  await expect(page.getByText('Could not load mapping: Come back later.')).toBeVisible();
  await open(page, 'options', '9XX9XXxxxxxxxxxx', VERSION);
  await expect(page.getByText(/^Embargo has no image set 9XX9XXxxxxxxxxxx\./)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
