/** Test Static Images (T 2.5, 5, 7, 8), in the browser: PDFs, other roles, and a large pack. */
import { readFile } from 'node:fs/promises';
import { type Download, expect, test } from '@playwright/test';
import { signIn, upload } from './app.ts';
import { picture, zip } from './packs.ts';

test.describe.configure({ mode: 'serial' });

const bytesOf = async (download: Download) => readFile(await download.path());

test('T 5, 7, 8: PDFs: a name from the server, features need brand and model, failures say why', async ({ page }) => {
  await signIn(page, 'admin');
  const red = await picture('#aa2222');
  await upload(page, {
    'static_e2e_pdf.zip': await zip({ 'colors/9SI9/A5/0MM00N9V.png': red, 'colors/default/A5/0MP00NWP.png': red }),
  });
  await signIn(page, 'embargo', '/static');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('Colors embargo.pdf');
  expect((await bytesOf(download)).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('button', { name: 'Features' }).click();
  await page.getByRole('button', { name: 'PDF' }).click();
  await expect(page.getByText('PDF Download: Please select brand and model')).toBeVisible();
  await page.getByRole('combobox', { name: 'Brand' }).fill('NOBODY');
  await page.getByRole('combobox', { name: 'Model' }).fill('0000');
  await page.getByRole('button', { name: 'PDF' }).click();
  await expect(page.getByText(/getPDFFeatures\s+There are no pictures of Features .* \(404\)/)).toBeVisible();

  await page.route('**/CO2ClassImages?*', (route) => route.fulfill({ status: 500, json: { message: 'no picture' } }));
  await page.getByRole('button', { name: 'CO2' }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(/load static CO2Class image info\s+no picture \(500\)/)).toBeVisible();
});

test('T 2.5: testers see no embargo; criteria that cannot be loaded say so', async ({ page }) => {
  await signIn(page, 'tester');
  await page.route('**/versionsCriteria', (route) => route.fulfill({ status: 502, body: 'upstream is away' }));
  await page.goto('/static?area=embargo');
  await expect(page.getByLabel('Test area')).toHaveText('Pre-Prod area');
  await expect(page.getByText(/get version criteria\s+upstream is away \(502\)/)).toBeVisible();
});

test('issue: a pack of 20,000 pictures is searched, filtered and scrolled to its end', async ({ page }) => {
  test.setTimeout(600_000);
  await signIn(page, 'admin');
  const dot = await picture('#228844');
  const files: Record<string, Buffer> = {};
  for (let i = 0; i < 20_000; i++) files[`colors/9SI9/B${i % 10}/0M${String(i).padStart(6, '0')}.png`] = dot;
  await upload(page, { 'static_e2e_large.zip': await zip(files) }, 480_000);
  await page.goto('/static?model=9SI9');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(/^20\.\d{3} rows$/)).toBeVisible();
  const table = page.getByRole('table', { name: 'Static images' });
  expect(await table.getByRole('row').count()).toBeLessThan(80);
  await page.getByRole('region', { name: 'Static images, scrolling' }).press('End');
  await expect(table.getByRole('link', { name: 'colors/default/A5/0MP00NWP.png' })).toBeVisible();
  await page.getByLabel('Enter here text from any column').fill('0M019999');
  await expect(page.getByText(/^1 of 20\.\d{3} rows$/)).toBeVisible();
});
