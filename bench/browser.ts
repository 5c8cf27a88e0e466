/**
 * The real app on an empty store, in a process of its own, and a browser.
 *
 *   App
 *   withBrowser   starts both for some work
 *   signIn        signs the administrator in on a page
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { PASSWORD, startServer } from './deliveryServer.ts';
import { cpuOf } from './processes.ts';

export interface App {
  readonly address: string;
  readonly browser: Browser;
  /** folder of the server */
  readonly data: string;
  /** CPU milliseconds of the server and all processes of the browser so far */
  cpu(): Promise<number>;
}

export async function withBrowser<T>(work: (app: App) => Promise<T>): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'lacquer-bench-'));
  const server = await startServer(data);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
  try {
    const system = await browser.newBrowserCDPSession();
    return await work({
      address: server.address,
      browser,
      data,
      async cpu() {
        const { processInfo } = await system.send('SystemInfo.getProcessInfo');
        return cpuOf(server.pid) + processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
      },
    });
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
