/**
 * The real app on an empty store, and a browser.
 *
 *   PASSWORD      of the administrator
 *   withBrowser   starts both for some work
 *   signIn        signs the administrator in on a page
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { startApp } from '../src/server/app.ts';
import { readSettings } from '../src/server/config.ts';

export const PASSWORD = 'a password for measuring 9';

/** @param work gets the address of the app */
export async function withBrowser<T>(work: (address: string, browser: Browser) => Promise<T>): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'lacquer-bench-'));
  const running = await startApp(readSettings({ LACQUER_DATA: data, LACQUER_ADMIN_PASSWORD: PASSWORD }));
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
  try {
    return await work(await running.app.listen({ port: 0, host: '127.0.0.1' }), browser);
  } finally {
    await browser.close();
    await running.close();
    rmSync(data, { recursive: true, force: true });
  }
}

export async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Welcome admin' }).waitFor({ timeout: 120_000 });
}
