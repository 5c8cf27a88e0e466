/** The test screens to the letter (T 2.1, 2.2, 2.3, 2.10, 4.1, 4.2, 9): angles, tiles, trees, models, areas. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn, unfoldForm, upload } from './app.ts';
import { picture, zip } from './packs.ts';

test.describe.configure({ mode: 'serial' });

const SET = '6TP1A5xxxxxxxxxx';
const OTHER = '6TP2A5xxxxxxxxxx';
const VERSION = '6TP1A5QESFB0A0F4';
const ANGLES = ['001', '002', '003', '004', '005', '006', '007', '008'];
const LONG = 'Nineteen inch alloy wheels, diamond cut, with bolts that lock, for the winter and the summer';

const meta = {
  'asset-profile.xml': `<assetProfile>
    <viewport name="exterior">${ANGLES.map((name) => `<angle name="${name}"/>`).join('')}
      <resolution name="HD" width="320" height="180"/><resolution name="thumb" width="160" height="90" angles="001 002"/></viewport>
    <viewport name="interior"><angle name="i01"/><resolution name="panorama" width="320" height="180"/></viewport></assetProfile>`,
  'versions.xml': `<versions>
    <version id="6TP1A5RESFB0A0F4" label="Zulu"/><version id="${VERSION}" label="Alpha 100"/></versions>`,
  'features.xml': `<features>
    <category name="Exterior"><family id="0M" label="Colour"><feature id="0MM00N9V" label="Perla Nera"/></family>
      <family id="ZH" label="Wheels"><feature id="ZH8P" label="16 inch"/></family></category>
    <category name="Interior"><family id="0P" label="Trim"><feature id="0P2H0RFX" label="Alcantara"/></family></category>
    <standards><standard feature="0MM00N9V"/><standard feature="0P2H0RFX"/></standards></features>`,
  'layers-ext.xml': `<layers><family name="body"><layer name="body" z="1"/></family>
    <family name="wheels"><layer name="wheels_16" z="2"/><layer name="wheels_19" z="2" description="${LONG}"/></family></layers>`,
  'rules-ext.xml':
    '<rules><family name="body"><rule layer="body"/></family><family name="wheels"><rule layer="wheels_16"/></family></rules>',
  'layers-int.xml': '<layers><family name="dash"><layer name="dash" z="1"/></family></layers>',
  'rules-int.xml': '<rules><family name="dash"><rule layer="dash"/></family></rules>',
};

const packs = async () => {
  const [one, two] = await Promise.all([picture('#446688'), picture('#886644')]);
  const exterior = ANGLES.flatMap((angle) =>
    ['body', 'wheels_16', 'wheels_19'].map((layer) => [`${angle}/${layer}.png`, layer === 'body' ? one : two]),
  );
  return {
    [`meta-${SET}.zip`]: await zip(
      Object.fromEntries(Object.entries(meta).map(([name, xml]) => [`${SET}/${name}`, xml])),
    ),
    [`image-ext-${SET}.zip`]: await zip(Object.fromEntries(exterior) as Record<string, Buffer>),
    [`image-int-${SET}.zip`]: await zip({ 'i01/dash.png': one }),
    [`meta-${OTHER}.zip`]: await zip({
      [`${OTHER}/versions.xml`]: '<versions><version id="6TP2A5QESFB0A0F4" label="b"/></versions>',
    }),
  };
};

test('T 2.1, 4.1, 9: six of eight angles; a resolution sets angles and size; the viewport its resolutions', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await upload(page, await packs());
  await page.goto('/dynamic/validate');
  const id = page.getByRole('combobox', { name: 'Enter Dynamic Image Set Id' });
  await id.fill('6tp');
  await expect(page.getByRole('option')).toContainText([SET, OTHER]);
  await page.getByRole('option', { name: SET }).click();
  // The versions ascend, whatever their order in the file; the model is there for this test.
  await page.getByRole('combobox', { name: 'Select version' }).click();
  await expect(page.getByRole('option')).toHaveText([`${VERSION} - Alpha 100`, '6TP1A5RESFB0A0F4 - Zulu']);
  await page.getByRole('option', { name: 'Alpha' }).click();
  await expect(page.getByLabel('Select resolution')).toHaveText('HD (320 × 180)');
  await expect(page.getByLabel('Select preview angles')).toHaveText(ANGLES.slice(0, 6).join(', '));
  await page.getByRole('button', { name: 'Validate' }).click();
  const tiles = page.getByRole('figure');
  await expect(tiles).toHaveCount(6);
  for (const [at, angle] of ANGLES.slice(0, 6).entries()) await expect(tiles.nth(at)).toContainText(angle);
  await expect(page.getByAltText('Exterior 006')).toBeVisible();
  // As wide as the picture and no wider.
  for (const tile of await tiles.all()) expect((await tile.boundingBox())?.width).toBeLessThanOrEqual(322);

  await unfoldForm(page);
  await page.getByLabel('Select preview angles').click();
  await page.getByRole('option', { name: '001' }).click();
  await page.getByRole('option', { name: '008' }).click();
  await page.keyboard.press('Escape');
  await expect(tiles).toHaveCount(6);
  await expect(page.getByAltText('Exterior 008')).toBeVisible();
  await expect(page.getByAltText('Exterior 001')).toHaveCount(0);

  await page.getByLabel('Select resolution').click();
  await page.getByRole('option', { name: /^thumb/ }).click();
  await expect(page.getByLabel('Select preview angles')).toHaveText('001, 002');
  await expect(tiles).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Exterior 001' })).toHaveAttribute('href', /size=thumb/);
  expect((await tiles.first().boundingBox())?.width).toBeLessThanOrEqual(162);
  await page.getByRole('radio', { name: 'interior' }).check();
  await expect(page.getByLabel('Select resolution')).toHaveText('panorama (320 × 180)');
  await expect(page.getByAltText('Interior i01')).toBeVisible();
  await expectNoA11yProblems(page);
});

test('T 2.2, 4.2, 9: the layers tree: sources, none at the end, cut at 80, indent 30; a click changes pictures', async ({
  page,
}) => {
  await signIn(page, 'admin', `/dynamic/validate?disId=${SET}&version=${VERSION}&test=true`);
  const side = page.getByRole('complementary', { name: 'Layers' });
  for (const label of [
    'Target exterior layers source',
    'Exterior rules source',
    'Interior layers source',
    'Interior rules source',
  ]) {
    await expect(side.getByRole('term').filter({ hasText: label })).toBeVisible();
  }
  await expect(side.getByRole('definition')).toHaveText([SET, SET, SET, SET]);
  const wheels = page.getByRole('radiogroup', { name: 'wheels' });
  await expect(wheels.getByRole('radio')).toHaveCount(3);
  await expect(wheels.locator('label').last()).toHaveText('none');
  await expect(wheels.locator('label').nth(1)).toContainText(`${LONG.slice(0, 80)}...`);
  await expect(wheels.locator('label').nth(1)).toHaveAttribute('title', LONG);
  const indent = await wheels.evaluate((group) => {
    const family = group.parentElement as HTMLElement;
    return group.getBoundingClientRect().left - family.getBoundingClientRect().left;
  });
  expect(indent).toBe(30);

  const link = page.getByRole('link', { name: 'Exterior 001' });
  await expect(link).toHaveAttribute('href', /layers=body%2Cwheels_16$/);
  await wheels.getByRole('radio', { name: /^wheels_19/ }).click();
  await expect(link).toHaveAttribute('href', /layers=body%2Cwheels_19$/);
  // Clicking again takes the choice back. With nothing chosen, the preselected layers are painted.
  await wheels.getByRole('radio', { name: /^wheels_19/ }).click();
  await expect(wheels.getByRole('radio', { name: 'none' })).toBeChecked();
  await expect(link).toHaveAttribute('href', /layers=body$/);
  await page.getByRole('radiogroup', { name: 'body' }).getByRole('radio', { name: 'none' }).click();
  await expect(link).toHaveAttribute('href', /layers=body%2Cwheels_16$/);
  // The model is the driver type of the pictures.
  await unfoldForm(page);
  await page.getByRole('radio', { name: 'RHD' }).check();
  await expect(link).toHaveAttribute('href', /driverType=RHD/);
  await expect(link).toHaveAttribute('href', /viewport=ext&/);
});

test('T 2.1: another area starts the form anew, with its own sets', async ({ page }) => {
  await signIn(page, 'embargo');
  for (const screen of ['validate', 'options']) {
    await page.goto(`/dynamic/${screen}?disId=${SET}&version=${VERSION}&test=true`);
    await expect(page.getByAltText('Exterior 001')).toBeVisible();
    await page.getByLabel('Test area').click();
    await expect(page.getByRole('option')).toHaveText(['Embargo area', 'Pre-Prod area', 'Prod area']);
    await page.getByRole('option', { name: 'Prod area', exact: true }).click();
    const id = page.getByRole('combobox', { name: 'Enter Dynamic Image Set Id' });
    await expect(id).toHaveValue('');
    await expect(id).toBeEnabled();
    await id.fill('6tp');
    await expect(page.getByText('No image set matches')).toBeVisible();
  }
});

test('T 2.3: the features tree: category, class, feature; the four targets; a click keeps what is in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 480 });
  await signIn(page, 'embargo', `/dynamic/options?disId=${SET}&version=${VERSION}&test=true`);
  const side = page.getByRole('complementary', { name: 'Features' });
  await expect(side.getByRole('term')).toHaveText([
    'Target exterior layers',
    'Target exterior rules',
    'Target interior layers',
    'Target interior rules',
  ]);
  await expect(side.locator('summary')).toHaveText(['Exterior', 'Colour · 0M', 'Wheels · ZH', 'Interior', 'Trim · 0P']);
  await expect(page.getByRole('radiogroup', { name: /0P$/ }).getByText('none')).toHaveCount(0);
  await expect(page.getByAltText('Exterior 006')).toBeAttached();
  await page.getByAltText('Exterior 006').scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(0);
  await page.getByRole('radiogroup', { name: /ZH$/ }).getByRole('radio', { name: /^ZH8P/ }).check();
  await expect(page.getByRole('link', { name: 'Exterior 006' })).toHaveAttribute('href', /options=ZH8P/);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
});

test('the viewer turns a car of eight angles by mouse, by touch and by keys', async ({ page }) => {
  await signIn(page, 'admin', `/dynamic/validate?disId=${SET}&version=${VERSION}&test=true`);
  await page.getByRole('button', { name: /^Enlarge Exterior 001/ }).click();
  const viewer = page.getByRole('dialog', { name: 'Picture viewer' });
  const shown = viewer.getByRole('heading');
  await expect(shown).toHaveText('001');
  await expect(viewer.getByRole('img')).toBeVisible();
  const box = await viewer.locator('[data-stage]').boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 90, y, { steps: 9 });
  await page.mouse.up();
  await expect(shown).toHaveText('003');

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch('touchStart', x);
  for (let by = 10; by <= 130; by += 10) await touch('touchMove', x - by);
  await touch('touchEnd');
  await expect(shown).toHaveText('008');

  await page.keyboard.press('ArrowRight');
  await expect(shown).toHaveText('001');
  await page.keyboard.press('ArrowLeft');
  await expect(shown).toHaveText('008');
});
