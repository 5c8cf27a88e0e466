/**
 * The real app on an empty store, in a process of its own, and a browser.
 *
 *   withBrowser   starts both for some work
 *   signIn        signs the administrator in on a page
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { PASSWORD, startServer } from './deliveryServer.ts';

/** @param work gets the address of the app, and the folder of its data */
export async function withBrowser<T>(
  work: (address: string, browser: Browser, data: string) => Promise<T>,
): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'lacquer-bench-'));
  const server = await startServer(data);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
  try {
    return await work(server.address, browser, data);
  } finally {
    await browser.close();
    await server.stop();
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
