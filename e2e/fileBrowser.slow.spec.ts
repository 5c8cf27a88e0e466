/** The file browser (A 2, A 8), in the browser: a very large folder, and what fails. */
import { expect, test } from '@playwright/test';
import { putManyFiles } from '../src/server/testing/manyFiles.ts';
import { PASSWORD, startTestApp } from '../src/server/testing/testApp.ts';
import { expectNoA11yProblems, signIn, upload } from './app.ts';
import { DIS_ID, metaPack } from './packs.ts';

test('A 2: a folder of 50,000 files scrolls, filters and shows', async ({ page }) => {
  const server = await startTestApp();
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  try {
    await putManyFiles(server, 'static_many.zip', 50_000);
    await page.goto(`${address}/admin/file-browser?path=%2Fembargo%2Fstatic%2Fstatic_many.zip%2Fco2`);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('50.000 rows')).toBeVisible();
    // Only rows in sight are drawn.
    expect(await page.getByRole('row').count()).toBeLessThan(100);
    await page.getByRole('region', { name: 'Files, scrolling' }).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(page.getByText('C49999.png', { exact: true })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('c4321');
    await expect(page.getByText('11 of 50.000 rows')).toBeVisible();
    await page.getByRole('button', { name: 'Actions for C43210.png' }).click();
    await page.getByRole('menuitem', { name: 'Show' }).click();
    const shown = page.getByRole('dialog').getByAltText('C43210.png');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  } finally {
    await server.stop();
  }
});

test('A 8: what cannot be loaded or deleted says so', async ({ page }) => {
  await signIn(page, 'admin');
  await upload(page, { [`meta-${DIS_ID}.zip`]: await metaPack() });
  await page.goto('/admin/file-browser?path=%2Fembargo%2Fnothing');
  await expect(page.getByText(/Could not load file elements: There is no folder \/embargo\/nothing/)).toBeVisible();
  // Fixed folders, and files in use, say why they cannot be deleted before anybody tries.
  await page.goto('/admin/file-browser?path=%2Fembargo');
  await page.getByRole('button', { name: 'Actions for dis' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText('A part of the tree itself.');
  await expectNoA11yProblems(page);
  await page.goto('/admin/file-browser?path=%2Fpacks');
  await page.getByRole('button', { name: `Actions for meta-${DIS_ID}.zip` }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText('Embargo shows what it delivered.');
});
