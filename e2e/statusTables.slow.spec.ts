/** The status and promotion tables to the letter (T 2.6 to 2.9, 4.4, 5, 9), on sets and packs of their own. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { SetStatus } from '../src/contract/index.ts';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { picture, zip } from './packs.ts';

test.describe.configure({ mode: 'serial' });

const SETS = ['5ST1A5xxxxxxxxxx', '5ST2A5xxxxxxxxxx'] as const;
const PACKS = ['static_tables_a.zip', 'static_tables_b.zip'] as const;
const DATE = /^\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d/;

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const heads = (page: Page, label: string) => page.getByRole('table', { name: label }).getByRole('columnheader');
/** @returns the day that the row's cell shows, so many days later: for the address, and as it is typed */
async function dayIn(cell: Locator, later = 0): Promise<{ iso: string; typed: string }> {
  await expect(cell).toHaveText(DATE);
  const [day, month, year] = ((await cell.textContent()) ?? '').slice(0, 10).split('.').map(Number);
  const iso = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, (day ?? 0) + later)).toISOString().slice(0, 10);
  return { iso, typed: iso.split('-').reverse().join('') };
}
const nothingFits = (page: Page) => page.getByText('No data matching the filters');

test('T 2.6, 4.4, 5, 9: status of dynamic sets: columns, filters joined, reset, one row open at a time', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const packs = SETS.map(async (id) => {
    const meta = await zip({
      [`${id}/versions.xml`]: `<versions><version id="${id.slice(0, 6)}QESFB0A0F4" label="a"/></versions>`,
    });
    return [`meta-${id}.zip`, meta] as const;
  });
  await upload(page, Object.fromEntries(await Promise.all(packs)));
  await page.goto('/status/dynamic');
  await expect(heads(page, 'Dynamic image sets')).toHaveText([
    'Upload',
    'Dynamic Image Set',
    'last Promotion to Pre-Prod',
    'last Promotion to Prod',
    '',
  ]);
  await expect(row(page, SETS[0]).getByRole('cell').first()).toHaveText(DATE);
  const filter = page.getByRole('searchbox', { name: 'Dynamic Image Set' });
  await filter.fill('5st');
  for (const id of SETS) await expect(row(page, id)).toBeVisible();
  await page.getByRole('columnheader', { name: 'Upload' }).getByRole('button').click();
  await expect(page.getByRole('columnheader', { name: 'Upload' })).toHaveAttribute('aria-sort', /ascending|descending/);

  // The day that the row shows is the day that filters it. Both ends count; text and days must both fit.
  await filter.fill('5st2');
  const uploaded = row(page, SETS[1]).getByRole('cell').first();
  const [before, today, after] = [await dayIn(uploaded, -1), await dayIn(uploaded), await dayIn(uploaded, 1)];
  await page.getByRole('group', { name: 'From Date' }).getByRole('spinbutton', { name: 'Day' }).press('Home');
  await page.keyboard.type(today.typed);
  await expect(page).toHaveURL(new RegExp(`from=${today.iso}`));
  await expect(row(page, SETS[1])).toBeVisible();
  await page.goto(`/status/dynamic?name=5st2&to=${today.iso}&from=${today.iso}`);
  await expect(row(page, SETS[1])).toBeVisible();
  for (const days of [`name=5st2&from=${after.iso}`, `name=5st2&to=${before.iso}`, `from=${today.iso}&name=zzz`]) {
    await page.goto(`/status/dynamic?${days}`);
    await expect(nothingFits(page)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page).not.toHaveURL(/from|to=|name/);
  await expect(filter).toHaveValue('');
  await expect(row(page, SETS[0])).toBeVisible();

  await page
    .getByRole('button', { name: `Expand ${SETS[0]}` })
    .or(page.getByRole('button', { name: /^Expand/ }).first())
    .first()
    .click();
  const time = await page
    .locator('.MuiCollapse-root')
    .first()
    .evaluate((one) => getComputedStyle(one).transitionDuration);
  expect(time).toBe('0.225s');
  await expect(page.getByRole('button', { name: 'Show meta files' })).toHaveCount(1);
  await row(page, SETS[1])
    .first()
    .click({ position: { x: 12, y: 12 } });
  await expect(page.getByRole('button', { name: /^Collapse/ })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Show meta files' })).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`open=${SETS[1]}`));
  await page.getByRole('button', { name: 'Show meta files' }).click();
  const files = page.getByRole('table', { name: 'Meta files' });
  await expect(files.getByRole('columnheader')).toHaveText(['Type', 'Filename']);
  await expect(files.getByRole('columnheader', { name: 'Type' })).toHaveAttribute('aria-sort', 'descending');
});

test('T 2.8, 5, 9: promote dynamic sets: six columns of 16 %, filters as typed, directions, reset', async ({
  page,
}) => {
  await signIn(page, 'uploader', '/promote/dynamic');
  const directions = page.getByRole('group', { name: 'From area to area' }).getByRole('radio');
  await expect(directions).toHaveCount(3);
  for (const name of ['Embargo to Pre-Production', 'Embargo to Production', 'Pre-Production to Production']) {
    await expect(page.getByRole('radio', { name, exact: true })).toBeVisible();
  }
  const titles = ['Dynamic Image Set Id', 'Last upload', 'Last promotion to pre-prod', 'Last promotion to prod'];
  await expect(heads(page, 'Dynamic image sets')).toHaveText(['', ...titles, 'Promote All', 'Promote Meta']);
  const widths = await heads(page, 'Dynamic image sets').evaluateAll((all) =>
    all.map((one) => (one as HTMLElement).getBoundingClientRect().width),
  );
  const [box = 0, ...columns] = widths;
  const whole = widths.reduce((sum, width) => sum + width, 0);
  expect(box).toBeLessThan(60);
  for (const width of columns) expect(Math.abs(width / whole - 0.16)).toBeLessThan(0.006);

  const field = page.getByRole('combobox', { name: 'Enter Dynamic Image Set Id' });
  await field.fill('5st');
  await expect(page).toHaveURL(/name=5st/);
  for (const id of SETS) await expect(row(page, id)).toBeVisible();
  await field.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/promote\/dynamic\?name=5st/);
  await field.fill('5st2');
  await expect(row(page, SETS[0])).toHaveCount(0);
  await expect(row(page, SETS[1])).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('5st2');

  await page.getByRole('group', { name: 'Last uploaded from' }).getByRole('spinbutton', { name: 'Day' }).press('Home');
  await page.keyboard.type((await dayIn(row(page, SETS[1]).getByRole('cell').nth(2), 1)).typed);
  await expect(nothingFits(page)).toBeVisible();
  await page.getByRole('checkbox', { name: 'to Prod' }).uncheck();
  await page.getByRole('radio', { name: 'Pre-Production to Production' }).check();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(field).toHaveValue('');
  await expect(page.getByRole('radio', { name: 'Embargo to Pre-Production' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'to Prod' })).toBeChecked();
  await expect(row(page, SETS[0])).toBeVisible();

  // Never promoted: shown for that box alone.
  await field.fill(SETS[0]);
  await expect(row(page, SETS[1])).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'not promoted' }).uncheck();
  await expect(nothingFits(page)).toBeVisible();
  await page.goto('/promote/dynamic');
  const meta = row(page, SETS[0]).getByRole('button', { name: 'Promote Meta' });
  await expect(meta).toBeDisabled();
  await meta.focus();
  await expect(page.getByRole('tooltip')).toHaveText(`${SETS[0]} is not in Pre-Prod. Promote all of it first.`);
  await row(page, SETS[0]).getByRole('button', { name: 'Promote All' }).click();
  await expect(page.getByRole('dialog')).toContainText(/Pre-Prod/);
  await expectNoA11yProblems(page);
});

