/** Compare, contact sheet and what waits for promotion (beyond the specification), in the browser, on sets of their own. */
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { zip } from './packs.ts';

test.describe.configure({ mode: 'serial' });

const SET = '4CM1A5xxxxxxxxxx';
const HIDDEN = '4CM2A5xxxxxxxxxx';
const VERSION = '4CM1A5QESFB0A0F4';
const WIDTH = 320;
const HEIGHT = 180;

const meta = (disId: string) =>
  zip({
    [`${disId}/asset-profile.xml`]: `<assetProfile><viewport name="exterior"><angle name="001"/><angle name="002"/>
      <resolution name="HD" width="${WIDTH}" height="${HEIGHT}"/></viewport></assetProfile>`,
    [`${disId}/versions.xml`]: `<versions><version id="${disId.slice(0, 6)}QESFB0A0F4" label="Sport 100"/></versions>`,
    [`${disId}/features.xml`]: `<features><category name="Exterior">
      <family id="0M" label="Colour"><feature id="0MM00N9V" label="Perla Nera"/><feature id="0MP00NWP" label="Banquise white"/></family>
      <family id="ZH" label="Wheels"><feature id="ZHYK" label="17 inch"/></family></category>
      <standards><standard feature="0MM00N9V"/></standards></features>`,
    [`${disId}/layers-ext.xml`]:
      '<layers><family name="body"><layer name="black" z="1"/><layer name="white" z="1"/></family></layers>',
    [`${disId}/rules-ext.xml`]:
      '<rules><family name="body"><rule layer="white" when="0MP00NWP"/><rule layer="black"/></family></rules>',
  });

/** 80 x 80 pixels of a colour on a transparent canvas */
const box = (colour: string) =>
  sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: { create: { width: 80, height: 80, channels: 4, background: colour } }, left: 40, top: 40 }])
    .png()
    .toBuffer();

/** @param second the black body's colour from the second angle */
async function pictures(second: string): Promise<Buffer> {
  const [black, other, white] = await Promise.all([box('#202020'), box(second), box('#f4f4f4')]);
  return zip({ '001/black.png': black, '002/black.png': other, '001/white.png': white, '002/white.png': white });
}

async function promote(page: Page, disId: string, target: 'Pre-Prod' | 'Prod'): Promise<void> {
  await page.goto(`/promote/dynamic?name=${disId}&direction=embargo-${target === 'Prod' ? 'prod' : 'preprod'}`);
  const row = page.getByRole('row').filter({ hasText: disId });
  await row.getByRole('button', { name: 'Promote All' }).click();
  await page.getByRole('button', { name: `Promote to ${target}` }).click();
  await expect(row.getByRole('cell').nth(target === 'Prod' ? 4 : 3)).toHaveText(/^\d\d\.\d\d\.\d{4}/);
}

// What other tests count in Pre-Prod must not be ours.
test.afterAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, 'admin');
  const session = await page.request.get('/api/v2/public/session');
  const { token } = (await session.json()) as { token: string };
  for (const disId of [SET, HIDDEN]) {
    await page.request.delete(`/api/v2/admin/dis/${disId}`, { headers: { 'x-csrf-token': token } });
  }
  await page.close();
});

test('the same configuration in two areas: side by side, difference with its share, threshold, swipe', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await upload(page, { [`meta-${SET}.zip`]: await meta(SET), [`image-ext-${SET}.zip`]: await pictures('#202020') });
  await promote(page, SET, 'Pre-Prod');
  // In embargo the second angle becomes a little lighter.
  await upload(page, { [`image-ext-${SET}.zip`]: await pictures('#2a2020') });

  await page.goto(`/dynamic/options?disId=${SET}&version=${VERSION}&test=true`);
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'Compare', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Test area')).toHaveText('Embargo area');
  await expect(page.getByLabel('Area to compare with')).toHaveText('Pre-Prod area');
  await expect(page.getByText('1 of 2 angles differ.')).toBeVisible();
  const first = page.getByRole('figure', { name: `Exterior 001: ${VERSION}, Embargo, Pre-Prod` });
  const second = page.getByRole('figure', { name: `Exterior 002: ${VERSION}, Embargo, Pre-Prod` });
  await expect(first).toContainText('No pixel differs');
  await expect(second).toContainText('11,11 % differ (6.400 of 57.600 pixels)');
  await expect(second.getByAltText('Exterior 002: Embargo')).toBeVisible();
  await expect(second.getByAltText('Exterior 002: Pre-Prod')).toBeVisible();
  await expectNoA11yProblems(page);

  // Keys choose the view, and the address keeps it.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('3');
  await expect(page).toHaveURL(/view=difference/);
  const marked = second.getByRole('img', { name: /^What differs in Exterior 002/ });
  const at = (x: number, y: number) =>
    marked.evaluate(
      (canvas: HTMLCanvasElement, place) => [
        ...(canvas.getContext('2d')?.getImageData(place.x, place.y, 1, 1).data ?? []),
      ],
      { x, y },
    );
  await expect.poll(() => at(60, 60)).toEqual([214, 0, 110, 255]);
  expect(await at(5, 5)).toEqual([255, 255, 255, 255]);
  await expectNoA11yProblems(page);

  // The change is 10 of 255: with that threshold, nothing differs.
  const threshold = page.getByRole('slider', { name: /^Ignore differences/ });
  await threshold.focus();
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight');
  await expect(page.getByText('All 2 angles are alike.')).toBeVisible();
  await expect(page).toHaveURL(/threshold=10/);

  await page.getByRole('button', { name: 'Swipe' }).click();
  const edge = page.getByRole('slider', { name: /^Edge at/ });
  await edge.focus();
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(/at=0/);
  await expectNoA11yProblems(page);
  await page.reload();
  await expect(page.getByText('Edge at 0 %')).toBeVisible();
  await expect(page.getByText('All 2 angles are alike.')).toBeVisible();
});

