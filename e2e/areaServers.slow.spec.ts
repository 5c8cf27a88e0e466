/**
 * Areas on other addresses: two servers on one PostgreSQL and one folder of blobs. The web app comes from one server and Prod is
 * on the other: on another port of the same host, on another host of the same site, and on a host that is another site.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConsoleMessage, expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { accounts } from '../demo/accounts.ts';
import { product } from '../src/server/testing/product.ts';
import { BARE } from '../src/server/testing/testServer.ts';
import { freePort } from './ownServer.ts';
import { exteriorPack, metaPack, picture, zip } from './packs.ts';

const POSTGRES = process.env['LACQUER_TEST_POSTGRES'];
const SET = '1PP2A5xxxxxxxxxx';
const [admin] = accounts;
const COUNTRIES = '<countries><country code="DE" name="Germany" locale="de-DE"/></countries>';

test.skip(POSTGRES === undefined, 'NOT RUN: two servers need PostgreSQL; LACQUER_TEST_POSTGRES names none.');
test.describe.configure({ mode: 'serial' });

async function onPostgres(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

interface Servers {
  /** of the web app */
  page: string;
  /** of Prod */
  area: string;
  end(): Promise<void>;
}

/**
 * @param hosts of the page and of the other server
 * @param what is at the other server
 */
async function startServers(hosts: readonly [string, string], what: 'prod' | 'everything' = 'prod'): Promise<Servers> {
  const name = `e2e_areas_${process.pid}_${Date.now()}`;
  await onPostgres(`create database ${name}`);
  const database = new URL(POSTGRES ?? '');
  database.pathname = name;
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-e2e-'));
  const [first, second] = [await freePort(), await freePort()];
  const [page, area] = [`http://${hosts[0]}:${first}`, `http://${hosts[1]}:${second}`];
  const children: ChildProcess[] = [];
  const start = async (port: number, more: Record<string, string>) => {
    const child = spawn(process.execPath, product('serve'), {
      env: {
        ...BARE,
        LACQUER_DATA: join(folder, String(port)),
        LACQUER_BLOBS: join(folder, 'blobs'),
        LACQUER_DATABASE_URL: database.href,
        LACQUER_ADMIN_PASSWORD: admin.password,
        LACQUER_PORT: String(port),
        LACQUER_SIGN_IN_PER_MINUTE: '1000',
        ...more,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    for await (const chunk of child.stdout) if (/listens on/.test(String(chunk))) break;
  };
  // With a slash at the end, as people write addresses.
  const addresses: Record<string, string> = { LACQUER_API_PROD_URL: `${area}/prod/` };
  if (what === 'everything') {
    addresses['LACQUER_API_BASE_URL'] = `${area}/`;
    addresses['LACQUER_API_EMBARGO_URL'] = `${area}/embargo`;
    addresses['LACQUER_API_PREPROD_URL'] = `${area}/preprod`;
  }
  await start(first, addresses);
  const areas = what === 'prod' ? { LACQUER_AREAS: 'prod', LACQUER_WORKERS: '0' } : {};
  await start(second, { ...areas, LACQUER_CORS_ORIGINS: page });
  return {
    page,
    area,
    async end() {
      for (const child of children) {
        if (child.exitCode !== null) continue;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await onPostgres(`drop database ${name} with (force)`);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('User name').fill(admin.username);
  await page.getByLabel('Password').fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: `Welcome ${admin.username}` })).toBeVisible();
}

/** Delivers a set and a static pack and promotes them to Prod. */
async function fillProd(page: Page, base: string): Promise<void> {
  await page.goto('/upload');
  const packs = {
    [`meta-${SET}.zip`]: await metaPack(),
    [`image-ext-${SET}.zip`]: await exteriorPack(),
    'static_areas.zip': await zip({ 'co2/A.png': await picture('#446688') }),
  };
  const files = Object.entries(packs).map(([name, buffer]) => ({ name, buffer, mimeType: 'application/zip' }));
  await page.getByLabel('Delivery packs').setInputFiles(files);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  for (const { name } of files) {
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row.getByText('live', { exact: true })).toBeVisible();
  }
  await page.evaluate(
    async ([base, disId]) => {
      const { token } = (await (await fetch(`${base}/api/v2/public/session`, { credentials: 'include' })).json()) as {
        token: string;
      };
      const post = (path: string, body: object) =>
        fetch(`${base}/api/v2/admin/${path}`, {
          method: 'POST',
          credentials: 'include',
          headers: { 'x-csrf-token': token, 'content-type': 'application/json' },
          body: JSON.stringify({ ...body, source: 'embargo', target: 'prod' }),
        });
      await post(`dis/${disId}/promote`, { disId });
      await post('static/promote', { fileName: 'static_areas.zip' });
    },
    [base, SET] as const,
  );
  await page.goto('/status/static');
  await expect(page.getByRole('row').filter({ hasText: 'static_areas.zip' })).toContainText('same as Embargo');
}

/** Requests that the browser refused. */
function refusals(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message: ConsoleMessage) => {
    if (/Content Security Policy|CORS policy|blocked/i.test(message.text())) found.push(message.text());
  });
  return found;
}

