/** An upload whose connection breaks resumes where it stopped, in the browser. */
import { expect, test } from '@playwright/test';
import { signIn, upload } from './app.ts';
import { zip } from './packs.ts';

const SET = '6RS1A5xxxxxxxxxx';

test('a broken connection: the pack is sent in parts, and goes on after a part is lost', async ({ page }) => {
  await signIn(page, 'uploader');
  let broken = 0;
  await page.route('**/api/v2/admin/files', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    broken += 1;
    return route.abort('connectionreset');
  });
  await page.route('**/api/v2/admin/files/resumable/*', (route) => {
    if (route.request().method() !== 'PATCH' || broken > 2) return route.continue();
    broken += 1;
    return route.abort('connectionreset');
  });
  const versions = '<versions><version id="6RS1A5QESFB0A0F4" label="in parts"/></versions>';
  await upload(page, { [`meta-${SET}.zip`]: await zip({ [`${SET}/versions.xml`]: versions }) });
  await expect(page.getByText(`meta-${SET}.zip was received and is being read.`)).toBeVisible();
  expect(broken).toBe(3);
});