test('two choices of one area; a set that the other area lacks is said so; swapping sides', async ({ page }) => {
  await signIn(page, 'embargo', `/dynamic/compare?disId=${SET}&withArea=prod&test=true`);
  await expect(page.getByText(`Prod has no image set ${SET}.`)).toBeVisible();
  await page.goto(`/dynamic/compare?disId=${SET}&withArea=preprod&test=true`);
  // Without a version the set's first one is compared.
  await expect(page.getByText('1 of 2 angles differ.')).toBeVisible();
  await page.getByRole('button', { name: 'Swap the two sides' }).click();
  await expect(page.getByLabel('Test area')).toHaveText('Pre-Prod area');
  await expect(page.getByText('1 of 2 angles differ.')).toBeVisible();
});

test('T 6: to a tester embargo is as if it were not there', async ({ page }) => {
  await signIn(page, 'admin');
  await upload(page, {
    [`meta-${HIDDEN}.zip`]: await meta(HIDDEN),
    [`image-ext-${HIDDEN}.zip`]: await pictures('#202020'),
  });
  await page.context().clearCookies();
  await signIn(page, 'tester');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  for (const link of [
    `/dynamic/compare?area=embargo&withArea=preprod&disId=${SET}&test=true`,
    `/dynamic/compare?area=preprod&withArea=embargo&disId=${SET}&test=true`,
  ]) {
    await page.goto(link);
    await expect(page.getByLabel('Test area')).toHaveText('Pre-Prod area');
    await expect(page.getByLabel('Area to compare with')).toHaveText('Prod area');
    await expect(page.getByText(`Prod has no image set ${SET}.`)).toBeVisible();
  }
  await page.goto(`/dynamic/compare?area=preprod&disId=${SET}&withDisId=${HIDDEN}&withArea=preprod&test=true`);
  await expect(page.getByText(`Pre-Prod has no image set ${HIDDEN}.`)).toBeVisible();
  await page.goto(`/dynamic/sheet?area=embargo&disId=${SET}&test=true`);
  await expect(page.getByRole('table', { name: 'Colours' })).toContainText('Pre-Prod');
  expect(requests.filter((path) => path.startsWith('/embargo'))).toEqual([]);
});

test('the contact sheet: all colours from all angles, links to their options, rows of versions and of another family', async ({
  page,
}) => {
  await signIn(
    page,
    'embargo',
    `/dynamic/sheet?area=embargo&disId=${SET}&options=${encodeURIComponent('["ZHYK"]')}&test=true`,
  );
  const sheet = page.getByRole('table', { name: 'Colours' });
  await expect(sheet.getByRole('row')).toHaveCount(4);
  await expect(sheet).toContainText(`${SET} · ${VERSION} · Sport 100`);
  await expect(sheet).toContainText('Embargo · exterior · with ZHYK');
  for (const name of ['Exterior 001: Perla Nera', 'Exterior 002: Perla Nera', 'Exterior 002: Banquise white']) {
    const image = sheet.getByAltText(name);
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(WIDTH);
  }
  await expectNoA11yProblems(page);

  // Printing asks for every picture first, and prints the table alone.
  await page.evaluate(() => {
    const target = window as unknown as { printed: number };
    target.printed = 0;
    window.print = () => {
      target.printed += 1;
    };
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Contact sheet' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.getByLabel('Rows').click();
  await page.getByRole('option', { name: 'Versions' }).click();
  const versions = page.getByRole('table', { name: 'Versions' });
  await expect(versions).toContainText('Embargo · exterior · with ZHYK');
  const version = versions.getByAltText('Exterior 002: Sport 100');
  await expect.poll(() => version.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(WIDTH);
  await expectNoA11yProblems(page);
  await page.reload();
  await expect(versions).toContainText(VERSION);
  await page.getByLabel('Rows').click();
  await page.getByRole('option', { name: 'Exterior (ZH)' }).click();
  await expect(page).toHaveURL(/family=ZH/);
  await page.getByRole('table', { name: 'Exterior' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Test mapping rules' })).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: 'ZH' }).getByRole('radio', { name: /^ZHYK/ })).toBeChecked();
});

test('T 2.6, 4.4: which sets wait for promotion, at a glance', async ({ page }) => {
  await signIn(page, 'admin', '/status/dynamic?name=4CM');
  const waiting = page.getByRole('group', { name: 'Waiting for promotion' });
  await expect(waiting).toHaveText('All 2Waiting for Pre-Prod 2Waiting for Prod 0In Prod 0');
  await promote(page, SET, 'Pre-Prod');
  await page.goto('/status/dynamic?name=4CM');
  await waiting.getByRole('button', { name: 'Waiting for Prod 1' }).click();
  await expect(page.getByRole('cell', { name: SET })).toBeVisible();
  await expect(page.getByRole('cell', { name: HIDDEN })).toHaveCount(0);
  await expect(page).toHaveURL(/waits=prod/);
  await expectNoA11yProblems(page);
});
