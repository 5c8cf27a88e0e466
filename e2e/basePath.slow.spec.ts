/** The app below a path of a host, LACQUER_BASE_PATH: signing in, uploading, testing, links, reloading, the calls' pages. */
import { expect, test } from '@playwright/test';
import { PASSWORD } from '../src/server/testing/testApp.ts';
import { endAll, folderOfStore, start } from '../src/server/testing/testServer.ts';
import { exteriorPack, metaPack } from './packs.ts';

const SET = '1PP2A5xxxxxxxxxx';
const VERSION = '1PP2A5QESFB0A0F4';

test.afterAll(endAll);

test('below /cars everything is below /cars', async ({ browser }) => {
  const server = await start(folderOfStore(), { LACQUER_BASE_PATH: '/cars' });
  const context = await browser.newContext({ baseURL: `${server.address}/cars/` });
  const page = await context.newPage();
  const outside: string[] = [];
  const failed: string[] = [];
  page.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !pathname.startsWith('/cars')) outside.push(pathname);
  });
  page.on('response', (answer) => {
    if (answer.status() === 404) failed.push(answer.url());
  });

  await page.goto('/cars');
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome admin' })).toBeVisible();
  await expect(page).toHaveURL(`${server.address}/cars/start`);

  await page.goto('upload');
  const files = [
    { name: `meta-${SET}.zip`, mimeType: 'application/zip', buffer: await metaPack() },
    { name: `image-ext-${SET}.zip`, mimeType: 'application/zip', buffer: await exteriorPack() },
  ];
  await page.getByLabel('Delivery packs').setInputFiles(files);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  for (const { name } of files) {
    await expect(page.getByRole('row').filter({ hasText: name }).getByText('live', { exact: true })).toBeVisible();
  }

  await page.goto(`dynamic/options?area=embargo&disId=${SET}&version=${VERSION}&test=true`);
  const tile = page.getByRole('figure').first().getByRole('img');
  await expect.poll(() => tile.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await page.reload();
  await expect.poll(() => tile.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);

  // A link from one screen to another: its address, and where it leads.
  await page.goto('status/dynamic');
  const link = page.getByRole('link', { name: SET, exact: true }).first();
  await expect(link).toHaveAttribute('href', `/cars/sets/${SET}`);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${server.address}/cars/sets/${SET}`));
  await expect(page.getByRole('heading', { name: new RegExp(SET) }).first()).toBeVisible();
  await page.goBack();
  await expect(link).toBeVisible();
  expect([outside, failed]).toEqual([[], []]);

  await page.goto('api/docs');
  await expect(page.getByText('/cars/api/v2/openapi.json').or(page.getByText('Lacquer')).first()).toBeVisible();
  await page.goto('docs');
  await expect(page).toHaveURL(`${server.address}/cars/docs/`);
  await page.getByRole('searchbox').fill('virus');
  await page.locator('search').getByRole('link').first().click();
  await expect(page).toHaveURL(`${server.address}/cars/docs/guides/operate.html#virus-scanner`);
  await page.getByRole('link', { name: 'Open Lacquer' }).click();
  await expect(page).toHaveURL(`${server.address}/cars/start`);
  expect([outside, failed]).toEqual([[], []]);
  await context.close();
});
