/** Logs and batch summary in the browser, beyond what the specification asks: filter, live, download, retry. */
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { zip } from './packs.ts';

test('A 2: general logs: filter by the key /, kept in the address; live; download', async ({ page }) => {
  await signIn(page, 'admin', '/logs?size=100');
  await expect(page.getByText('admin signed in.').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('ADMIN signed');
  await expect(page).toHaveURL(/filter=ADMIN.*signed/);
  await expect(page.getByRole('cell', { name: /signed in/ }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('ADMIN signed');
  const link = page.getByRole('link', { name: 'Download' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('general-log.jsonl');
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  expect(lines.every((line) => /admin signed/i.test((JSON.parse(line) as { message: string }).message))).toBe(true);
  await page.getByRole('searchbox').fill('no line has this');
  await expect(page.getByText('No lines contain "no line has this".')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('switch', { name: 'Live' }).click();
  await expect(page).toHaveURL(/live=true/);
  // The log does not repeat an unknown user name: it may be a password typed into the wrong field.
  const refused = page.getByRole('cell', { name: 'Sign-in refused: no such user.' });
  await expect(page.getByText('admin signed in.').first()).toBeVisible();
  const before = await refused.count();
  await page.request.post('/api/v2/public/session', {
    data: { username: `live-${Date.now()}`, password: 'no password of anybody' },
  });
  await expect(refused).toHaveCount(before + 1);
  await expectNoA11yProblems(page);
});

test('A 2: batch summary: a failed job says why and can be run again', async ({ page }) => {
  await signIn(page, 'admin');
  const name = 'image-ext-1LG2A5xxxxxxxxxx.zip';
  await upload(page, { [name]: await zip({ '001/a.png': 'not a picture' }) });
  // Of many jobs only those in sight are drawn.
  await page.goto(`/admin/batch-summary?text=${name}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByText('FAILED')).toBeVisible();
  await expect(row.getByText(/001\/a\.png: this is not a PNG/)).toBeVisible();
  await row.getByRole('button', { name: `Retry Read ${name}` }).click();
  await expect(page.getByText(`"Read ${name}" runs again.`)).toBeVisible();
  await expect(row.getByText('FAILED')).toBeVisible();
  await expectNoA11yProblems(page);
});
