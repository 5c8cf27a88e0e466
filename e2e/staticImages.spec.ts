/** Test Static Images (T 2.5, 4.3, 5, 7, 8), in the browser, on packs of its own. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Download, expect, test } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { picture, zip } from './packs.ts';

const run = promisify(execFile);

test.describe.configure({ mode: 'serial' });

/** An Excel file as LibreOffice understands it: its flat XML form (OpenDocument 1.3, `fods`). */
async function openedInLibreOffice(file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lacquer-office-'));
  try {
    const own = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    await copyFile(file, join(folder, 'sheet.xlsx'));
    await run('soffice', [own, '--headless', '--convert-to', 'fods', '--outdir', folder, join(folder, 'sheet.xlsx')]);
    return await readFile(join(folder, 'sheet.fods'), 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const bytesOf = async (download: Download) => readFile(await download.path());

test('T 2.5, 4.3: what each type enables, clears and narrows', async ({ page }) => {
  await signIn(page, 'admin');
  const [red, blue] = await Promise.all([picture('#aa2222'), picture('#2222aa')]);
  await upload(page, {
    'static_e2e_search.zip': await zip({
      'colors/9SI1/A5/=1+1.png': red,
      'colors/9SI1/A5/0MM00N9V.png': red,
      'colors/default/A5/0MP00NWP.png': blue,
      'trims/9SI1/A5/0P2H0RFX.png': red,
      'features/TESTBRAND/9SI1/QE/A5/ZH8P.png': blue,
      'features/TESTBRAND/9SI1/RE/B7/ZH9P.png': blue,
      'features/OTHERBRAND/9SI2/SE/C1/ZH9P.png': blue,
      'co2/A.png': red,
      'dimensions/TESTBRAND/side.png': red,
    }),
  });
  await page.getByRole('link', { name: 'Test Static' }).click();
  await expect(page.getByRole('heading', { name: 'Test Static Images' })).toBeVisible();
  await expect(page.getByLabel('Test area')).toHaveText('Embargo area');
  // As it starts: colors, implicit, images shown.
  await expect(page.getByRole('button', { name: 'Colors' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('radio', { name: 'Implicit' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Show images' })).toBeChecked();
  await expect(page.getByText('No data retrieved or no data matching the filter ""')).toBeVisible();

  const field = (name: string) => page.getByRole('combobox', { name, exact: true });
  const enabled = async (names: readonly string[]) => {
    for (const name of ['Brand', 'Model', 'Major and minor indicator', 'Bodystyle']) {
      await (names.includes(name) ? expect(field(name)).toBeEnabled() : expect(field(name)).toBeDisabled());
    }
  };
  await enabled(['Model', 'Bodystyle']);
  await page.getByRole('button', { name: 'Trims' }).click();
  await enabled(['Model', 'Bodystyle']);
  await page.getByRole('button', { name: 'CO2' }).click();
  await enabled([]);
  await page.getByRole('button', { name: 'Dimensions' }).click();
  await enabled(['Brand']);
  await expect(page.getByRole('button', { name: 'PDF' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Please select a brand for Dimensions')).toBeVisible();

  await page.getByRole('button', { name: 'Features' }).click();
  await enabled(['Brand', 'Model', 'Major and minor indicator', 'Bodystyle']);
  await field('Brand').fill('TEST');
  await page.getByRole('option', { name: 'TESTBRAND' }).click();
  await field('Model').click();
  await expect(page.getByRole('option')).toHaveText(['9SI1']);
  await page.getByRole('option', { name: '9SI1' }).click();
  await field('Major and minor indicator').click();
  await expect(page.getByRole('option')).toHaveText(['QE', 'RE']);
  await page.getByRole('option', { name: 'RE' }).click();
  await field('Bodystyle').click();
  await expect(page.getByRole('option')).toHaveText(['B7']);
  // Another brand clears the fields below it.
  await field('Brand').fill('OTHERBRAND');
  await expect(field('Model')).toHaveValue('');
  await expect(field('Major and minor indicator')).toHaveValue('');
  await field('Model').fill('12');
  await expect(page.getByText('Exactly 4 characters')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await expectNoA11yProblems(page);
  // Another type clears all.
  await page.getByRole('button', { name: 'Colors' }).click();
  await expect(field('Brand')).toHaveValue('');
  await expect(field('Model')).toHaveValue('');
});

test('T 2.5: search, filter, links, thumbnails; all of it in the address', async ({ page }) => {
  await signIn(page, 'embargo', '/static');
  await page.getByRole('combobox', { name: 'Model' }).fill('9si1');
  await page.getByRole('combobox', { name: 'Bodystyle' }).fill('A5');
  await page.getByRole('button', { name: 'Submit' }).click();
  const table = page.getByRole('table', { name: 'Static images' });
  await expect(table.getByRole('link', { name: 'colors/default/A5/0MP00NWP.png' })).toBeVisible();
  const link = table.getByRole('link', { name: 'colors/9SI1/A5/0MM00N9V.png' });
  await expect(link).toHaveAttribute(
    'href',
    /\/embargo\/api\/v2\/image\/static\/pictures\/[0-9a-f]{64}\/0MM00N9V\.png$/,
  );
  const thumb = table.getByAltText('0MM00N9V');
  await expect.poll(() => thumb.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('checkbox', { name: 'Show images' }).uncheck();
  await expect(table.getByRole('columnheader', { name: 'Image', exact: true })).toHaveCount(0);

  await page.getByRole('radio', { name: 'Explicit' }).check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(table.getByRole('link', { name: /default/ })).toHaveCount(0);
  await page.getByLabel('Enter here text from any column').fill('  0mm00 ');
  await expect(page.getByText('1 of 2 rows')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 of 2 rows')).toBeVisible();
  await page.getByLabel('Enter here text from any column').fill('zzz');
  await expect(page.getByText('No data retrieved or no data matching the filter "zzz"')).toBeVisible();
  await expectNoA11yProblems(page);

  // Another area: the form as at first, no results.
  await page.getByLabel('Test area').click();
  await page.getByRole('option', { name: 'Pre-Prod area' }).click();
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('');
  await expect(page.getByText('No data retrieved or no data matching the filter ""')).toBeVisible();
});

test('T 7: the export is one sheet with links and a hidden third column, and no formula', async ({ page }) => {
  await signIn(page, 'embargo', '/static?model=9SI1');
  await page.getByRole('radio', { name: 'Explicit' }).check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('2 rows')).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^TestStaticImagesV2\d{4}-\d\d-\d\dT[\d-]+\.xlsx$/);
  const book = await readXlsx(new Uint8Array(await bytesOf(download)));
  expect(book.sheets.map((sheet) => sheet.name)).toEqual(['TestStaticImagesV2']);
  const [sheet] = book.sheets;
  expect(sheet?.columns?.[2]?.hidden).toBe(true);
  expect(sheet?.rows[0]).toEqual(['Image Name', 'Directory / Link', 'Image']);
  expect(sheet?.rows[2]?.[0]).toBe('=1+1');
  expect(JSON.stringify([...(sheet?.cells ?? new Map())])).not.toContain('"formula"');

  const opened = await openedInLibreOffice(await download.path());
  expect(opened.match(/<table:table /g)).toHaveLength(1);
  expect(opened).toContain('table:name="TestStaticImagesV2"');
  expect(opened.match(/<table:table-column [^>]*>/g)?.[2]).toContain('table:visibility="collapse"');
  expect(opened).toMatch(/xlink:href="http:\/\/[^"]*\/0MM00N9V\.png"[^>]*>colors\/9SI1\/A5\/0MM00N9V\.png/);
  expect(opened).not.toContain('table:formula');
  expect(opened).toContain('=1+1');
});
