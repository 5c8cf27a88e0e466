/**
 * What a browser with an empty cache downloads to show a page: the built files, as the real server sends them. Sizes are in
 * kB of 1000 bytes; docs/decisions/0310-first-load.md breaks them down.
 *
 *   firstLoadRows
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { firstLoads, type Weight } from '../e2e/firstLoad.ts';
import { startApp } from '../src/server/app.ts';
import { readSettings } from '../src/server/config.ts';
import { type LimitRow, limitLineOf } from './rows.ts';

const PASSWORD = 'a password for measuring 9';
/** unleash-server's, kB gzip */
const PEER = 918;

async function measureLoads(): Promise<{ signIn: Weight; landing: Weight }> {
  const data = mkdtempSync(join(tmpdir(), 'lacquer-bench-'));
  const running = await startApp(readSettings({ LACQUER_DATA: data, LACQUER_ADMIN_PASSWORD: PASSWORD }));
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
  try {
    const address = (await running.app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost');
    const page = await browser.newPage();
    await page.goto(address);
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Welcome admin' }).waitFor();
    return await firstLoads(page, `${address}/`);
  } finally {
    await browser.close();
    await running.close();
    rmSync(data, { recursive: true, force: true });
  }
}

export function firstLoadRows(): LimitRow[] {
  let all: Promise<{ signIn: Weight; landing: Weight }> | undefined;
  const measured = () => {
    all ??= measureLoads();
    return all;
  };
  const allowed = PEER / 5;
  return [
    {
      work: `first load of the landing page, gzip (a fifth of unleash-server's ${PEER})`,
      unit: 'kB',
      allowed,
      measure: async () => (await measured()).landing.gzip,
    },
    {
      work: 'the same, brotli, which browsers take',
      unit: 'kB',
      allowed,
      measure: async () => (await measured()).landing.brotli,
    },
    {
      work: 'first load of the sign-in page, gzip',
      unit: 'kB',
      allowed,
      measure: async () => (await measured()).signIn.gzip,
    },
  ];
}

if (import.meta.main) {
  for (const row of firstLoadRows()) console.log(limitLineOf(row, await row.measure()));
}