for (const [what, hosts, there] of [
  ['Prod on another port', ['localhost', 'localhost'], 'prod'],
  ['Prod on another host', ['images.cars.localhost', 'prod.cars.localhost'], 'prod'],
  ['every address on another host', ['images.cars.localhost', 'api.cars.localhost'], 'everything'],
] as const) {
  test(`A 1, 7: ${what}: lists, pictures, links, uploads, signing out`, async ({ browser }) => {
    const servers = await startServers(hosts, there);
    const context = await browser.newContext({ baseURL: servers.page, viewport: { width: 1280, height: 800 } });
    try {
      const page = await context.newPage();
      const refused = refusals(page);
      const answers: string[] = [];
      page.on('response', (answer) => {
        const url = new URL(answer.url());
        if (url.origin === servers.area && answer.request().method() !== 'OPTIONS') {
          answers.push(`${answer.status()} ${url.pathname}`);
        }
      });
      await page.goto('/');
      await signIn(page);
      await fillProd(page, there === 'everything' ? servers.area : servers.page);

      // A list, the pictures of a test, and why they look the way they do.
      await page.goto(`/dynamic/options?area=prod&disId=${SET}&version=1PP2A5QESFB0A0F4&test=true`);
      const tile = page.getByRole('figure').first().getByRole('img');
      await expect.poll(() => tile.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
      expect(answers.filter((call) => call.startsWith('200 /prod/api/v2/image/'))).not.toEqual([]);
      expect(answers.filter((call) => call.includes('//'))).toEqual([]);
      const link = page.getByRole('figure').first().getByRole('link');
      await expect(link).toHaveAttribute('href', new RegExp(`^${servers.area}/prod/api/v2/image/`));
      const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
      await expect
        .poll(() => opened.evaluate(() => document.images[0]?.naturalWidth ?? 0).catch(() => 0))
        .toBeGreaterThan(0);
      await opened.close();

      // Thumbnails, which the browser itself loads.
      await page.goto('/static?area=prod');
      await page.getByRole('button', { name: 'CO2' }).click();
      await page.getByRole('button', { name: 'Submit' }).click();
      const thumbnail = page.getByRole('table').getByAltText('A', { exact: true });
      await expect.poll(() => thumbnail.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);

      // An upload with its header token.
      await page.goto('/admin/manage-global-configs?area=prod');
      const file = { name: 'country_list_1.xml', mimeType: 'text/xml', buffer: Buffer.from(COUNTRIES) };
      await page.getByLabel('Configuration files').setInputFiles([file]);
      await page.getByRole('button', { name: 'Upload', exact: true }).click();
      const question = page.getByRole('dialog').getByRole('button', { name: /Upload|Replace|Change/ });
      await expect(question.or(page.getByRole('cell', { name: 'country_list_1.xml', exact: true }))).toBeVisible();
      if (await question.isVisible()) await question.click();
      await expect(page.getByRole('cell', { name: 'country_list_1.xml', exact: true })).toBeVisible();
      expect(answers).toContain('200 /prod/api/v2/admin/global-files');
      await page.goto('/admin/refresh-caches');
      await page.getByRole('button', { name: 'Refresh caches for Prod', exact: true }).click();
      await expect(page.getByText('Cache refreshed for prod')).toBeVisible();

      // Signing out here signs out there.
      const list = `${servers.area}/prod/api/v2/test/dis`;
      const statusOfList = () =>
        page.evaluate(async (url) => (await fetch(url, { credentials: 'include' })).status, list);
      expect(await statusOfList()).toBe(200);
      // Notices lie over the menu.
      await page.goto('/start');
      await page.getByRole('button', { name: admin.username, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(page.getByLabel('User name')).toBeVisible();
      expect(await statusOfList()).toBe(401);
      await signIn(page);
      await page.goto('/dynamic/layers?area=prod');
      await expect(page.getByRole('cell', { name: '1PP2A5QESFB0A0F4' })).toBeVisible();
      expect(refused).toEqual([]);
    } finally {
      await context.close();
      await servers.end();
    }
  });
}

test('A 7: Prod on another site: the screen says why not, and what to do', async ({ browser }) => {
  const servers = await startServers(['images.cars.localhost', '127.0.0.1']);
  const context = await browser.newContext({ baseURL: servers.page });
  try {
    const page = await context.newPage();
    await page.goto('/');
    await signIn(page);
    await page.goto('/dynamic/layers?area=prod');
    await expect(page.getByText('browsers do not share a session between sites').first()).toBeVisible();
    // The page itself goes on.
    await page.goto('/dynamic/layers?area=preprod');
    await expect(page.getByText('Sign in again')).toHaveCount(0);
  } finally {
    await context.close();
    await servers.end();
  }
});
