/**
 * How the screens look where it can be measured: areas in their colours, pictures on a ground of the look that never jump,
 * skeletons, what waits at a glance; and the forms and trees by keyboard alone. Answers are made up.
 */
import { expect, type Page, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';
import { picture } from './packs.ts';

const SET = '9LK1xxxxxxxxxxxx';
const ANGLES = ['001', '002', '003', '004', '005', '006'];
const layers = ['red', 'blue'].map((name) => ({ familyName: 'body', name, description: `All ${name}` }));
const targets = {
  extLayerSourceDisId: SET,
  extRulesSourceDisId: SET,
  intLayerSourceDisId: SET,
  intRulesSourceDisId: SET,
};

/** Answers each call about a set that does not exist. @param paint answers calls for pictures */
async function answerSet(page: Page, paint: (layers: string) => Promise<Buffer>): Promise<void> {
  const json = (pattern: RegExp, body: unknown) => page.route(pattern, (route) => route.fulfill({ json: body }));
  await json(/\/test\/dis$/, [SET, '9LK2xxxxxxxxxxxx']);
  await json(/\/validateViews$/, { isExteriorValid: true, isInteriorValid: false });
  await json(/\/test\/versions\?/, [
    { versionId: '9LK1AAAAAAAAAAAA', versionLabel: 'First' },
    { versionId: '9LK1BBBBBBBBBBBB', versionLabel: 'Second' },
  ]);
  await json(/\/resolutions\?/, [{ resolutionName: 'HD', angleNameList: ANGLES, width: 1280, height: 720 }]);
  await json(/\/test\/dis\/[^/]+\/layers\?/, layers);
  await json(/\/test\/versions\/[^/]+\/layers\?/, [layers[0]]);
  await json(/\/targetNames$/, targets);
  await page.route(/\/image\/dis\/[^/]+\/image\?/, async (route) =>
    route.fulfill({
      body: await paint(new URL(route.request().url()).searchParams.get('layers') ?? ''),
      contentType: 'image/png',
    }),
  );
}

test('a test screen by keyboard alone: set, version, Validate, a layer', async ({ page }) => {
  await signIn(page, 'admin');
  const red = await picture('#aa3333');
  await answerSet(page, async () => red);
  await page.goto('/dynamic/validate');
  await expect(page.getByText('Choose an image set to see what it is made of.')).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('9lk1');
  await expect(page.getByRole('option')).toContainText([SET]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const version = page.getByRole('combobox', { name: 'Select version' });
  await expect(version).toBeVisible();
  await version.focus();
  await page.keyboard.type('second');
  await expect(page.getByRole('option')).toHaveText(['9LK1BBBBBBBBBBBB - Second']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(version).toHaveValue(/^9LK1/);
  await page.keyboard.press('Enter');
  const body = page.getByRole('radiogroup', { name: 'body' });
  await expect(body.getByRole('radio', { name: /^red/ })).toBeChecked();
  await body.getByRole('radio', { name: /^red/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(body.getByRole('radio', { name: /^blue/ })).toBeChecked();
  await expect(body.getByRole('radio', { name: /^blue/ })).toBeFocused();
  // The focus shows: a frame around the whole leaf.
  const frame = body.locator('label', { has: page.getByRole('radio', { name: /^blue/ }) });
  await expect(frame).toHaveCSS('outline-style', 'solid');
  await page.locator('summary').filter({ hasText: 'body' }).focus();
  await page.keyboard.press('Enter');
  await expect(body).toBeHidden();
});

test('pictures: on a ground that suits the look, in their place before they are there, dimmed until they change', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, 'admin');
  const [red, blue] = await Promise.all([picture('#aa3333'), picture('#3333aa')]);
  let go: () => void = () => {};
  let held = new Promise<void>((resolve) => {
    go = resolve;
  });
  let painted = 0;
  await answerSet(page, async (wanted) => {
    await held;
    painted += 1;
    return wanted === 'blue' ? blue : red;
  });
  await page.goto(`/dynamic/validate?disId=${SET}&version=9LK1AAAAAAAAAAAA&test=true`);
  const tiles = page.getByRole('figure');
  await expect(tiles).toHaveCount(6);
  const ground = tiles.first().locator('> div');
  await expect(ground).toHaveCSS('background-image', /conic-gradient\(rgb\(61, 71, 77\).*rgb\(74, 85, 92\)/);
  const places = async () => JSON.stringify(await Promise.all((await tiles.all()).map((tile) => tile.boundingBox())));
  const before = await places();
  go();
  const first = page.getByAltText('Exterior 001');
  await expect(first).toBeVisible();
  expect(await places()).toBe(before);
  // Two for each tile: the JPEG that stands first, and the one with transparency that takes its place.
  await expect.poll(() => painted).toBe(12);
  await page.waitForTimeout(1000);
  expect(await places()).toBe(before);
  const shown = await first.getAttribute('src');

  held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.getByRole('radio', { name: /^blue/ }).click();
  await expect(first).toHaveCSS('opacity', '0.45');
  expect(await first.getAttribute('src')).toBe(shown);
  expect(await places()).toBe(before);
  go();
  await expect(first).toHaveCSS('opacity', '1');
  await expect(first).not.toHaveAttribute('src', shown ?? '');
  expect(await places()).toBe(before);
});

test('each area has its colour and its word; whoever sees embargo sees it at once', async ({ page }) => {
  await signIn(page, 'admin');
  await page.route(/\/lcdvMapping$/, (route) => route.fulfill({ json: [] }));
  for (const [look, colours] of [
    ['light', ['rgb(179, 38, 30)', 'rgb(138, 90, 0)', 'rgb(27, 110, 60)']],
    ['dark', ['rgb(255, 138, 128)', 'rgb(255, 200, 97)', 'rgb(116, 217, 154)']],
  ] as const) {
    await page.emulateMedia({ colorScheme: look });
    for (const [at, [area, word]] of [
      ['embargo', 'Embargo'],
      ['preprod', 'Pre-Prod'],
      ['prod', 'Prod'],
    ].entries()) {
      await page.goto(`/dynamic/layers?area=${area}`);
      const colour = colours[at] ?? '';
      const bar = page.locator('.MuiToolbar-root', { has: page.getByRole('heading', { level: 1 }) });
      await expect(bar).toHaveCSS('border-left-color', colour);
      await expect(bar).toHaveCSS('border-left-width', '6px');
      const select = page.getByLabel('Test area');
      await expect(select).toHaveText(word ?? '');
      await expect(page.locator('fieldset').first()).toHaveCSS('border-top-color', colour);
    }
  }
});

test('a table that loads shows skeletons in its rows; what an area shows stands in its cell', async ({ page }) => {
  await signIn(page, 'admin');
  let go: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const [old, later] = ['2026-03-01T10:00:00.000Z', '2026-03-02T10:00:00.000Z'];
  const row = (n: number, preprod: string | null, prod: string | null, content: object, upload = old) => ({
    disId: `9LK${n}xxxxxxxxxxxx`,
    lastModifiedDate: upload,
    lastPreprodPromoteDate: preprod,
    lastProdPromoteDate: prod,
    content: { embargo: 'same', ...content },
  });
  await page.route('**/test/dis/shortStatus', async (route) => {
    await held;
    await route.fulfill({
      json: [
        row(1, later, later, { preprod: 'same', prod: 'same' }),
        row(2, later, null, { preprod: 'picturesOlder', prod: 'absent' }),
        row(3, old, null, { preprod: 'older', prod: 'absent' }, later),
        row(4, null, null, { preprod: 'absent', prod: 'absent' }),
      ],
    });
  });
  await page.goto('/status/dynamic');
  const table = page.getByRole('table', { name: 'Dynamic image sets' });
  await expect(table.locator('.MuiSkeleton-root').first()).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  go();
  await expect(page.getByRole('button', { name: 'All 4', exact: true })).toBeVisible();
  const cells = table.getByRole('cell');
  await expect(cells.filter({ hasText: 'same as Embargo' })).toHaveCount(2);
  await expect(cells.filter({ hasText: 'pictures older' })).toHaveCount(1);
  await expect(cells.filter({ hasText: 'not there' })).toHaveCount(4);
  const rows = page.getByRole('row').filter({ hasText: '9LK' });
  await expect(rows).toHaveCount(4);
  for (const one of await rows.all()) await expect(one).toHaveCSS('height', '36px');
  await expectNoA11yProblems(page);
});