test('T 2.7, 2.8, 4.4, 8: static packs: status table, selection of some and of all, one notice each', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const packs = PACKS.map(async (name) => [name, await zip({ 'co2/A.png': await picture('#446688') })] as const);
  await upload(page, Object.fromEntries(await Promise.all(packs)));
  await page.goto('/status/static');
  await expect(heads(page, 'Static image packs')).toHaveText([
    'Status',
    'Upload',
    'Static Image Pack',
    'last Promotion to Pre-Prod',
    'last Promotion to Prod',
  ]);
  await expect(row(page, PACKS[0]).getByRole('cell').first()).toHaveText('LIVE');
  await page.getByRole('searchbox', { name: 'Static Image Pack' }).fill('TABLES_B');
  await expect(row(page, PACKS[0])).toHaveCount(0);
  const after = await dayIn(row(page, PACKS[1]).getByRole('cell').nth(1), 1);
  await page.goto(`/status/static?name=tables_b&from=${after.iso}`);
  await expect(nothingFits(page)).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(row(page, PACKS[0])).toBeVisible();

  await page.goto('/promote/static');
  for (const name of ['Embargo -> Pre-Production', 'Embargo -> Production']) {
    await expect(page.getByRole('radio', { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('radio')).toHaveCount(2);
  const titles = ['Static Image Pack Name', 'Last upload', 'Last promotion to pre-prod', 'Last promotion to prod'];
  await expect(heads(page, 'Static image packs')).toHaveText(['', ...titles]);
  const name = page.getByRole('combobox', { name: 'Enter Static Image Pack Name' });
  await name.fill('tables_');
  await expect(page.getByRole('checkbox', { name: /^Select static_/ })).toHaveCount(2);
  // The suggestions lie over the first rows until Escape, Tab or a click elsewhere.
  await name.press('Escape');
  const all = page.getByRole('checkbox', { name: 'Select all' });
  const promote = page.getByRole('button', { name: 'Promote', exact: true }).last();
  await page.getByRole('checkbox', { name: `Select ${PACKS[0]}` }).check();
  await expect(all).toHaveAttribute('data-indeterminate', 'true');
  await expect(promote).toBeEnabled();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(promote).toBeDisabled();
  await expect(name).toHaveValue('');
  await name.fill('tables_');
  await expect(page.getByRole('checkbox', { name: /^Select static_/ })).toHaveCount(2);
  // The suggestions lie over the first rows until Escape, Tab or a click elsewhere.
  await name.press('Escape');
  await all.check();
  await expect(all).toHaveAttribute('data-indeterminate', 'false');
  await promote.click();
  await page.getByRole('button', { name: 'Promote to Pre-Prod' }).click();
  await expect(page.getByText('Promotion of 2 static image packs to Pre-Prod started.')).toBeVisible();
  for (const pack of PACKS) {
    await expect(row(page, pack).getByRole('cell').nth(3)).toHaveText(DATE);
  }
  await expect(promote).toBeDisabled();
  await page.getByRole('checkbox', { name: 'to Pre-Prod' }).uncheck();
  await expect(nothingFits(page)).toBeVisible();
});

test('T 8: tables and promotions that fail name what failed', async ({ page }) => {
  await signIn(page, 'admin');
  const refused = { status: 409, json: { errorMessage: 'It is in use.' } };
  for (const [path, call, text] of [
    ['/status/dynamic', 'shortStatus', 'Could not load status'],
    ['/promote/dynamic', 'shortStatus', 'Could not get status'],
    ['/status/static', 'static/status', 'Could not load static file info'],
    ['/promote/static', 'static/status', 'Could not get static file info'],
  ] as const) {
    await page.route(`**/test/**${call}`, (route) => route.fulfill({ status: 500, json: { msg: 'No list.' } }));
    await page.route(`**/test/${call}`, (route) => route.fulfill({ status: 500, json: { msg: 'No list.' } }));
    await page.goto(path);
    await expect(page.getByText(`${text}: No list.`)).toBeVisible();
    await page.unrouteAll();
  }
  await page.route('**/promote*', (route) =>
    route.request().method() === 'POST' ? route.fulfill(refused) : route.continue(),
  );
  // Metadata goes only to an area that has the set.
  await page.route('**/test/dis/shortStatus', async (route) => {
    const rows = (await (await route.fetch()).json()) as SetStatus[];
    await route.fulfill({ json: rows.map((one) => ({ ...one, content: { ...one.content, preprod: 'older' } })) });
  });
  await page.goto('/promote/dynamic');
  for (const [button, text] of [
    ['Promote All', `Could not promote ${SETS[0]} from embargo to preprod: It is in use.`],
    ['Promote Meta', `Could not promote metadata for ${SETS[0]} from embargo to preprod: It is in use.`],
  ] as const) {
    await row(page, SETS[0]).getByRole('button', { name: button }).click();
    await page.getByRole('button', { name: 'Promote to Pre-Prod' }).click();
    await expect(page.getByText(text)).toBeVisible();
  }
});

test('ids and dates are whole on windows of every width', async ({ page }) => {
  await signIn(page, 'admin');
  const date = '2026-11-28T20:48:58.000Z';
  const all = { lastModifiedDate: date, lastPreprodPromoteDate: date, lastProdPromoteDate: date };
  const content = { embargo: 'same', preprod: 'picturesOlder', prod: 'metaOlder' };
  await page.route('**/test/dis/shortStatus', (route) =>
    route.fulfill({ json: [{ disId: SETS[0], ...all, content }] }),
  );
  await page.route('**/test/static/status', (route) =>
    route.fulfill({ json: [{ fileName: PACKS[0], status: 'LIVE', ...all, content }] }),
  );
  for (const path of ['/status/dynamic', '/status/static', '/promote/dynamic', '/promote/static']) {
    await page.goto(path);
    for (const width of [390, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(row(page, path.endsWith('static') ? PACKS[0] : SETS[0])).toBeVisible();
      const cut = await page
        .getByRole('cell')
        .evaluateAll((cells) =>
          cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
        );
      expect(cut, `${path} ${width}`).toEqual([]);
    }
  }
});
