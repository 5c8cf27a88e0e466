/** Webhooks in the browser: add one, its secret once, a test message and its failure, change, switch off, delete. */
import { expect, test } from '@playwright/test';
import { expectNoA11yProblems, signIn } from './app.ts';

// Nobody answers there, and names that end so lead nowhere.
const URL = 'https://webhooks-spec.invalid/hooks';
/** A resolver that does not answer is asked several times. */
const LOOKED_UP = { timeout: 180_000 };

test('webhooks: add, test, look at the messages, switch off, delete', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('button', { name: 'Administration' }).click();
  await page.getByRole('menuitem', { name: 'Webhooks' }).click();
  await expect(page.getByText('There are no webhooks.')).toBeVisible();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const add = page.getByRole('dialog', { name: 'Add webhook' });
  await add.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1/hooks');
  await add.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText(/127\.0\.0\.1 is a private address/)).toBeVisible();
  await add.getByRole('textbox', { name: 'Address' }).fill(URL);
  await add.getByRole('checkbox', { name: 'Include Embargo' }).check();
  await expectNoA11yProblems(page);
  await add.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = page.getByRole('dialog', { name: 'Secret of the webhook at webhooks-spec.invalid' });
  await expect(secret.getByLabel('Secret')).toHaveValue(/^whsec_/);
  await secret.getByRole('button', { name: 'Done' }).click();

  const choose = async (entry: string) => {
    await page.getByRole('button', { name: `Change ${URL}` }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await choose('Send a test');
  const log = page.getByRole('table', { name: `Messages to ${URL}` });
  await expect(log.getByText('There is no address for its name.')).toBeVisible(LOOKED_UP);
  await expectNoA11yProblems(page);
  await page.reload();
  await expect(log.getByText('There is no address for its name.')).toBeVisible({ timeout: 60_000 });
  // On a phone the row is a card as wide as the window, whatever its open detail needs.
  await page.setViewportSize({ width: 390, height: 844 });
  const address = page.getByRole('cell', { name: URL }).first();
  await expect.poll(async () => (await address.boundingBox())?.width ?? 0, { timeout: 60_000 }).toBeLessThan(390);
  await page.setViewportSize({ width: 1280, height: 800 });
  await choose('Switch off');
  await expect(page.getByRole('row').filter({ hasText: URL }).getByText('off', { exact: true })).toBeVisible();
  await choose('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('There are no webhooks.')).toBeVisible();
});
