/** Tables with many rows: only a browser lays them out, so only this test shows that rows out of sight are not drawn. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';

const ROWS = 50_000;
const packs = Array.from({ length: ROWS }, (_, i) => ({
  fileName: `meta_${i}.zip`,
  kind: 'meta',
  type: 'meta',
  disIds: ['1PP2A5xxxxxxxxxx'],
  size: i,
  sha256: '0'.repeat(64),
  state: 'live',
  uploadedBy: 'uploader',
  lastModifiedDate: new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString(),
  areas: ['embargo'],
  problems: [],
}));

test('50,000 rows: few are drawn, all are sorted and found', async ({ page }) => {
  await signIn(page, 'uploader');
  await page.route('**/api/v2/admin/files', (route) => route.fulfill({ json: packs }));
  await page.goto('/upload');
  await expect(page.getByText('50.000 rows')).toBeVisible();
  const table = page.getByRole('table', { name: 'Packs' });
  expect(await table.getByRole('row').count()).toBeLessThan(80);

  // The latest upload stands first.
  await expect(table.getByRole('row').nth(1)).toContainText('meta_49999.zip');
  await table.getByRole('button', { name: 'Pack', exact: true }).click();
  await expect(table.getByRole('row').nth(1)).toContainText('meta_0.zip');

  await page.keyboard.press('/');
  await page.keyboard.type('META_4999');
  await expect(page.getByText('11 of 50.000 rows')).toBeVisible();
  await expectNoA11yProblems(page);
  // Sort and filter are in the address: a reload brings the same rows.
  await page.reload();
  await expect(page.getByText('11 of 50.000 rows')).toBeVisible();
  await expect(table.getByRole('row').nth(1)).toContainText('meta_4999.zip');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Packs.*\.xlsx$/);
});

test('paper of A4 has all rows of a table, each with all of its cells', async ({ page }) => {
  await signIn(page, 'uploader');
  await page.route('**/api/v2/admin/files', (route) => route.fulfill({ json: packs.slice(0, 300) }));
  await page.goto('/upload');
  await expect(page.getByText('300 rows')).toBeVisible();
  // The width of A4 without its margins.
  await page.setViewportSize({ width: 718, height: 1047 });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')));
  const table = page.getByRole('table', { name: 'Packs' });
  await expect(table.getByRole('row')).toHaveCount(301);
  const box = page.getByRole('region', { name: 'Packs, scrolling' });
  const cut = await box.evaluate((one) => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]);
  expect(cut).toEqual([0, 0]);
  const cells = await table
    .getByRole('row')
    .last()
    .getByRole('cell')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).display));
  expect(new Set(cells)).toEqual(new Set(['table-cell']));
});
