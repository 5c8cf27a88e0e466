/** The first steps on an empty server: the sample cars, from the button to a car with options. */
import { expect, test } from '@playwright/test';
import { PASSWORD, startTestApp } from '../src/server/testing/testApp.ts';
import { expectNoA11yProblems } from './app.ts';

const CARS = ['SMPL01xxxxxxxxxx', 'SMPL02xxxxxxxxxx'];

test('a new administrator loads the sample cars, sees them checked and live, and looks at one', async ({ page }) => {
  test.setTimeout(300_000);
  const server = await startTestApp();
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  try {
    await page.goto(`${address}/start`);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps.getByRole('listitem').first()).toContainText('Load sample cars');
    await expectNoA11yProblems(page);
    await steps.getByRole('button', { name: 'Load sample cars' }).click();
    // The shell shows the packs until they are live; the step ticks off by itself.
    const look = steps.getByRole('link', { name: 'See the cars' });
    await expect(look).toBeVisible({ timeout: 120_000 });
    for (const disId of CARS) {
      await expect(page.getByText(`image-ext-${disId}_sample.zip`).first()).toBeVisible({ timeout: 60_000 });
    }
    await expect
      .poll(
        async () => {
          const packs = (await (await page.request.get(`${address}/api/v2/admin/files`)).json()) as { state: string }[];
          return packs.map(({ state }) => state);
        },
        { timeout: 120_000 },
      )
      .toEqual(['live', 'live', 'live']);
    await expectNoA11yProblems(page);

    await look.click();
    await page.getByRole('combobox', { name: 'Enter Dynamic Image Set Id' }).fill('SMPL');
    await expect(page.getByRole('option')).toHaveCount(CARS.length);
    await page.goto(`${address}/dynamic/options?disId=${CARS[0]}&version=SMPL01QESFB0A0F4&test=true`);
    await expect(page.getByRole('figure')).toHaveCount(2);
    const first = page.getByAltText(/^Exterior 001/);
    await expect.poll(() => first.evaluate((one: HTMLImageElement) => one.naturalWidth), { timeout: 60_000 }).toBe(640);
  } finally {
    await server.stop();
  }
});
